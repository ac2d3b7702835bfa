/* What Swift cannot see of libuv and of the C library: variadic functions, unions, and what hides behind _GNU_SOURCE. */
#ifndef GREENROOM_CLIBUV_SHIM_H
#define GREENROOM_CLIBUV_SHIM_H

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
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

/* fcntl(2) is variadic. */
static inline int greenroom_duplicate(int descriptor, int least) {
  return fcntl(descriptor, F_DUPFD_CLOEXEC, least);
}

/* A child between clone(2) and execve(2). It lives in its parent's memory, and the parent does not wait for it: fork(2)
   copies the page tables, and waiting for the exec waits for a processor, milliseconds where there are few. So the child
   touches nothing but this value and its own stack, makes system calls without the C library (whose errno is the
   parent's), and runs with all signals blocked until it has set them to their defaults. */
struct greenroom_start {
  /* Path with a slash; the name of the program for itself is the first argument. */
  const char *file;
  char **arguments;
  char **environment;
  /* Become 0, 1, 2, ...; each is at least `count`. The last is closed by a successful exec, else it is told
     "OPERATION ERRNO"; all others of the host are closed. */
  const int *descriptors;
  int count;
  /* The host, which may end before it is watched. */
  int parent;
  /* umask(2). */
  unsigned mask;
  /* Working folder; NULL stays. */
  const char *folder;
  /* setrlimit(2), soft and hard: bytes of a core file, number of descriptors, bytes of address space; below 0 leaves the
     host's. */
  long long core_bytes, open_files, address_space_bytes;
};

/* Code of the child: no loop may become a call of the C library, whose functions are found with locks of the parent; and no
   sanitizer may keep its notes of it, which are the parent's, too. */
#define GREENROOM_CHILD __attribute__((no_builtin, no_sanitize("address", "thread"), disable_sanitizer_instrumentation))

/* A fifth argument is 0, as prctl(2) wants it. */
GREENROOM_CHILD static inline long greenroom_system_call(long number, long first, long second, long third, long fourth) {
#if defined(__x86_64__)
  register long r10 __asm__("r10") = fourth;
  register long r8 __asm__("r8") = 0;
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(first), "S"(second), "d"(third), "r"(r10), "r"(r8)
                   : "rcx", "r11", "memory");
  return result;
#elif defined(__aarch64__)
  register long result __asm__("x0") = first;
  register long x1 __asm__("x1") = second;
  register long x2 __asm__("x2") = third;
  register long x3 __asm__("x3") = fourth;
  register long x4 __asm__("x4") = 0;
  register long x8 __asm__("x8") = number;
  __asm__ volatile("svc 0" : "+r"(result) : "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x8) : "memory");
  return result;
#else
#error "say here how this processor makes a system call"
#endif
}

/* Ends the child; `operation` and the error, of at most four digits, are shorter than PIPE_BUF and arrive whole. */
GREENROOM_CHILD static inline void greenroom_give_up(
    int report, const char *operation, long code) {
  char text[32];
  int length = 0;
  while (operation[length] != 0) {
    text[length] = operation[length];
    length++;
  }
  text[length++] = ' ';
  for (long unit = 1000; unit > 0; unit /= 10)
    if (-code >= unit || unit == 1) text[length++] = (char)('0' + -code / unit % 10);
  greenroom_system_call(SYS_write, report, (long)text, length, 0);
  greenroom_system_call(SYS_exit_group, 127, 0, 0, 0);
}

GREENROOM_CHILD static inline void greenroom_limit(
    int report, int resource, long long value, const char *operation) {
  if (value < 0) return;
  unsigned long long both[2];
  both[0] = (unsigned long long)value;
  both[1] = (unsigned long long)value;
  long code = greenroom_system_call(SYS_prlimit64, 0, resource, (long)both, 0);
  if (code < 0) greenroom_give_up(report, operation, code);
}

/* Linux before 5.9 has no close_range(2), and some containers do not let it through: one by one then, as many as the host
   may have, unless that would take longer than a start may. */
GREENROOM_CHILD static inline void greenroom_close_from(int report) {
  const int first = report + 1;
  long code = greenroom_system_call(436 /* SYS_close_range */, first, ~0u, 0, 0);
  if (code >= 0) return;
  unsigned long long limit[2];
  if (greenroom_system_call(SYS_prlimit64, 0, RLIMIT_NOFILE, 0, (long)limit) < 0 || limit[0] > 1u << 20)
    greenroom_give_up(report, "close_range", code);
  for (unsigned long long descriptor = (unsigned)first; descriptor < limit[0]; descriptor++)
    greenroom_system_call(SYS_close, (long)descriptor, 0, 0, 0);
}

