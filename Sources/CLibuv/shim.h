/* What Swift cannot see of libuv and of the C library: variadic functions, unions, and what hides behind _GNU_SOURCE. */
#ifndef GREENROOM_CLIBUV_SHIM_H
#define GREENROOM_CLIBUV_SHIM_H

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
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
static inline int greenroom_duplicate(int descriptor, int least) {
  return fcntl(descriptor, F_DUPFD_CLOEXEC, least);
}
static inline int greenroom_status_flags(int descriptor) { return fcntl(descriptor, F_GETFL); }
static inline int greenroom_set_status_flags(int descriptor, int flags) { return fcntl(descriptor, F_SETFL, flags); }

/* writev(2) of two parts. */
static inline ssize_t greenroom_write_two(
    int descriptor, const void *first, size_t first_length, const void *second, size_t second_length) {
  struct iovec parts[2] = {{(void *)first, first_length}, {(void *)second, second_length}};
  return writev(descriptor, parts, 2);
}

/* A child between clone(2) and execve(2). It lives in its parent's memory, and the parent does not wait for it: fork(2)
   copies the page tables, and waiting for the exec waits for a processor, milliseconds where there are few. So the child
   touches nothing but this value and its own stack, makes system calls without the C library (whose errno is the
   parent's), and runs with all signals blocked, which the launcher ends. */
struct greenroom_start {
  const char *file;
  char **arguments;
  char **environment;
  /* Become 0, 1, 2, ...; each is at least `count`. The last is told why there was no exec, as the launcher does. */
  const int *descriptors;
  int count;
};

static inline long greenroom_system_call(long number, long first, long second, long third) {
#if defined(__x86_64__)
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(first), "S"(second), "d"(third)
                   : "rcx", "r11", "memory");
  return result;
#elif defined(__aarch64__)
  register long result __asm__("x0") = first;
  register long x1 __asm__("x1") = second;
  register long x2 __asm__("x2") = third;
  register long x8 __asm__("x8") = number;
  __asm__ volatile("svc 0" : "+r"(result) : "r"(x1), "r"(x2), "r"(x8) : "memory");
  return result;
#else
#error "say here how this processor makes a system call"
#endif
}

__attribute__((no_sanitize("address", "thread"))) static int greenroom_become_program(void *argument) {
  const struct greenroom_start *start = (const struct greenroom_start *)argument;
  long code = 0;
  for (int number = 0; number < start->count && code >= 0; number++)
    code = greenroom_system_call(SYS_dup3, start->descriptors[number], number, 0);
  greenroom_system_call(SYS_setsid, 0, 0, 0);
  if (code >= 0)
    code = greenroom_system_call(
        SYS_execve, (long)start->file, (long)start->arguments, (long)start->environment);
  /* "launcher ERRNO", of at most four digits. */
  char text[13] = {'l', 'a', 'u', 'n', 'c', 'h', 'e', 'r', ' '};
  int length = 9;
  for (long unit = 1000; unit > 0; unit /= 10)
    if (-code >= unit || unit == 1) text[length++] = (char)('0' + -code / unit % 10);
  greenroom_system_call(SYS_write, start->descriptors[start->count - 1], (long)text, length);
  greenroom_system_call(SYS_exit_group, 127, 0, 0);
  return 127;
}

/* glibc's own name of clone(2): the other one is wrapped by the sanitizers, for children with memory of their own. */
extern int __clone(int (*function)(void *), void *stack_end, int flags, void *argument, ...);

/* Starts a child and returns at once: its process id, or -1 with errno. `start`, all that it points to and the stack stay
   the child's until it has executed a program or has ended. */
static inline int greenroom_start_child(struct greenroom_start *start, void *stack_end) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int pid = __clone(greenroom_become_program, stack_end, 0x100 /* CLONE_VM */ | SIGCHLD, start);
  int error = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error;
  return pid;
}

/* waitpid(2) without waiting, and what its macros say: 0 if the child lives; 1 with the status it exited with; 2 with the
   signal that ended it; -1 if it is not there. */
static inline int greenroom_reap(int pid, int *value) {
  int status = 0;
  int result;
  do result = waitpid(pid, &status, WNOHANG);
  while (result < 0 && errno == EINTR);
  if (result <= 0) return result;
  *value = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  return WIFSIGNALED(status) ? 2 : 1;
}

#endif
