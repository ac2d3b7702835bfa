#include "presenter.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

uint64_t host_time(void) {
  clockid_t clock;
  struct timespec time;
  if (clock_getcpuclockid(getppid(), &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

long host_memory(void) {
  char path[64], line[256];
  long kibibytes = 0;
  snprintf(path, sizeof path, "/proc/%d/status", (int)getppid());
  FILE *file = fopen(path, "re");
  if (file == NULL) return 0;
  while (fgets(line, sizeof line, file) != NULL) {
    if (strncmp(line, "VmRSS:", 6) == 0) kibibytes = strtol(line + 6, NULL, 10);
  }
  fclose(file);
  return kibibytes * 1024;
}
