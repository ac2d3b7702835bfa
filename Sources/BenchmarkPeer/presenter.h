/* What the modes of the presenter share. */
#ifndef BENCHMARK_PRESENTER_H
#define BENCHMARK_PRESENTER_H

#define _GNU_SOURCE
#include "board.h"
#include "wire.h"

#include <stdio.h>

/* What has come from the host. */
struct seen {
  int is_ready;
  int wants_seq;
  unsigned long lines, quotes, failures;
  /* Of the last quote. */
  long instance;
  /* Of the last line, if that is wanted. */
  long seq;
  /* When the first output came. */
  uint64_t first;
};
extern struct seen seen;

enum line_kind { LINE_NONE, LINE_BUTTON, LINE_QUOTE, LINE_FAILURE };

/* The value of an option NAME=VALUE. */
long option(const char *name, long otherwise);
const char *option_text(const char *name);

/* Handles lines that have been read up to the next output. */
enum line_kind next_line(void);
/* Waits for more; ends the program if nothing comes any more. */
void more(void);
/* The same for so long at most: whether something has come. */
int more_within(uint64_t nanoseconds);
/* Adds an input to the next block. */
void tap(long instance);

/* The host's, which is the parent: CPU time in nanoseconds, resident memory in bytes. */
uint64_t host_time(void);
long host_memory(void);

/* The modes write figures as lines `NAME VALUE`; times are in nanoseconds. */
void run_taps(FILE *result);
void run_fan(struct board *board, FILE *result);
int run_sink(struct board *board);
void run_cold(FILE *result);
void run_restart(struct board *board, FILE *result);

#endif
