/* greenroom-exec: what has to happen to a plugin's process between fork and exec.
 *
 *   greenroom-exec PARENT REPORT UMASK CORE FILES MEMORY FOLDER PROGRAM [ARGUMENT ...]
 *
 * PARENT   process id of the host; if it has ended meanwhile, so does this
 * REPORT   number of a descriptor: closed by a successful exec, else gets "OPERATION ERRNO"
 * UMASK    in octal
 * CORE, FILES, MEMORY
 *          setrlimit(2): bytes of a core file, number of descriptors, bytes of address space; "-" leaves the host's
 * FOLDER   working folder, or empty to stay
 * PROGRAM  path with a slash; also argv[0]
 *
 * Descriptors below REPORT stay open (0, 1, 2 and what the plugin inherits), all others are closed. Then:
 * a session of its own, SIGKILL when the host ends, umask, all signals to their defaults and none blocked, limits, no new
 * privileges. execve(2) and not execvp(3), which would run a file without "#!" by the shell.
 *
 * Exits with 127 if the program could not be executed, 126 if not even that could be said, 64 if called wrongly.
 *
 * SIGKILL at the host's end reaches this process, not its children: they lose their pipes, and those that make a session of
 * their own and ignore their pipes live on. It is sent when the *thread* that forked ends, which is the host's main thread.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { ATTEMPTS = 100, PAUSE_MILLISECONDS = 10 }; /* one second in all */

static int report = -1;

/* Tells the host what failed and ends. The text is shorter than PIPE_BUF: it arrives whole. */
static void fail(const char *operation) {
  char text[64];
  int length = snprintf(text, sizeof text, "%s %d", operation, errno);
  ssize_t written = length > 0 ? write(report, text, (size_t)length) : 0;
  _exit(written > 0 ? 127 : 126);
}

/* A whole number of the given base, or exit status 64: only a wrong host says anything else. */
static unsigned long long number(const char *text, int base) {
  char *end;
  errno = 0;
  unsigned long long value = strtoull(text, &end, base);
  if (*text < '0' || *text > '9' || *end != '\0' || errno != 0) {
    fprintf(stderr, "greenroom-exec: '%s' is not a number\n", text);
    _exit(64);
  }
  return value;
}

static void limit(int resource, const char *text, const char *operation) {
  if (strcmp(text, "-") == 0) return;
  rlim_t value = (rlim_t)number(text, 10);
  struct rlimit both = {value, value};
  if (setrlimit((__rlimit_resource_t)resource, &both) != 0) fail(operation);
}

static void close_from(unsigned first) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, first, ~0u, 0) == 0) return;
#endif
  /* Linux before 5.9. The folder's own descriptor is closed last. */
  DIR *open_descriptors = opendir("/proc/self/fd");
  if (open_descriptors == NULL) fail("opendir");
  struct dirent *entry;
  while ((entry = readdir(open_descriptors)) != NULL) {
    int descriptor = atoi(entry->d_name);
    if (descriptor >= (int)first && descriptor != dirfd(open_descriptors)) close(descriptor);
  }
  closedir(open_descriptors);
}

static void reset_signals(void) {
  /* The system call, since the C library refuses its own two real-time signals, which may have been left ignored. It
     fails for those that have no choice. The zeros are SIG_DFL. */
  const unsigned long defaults[8] = {0};
  for (int signal_number = 1; signal_number < NSIG; signal_number++)
    syscall(SYS_rt_sigaction, signal_number, defaults, NULL, 8);
  sigset_t none;
  sigemptyset(&none);
  if (sigprocmask(SIG_SETMASK, &none, NULL) != 0) fail("sigprocmask");
}

int main(int argc, char **argv) {
  if (argc < 9) {
    fprintf(stderr,
            "usage: greenroom-exec PARENT REPORT UMASK CORE FILES MEMORY FOLDER PROGRAM [ARGUMENT ...]\n"
            "The host starts plugins through it; it is not meant to be called by people.\n");
    return 64;
  }
  pid_t parent = (pid_t)number(argv[1], 10);
  report = (int)number(argv[2], 10);
  const char *folder = argv[7];
  const char *program = argv[8];

  if (report < 3 || fcntl(report, F_SETFD, FD_CLOEXEC) != 0) {
    fprintf(stderr, "greenroom-exec: %d is no descriptor for the report\n", report);
    return 64;
  }
  close_from((unsigned)report + 1);

  if (getsid(0) != getpid() && setsid() < 0) fail("setsid");
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) fail("prctl");
  if (getppid() != parent) return 0; /* it ended before it could be watched */

  reset_signals();
  umask((mode_t)number(argv[3], 8) & 0777);
  limit(RLIMIT_CORE, argv[4], "setrlimit-core");
  limit(RLIMIT_NOFILE, argv[5], "setrlimit-files");
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) fail("prctl");
  if (folder[0] != '\0' && chdir(folder) != 0) fail("chdir");
  /* The last: from here on this program itself may be short of memory. */
  limit(RLIMIT_AS, argv[6], "setrlimit-memory");

  /* "Text file busy": somebody still has the fresh program open for writing. That passes, or it is an error. */
  for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
    execve(program, argv + 8, environ);
    if (errno != ETXTBSY) break;
    struct timespec pause = {0, PAUSE_MILLISECONDS * 1000 * 1000};
    nanosleep(&pause, NULL);
  }
  fail("exec");
  return 127;
}
