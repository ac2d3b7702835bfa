/* What the peers of one run tell each other past the host: a file in the run's folder that all have mapped. */
#ifndef BENCHMARK_BOARD_H
#define BENCHMARK_BOARD_H

#include <stdatomic.h>

struct board {
  /* Process id of the service that has started last. */
  atomic_int service;
  /* Presenters that are attached, and those that have seen their last line. */
  atomic_int ready, finished;
  /* Lines that the sinks have seen, and when the last of them came. */
  atomic_ulong lines, last;
};

/* Maps the board of a folder; the first makes it. Ends the program if that fails. */
struct board *board_of(const char *folder);

/* The two parts that this program can be; each returns the exit status. */
int serve(struct board *board, long byte_count);
int present(struct board *board, const char *folder, const char *mode, char **options);

#endif
