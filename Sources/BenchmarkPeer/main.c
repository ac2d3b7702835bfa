/* BenchmarkPeer: the plugins of greenroom-benchmark, so light that they limit nothing.
 *
 *   BenchmarkPeer service FOLDER BYTES
 *   BenchmarkPeer presenter FOLDER MODE [NAME=VALUE ...]
 *   BenchmarkPeer pinned PROGRAM [ARGUMENT ...]
 *
 * FOLDER   where the peers of a run share a board, and where the presenter leaves its figures in a file `result`
 * BYTES    length of the quotes' text
 * MODE     see presenter.c
 *
 * The third form executes a program that is bound, with all its children, to the last of the cores that it may use. */
#define _GNU_SOURCE
#include "board.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct board *board_of(const char *folder) {
  char path[4096];
  snprintf(path, sizeof path, "%s/board", folder);
  int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0 || ftruncate(file, sizeof(struct board)) != 0) {
    perror(path);
    exit(70);
  }
  void *board = mmap(NULL, sizeof(struct board), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (board == MAP_FAILED) {
    perror("mmap");
    exit(70);
  }
  close(file);
  return board;
}

static int run_pinned(char **program) {
  cpu_set_t all, one;
  CPU_ZERO(&one);
  if (sched_getaffinity(0, sizeof all, &all) == 0) {
    int last = CPU_SETSIZE - 1;
    while (last > 0 && !CPU_ISSET(last, &all)) last--;
    CPU_SET(last, &one);
    if (sched_setaffinity(0, sizeof one, &one) == 0) execv(program[0], program);
  }
  perror(program[0]);
  return 70;
}

int main(int count, char **arguments) {
  if (count >= 3 && strcmp(arguments[1], "pinned") == 0) return run_pinned(arguments + 2);
  signal(SIGPIPE, SIG_IGN);
  if (count == 4 && strcmp(arguments[1], "service") == 0) {
    return serve(board_of(arguments[2]), strtol(arguments[3], NULL, 10));
  }
  if (count >= 4 && strcmp(arguments[1], "presenter") == 0) {
    /* Longer than any mode: a host that hangs loses its presenter, and the benchmark does not. */
    alarm(60);
    return present(board_of(arguments[2]), arguments[2], arguments[3], arguments + 4);
  }
  fputs("usage: BenchmarkPeer service FOLDER BYTES | presenter FOLDER MODE [NAME=VALUE ...] | pinned PROGRAM\n", stderr);
  return 64;
}