/* What has to happen to a plugin's process before it is one. SIGKILL at the host's end reaches this process, not its
   children: they lose their pipes, and those that make a session of their own and ignore their pipes live on. It is sent
   when the *thread* that started it ends, which is the host's main thread. */
GREENROOM_CHILD static int greenroom_become_program(void *argument) {
  const struct greenroom_start *start = (const struct greenroom_start *)argument;
  /* static: a value on the stack would be filled by a function of the C library. Zeros are SIG_DFL, and no signal. */
  static const unsigned long zeros[8];
  static const long pause[2] = {0, 10 * 1000 * 1000};
  enum { attempts = 100 }; /* of 10 ms: one second in all */
  const int report = start->count - 1;
  long code = 0;
  for (int number = 0; number < start->count && code >= 0; number++)
    code = greenroom_system_call(
        SYS_dup3, start->descriptors[number], number, number + 1 == start->count ? O_CLOEXEC : 0, 0);
  if (code < 0) greenroom_give_up(start->descriptors[start->count - 1], "dup", code);
  greenroom_close_from(report);
  if ((code = greenroom_system_call(SYS_setsid, 0, 0, 0, 0)) < 0) greenroom_give_up(report, "setsid", code);
  if ((code = greenroom_system_call(SYS_prctl, 1 /* PR_SET_PDEATHSIG */, SIGKILL, 0, 0)) < 0)
    greenroom_give_up(report, "prctl", code);
  if (greenroom_system_call(SYS_getppid, 0, 0, 0, 0) != start->parent)
    greenroom_system_call(SYS_exit_group, 0, 0, 0, 0);
  /* Each signal, the C library's own two, too, which may have been left ignored. It fails for those without a choice. */
  for (int number = 1; number <= 64; number++)
    greenroom_system_call(SYS_rt_sigaction, number, (long)zeros, 0, 8);
  greenroom_system_call(SYS_umask, start->mask, 0, 0, 0);
  greenroom_limit(report, RLIMIT_CORE, start->core_bytes, "setrlimit-core");
  greenroom_limit(report, RLIMIT_NOFILE, start->open_files, "setrlimit-files");
  if ((code = greenroom_system_call(SYS_prctl, 38 /* PR_SET_NO_NEW_PRIVS */, 1, 0, 0)) < 0)
    greenroom_give_up(report, "prctl", code);
  if (start->folder && (code = greenroom_system_call(SYS_chdir, (long)start->folder, 0, 0, 0)) < 0)
    greenroom_give_up(report, "chdir", code);
  greenroom_limit(report, RLIMIT_AS, start->address_space_bytes, "setrlimit-memory");
  greenroom_system_call(SYS_rt_sigprocmask, SIG_SETMASK, (long)zeros, 0, 8);
  /* execve(2) and not execvp(3), which would run a file without "#!" by the shell. "Text file busy": somebody still has the
     fresh program open for writing. That passes, or it is an error. */
  for (int attempt = 0; attempt < attempts; attempt++) {
    code = greenroom_system_call(
        SYS_execve, (long)start->file, (long)start->arguments, (long)start->environment, 0);
    if (code != -ETXTBSY) break;
    greenroom_system_call(SYS_nanosleep, (long)pause, 0, 0, 0);
  }
  greenroom_give_up(report, "exec", code);
  return 127;
}

/* glibc's own name of clone(2): the other one is wrapped by the sanitizers, for children with memory of their own. */
extern int __clone(int (*function)(void *), void *stack_end, int flags, void *argument, ...);

/* Starts a child and returns at once: its process id, or -1 with errno. `start`, all that it points to and the stack stay
   the child's until it has executed a program or has ended. */
static inline int greenroom_start_child(struct greenroom_start *start, void *stack_end) {
  int flags = 0x100 /* CLONE_VM */ | SIGCHLD;
  /* valgrind(1) knows only children for which the parent waits. */
  const char *preloaded = getenv("LD_PRELOAD");
  if (preloaded && strstr(preloaded, "vgpreload")) flags |= 0x4000 /* CLONE_VFORK */;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int pid = __clone(greenroom_become_program, stack_end, flags, start);
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
