/* greenroom-exec: what has to happen to a plugin's process between fork and exec.
 *
 *   greenroom-exec PARENT REPORT FOLDER PROGRAM [ARGUMENT ...]
 *
 * PARENT   process id of the host; if it has ended meanwhile, so does this
 * REPORT   number of a descriptor: closed by a successful exec, else gets "OPERATION ERRNO"
 * FOLDER   working folder, or empty to stay
 * PROGRAM  path with a slash; also argv[0]
 *
 * Descriptors below REPORT stay open (0, 1, 2 and what the plugin inherits), all others are closed. Then:
 * a session of its own, SIGKILL when the host ends, umask 022, all signals to their defaults and none blocked, no core
 * files, no new privileges. execve(2) and not execvp(3), which would run a file without "#!" by the shell.
 *
 * SIGKILL at the host's end reaches this process, not its children; they lose their pipes. It is sent when the *thread*
 * that forked ends, which is the host's main thread.
 */
#define _GNU_SOURCE
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

static int report = -1;

/* Tells the host what failed and ends. */
static void fail(const char *operation) {
  char text[64];
  int length = snprintf(text, sizeof text, "%s %d", operation, errno);
  ssize_t written = length > 0 ? write(report, text, (size_t)length) : 0;
  _exit(written > 0 ? 127 : 126);
}

static void close_from(unsigned first) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, first, ~0u, 0) == 0) return;
#endif
  /* Linux before 5.9. */
  struct rlimit limit;
  unsigned end = getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < 65536 ? (unsigned)limit.rlim_cur : 65536;
  for (unsigned descriptor = first; descriptor < end; descriptor++) close((int)descriptor);
}

int main(int argc, char **argv) {
  if (argc < 5) {
    fprintf(stderr, "usage: greenroom-exec PARENT REPORT FOLDER PROGRAM [ARGUMENT ...]\n");
    return 64;
  }
  pid_t parent = (pid_t)atol(argv[1]);
  report = atoi(argv[2]);
  const char *folder = argv[3];
  const char *program = argv[4];

  close_from((unsigned)report + 1);
  if (report < 3 || fcntl(report, F_SETFD, FD_CLOEXEC) != 0) return 64;

  if (getsid(0) != getpid() && setsid() < 0) fail("setsid");
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) fail("prctl");
  if (getppid() != parent) return 0; /* it ended before it could be watched */

  /* The system call, since the C library refuses its own two real-time signals, which may have been left ignored. It
     fails for those that have no choice. The zeros are SIG_DFL. */
  const unsigned long defaults[8] = {0};
  for (int number = 1; number < NSIG; number++) syscall(SYS_rt_sigaction, number, defaults, NULL, 8);
  sigset_t none;
  sigemptyset(&none);
  if (sigprocmask(SIG_SETMASK, &none, NULL) != 0) fail("sigprocmask");

  umask(022);
  struct rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) fail("prctl");
  if (folder[0] != '\0' && chdir(folder) != 0) fail("chdir");

  /* "Text file busy": somebody still has the fresh program open for writing. That passes, or it is an error. */
  for (int attempt = 0; attempt < 100; attempt++) {
    execve(program, argv + 4, environ);
    if (errno != ETXTBSY) break;
    struct timespec pause = {0, 10 * 1000 * 1000};
    nanosleep(&pause, NULL);
  }
  fail("exec");
  return 127;
}
