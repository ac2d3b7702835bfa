/* What Swift cannot see of libuv and of the C library: variadic functions, unions, and what hides behind _GNU_SOURCE. */
#ifndef GREENROOM_CLIBUV_SHIM_H
#define GREENROOM_CLIBUV_SHIM_H

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>
#include <uv.h>

/* fcntl(2), F_SETPIPE_SZ: asks the kernel for a pipe of `size` bytes; the size or -1. */
static inline int greenroom_set_pipe_size(int descriptor, int size) { return fcntl(descriptor, 1031, size); }

/* gettid(2), asked once for each thread. Not pthread_self(3): glibc marks it const, so that an optimised build may use a
   value from before an await on another thread after it. */
static inline int greenroom_thread_id(void) {
  static __thread int id;
  if (id == 0) id = (int)syscall(SYS_gettid);
  return id;
}

/* clock_gettime(2), CLOCK_MONOTONIC_COARSE: milliseconds as of the last tick of the kernel, at most 10 ms ago. */
static inline long greenroom_rough_milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* pipe2(2) with O_CLOEXEC: both ends blocking. */
static inline int greenroom_pipe(int *reading, int *writing) {
  int ends[2];
  if (syscall(SYS_pipe2, ends, O_CLOEXEC) != 0) return -1;
  *reading = ends[0];
  *writing = ends[1];
  return 0;
}

/* unix(7), SO_PEERCRED, which fills three ints. */
struct greenroom_peer {
  int pid;
  unsigned uid;
  unsigned gid;
};

static inline int greenroom_get_peer(int descriptor, struct greenroom_peer *peer) {
  socklen_t length = sizeof *peer;
  return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, peer, &length);
}

/* The address of a Unix socket; 0, or -1 with ENAMETOOLONG. */
static inline int greenroom_unix_address(const char *path, struct sockaddr_un *address) {
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  if (strlen(path) >= sizeof address->sun_path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  strcpy(address->sun_path, path);
  return 0;
}

static inline int greenroom_bind_unix(int descriptor, const char *path) {
  struct sockaddr_un address;
  if (greenroom_unix_address(path, &address) != 0) return -1;
  return bind(descriptor, (struct sockaddr *)&address, sizeof address);
}

static inline int greenroom_connect_unix(int descriptor, const char *path) {
  struct sockaddr_un address;
  if (greenroom_unix_address(path, &address) != 0) return -1;
  return connect(descriptor, (struct sockaddr *)&address, sizeof address);
}

/* accept4(2) without a look at the address; close-on-exec. By number, since the C library hides it from strict C. */
static inline int greenroom_accept(int descriptor) {
  return (int)syscall(SYS_accept4, descriptor, NULL, NULL, SOCK_CLOEXEC);
}

/* ioctl(2), FIONREAD: bytes that a read would get now. */
static inline int greenroom_pending_bytes(int descriptor) {
  int count = 0;
  return ioctl(descriptor, FIONREAD, &count) == 0 ? count : 0;
}

/* open(2) of what another descriptor of this process is open on: with an open file description of its own. */
static inline int greenroom_reopen(int descriptor, int flags) {
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  return open(path, flags | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
}

/* fcntl(2) is variadic. */
static inline int greenroom_duplicate(int descriptor) { return fcntl(descriptor, F_DUPFD_CLOEXEC, 3); }
static inline int greenroom_status_flags(int descriptor) { return fcntl(descriptor, F_GETFL); }
static inline int greenroom_set_status_flags(int descriptor, int flags) { return fcntl(descriptor, F_SETFL, flags); }

/* writev(2) of two parts. */
static inline ssize_t greenroom_write_two(
    int descriptor, const void *first, size_t first_length, const void *second, size_t second_length) {
  struct iovec parts[2] = {{(void *)first, first_length}, {(void *)second, second_length}};
  return writev(descriptor, parts, 2);
}

#endif
