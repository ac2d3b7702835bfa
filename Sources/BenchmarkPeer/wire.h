/* Lines in on 0 and out on 1, in large blocks. */
#ifndef BENCHMARK_WIRE_H
#define BENCHMARK_WIRE_H

#include <stddef.h>
#include <stdint.h>

/* One blocking read(2): 0 at the end of input or after an error. */
int wire_read(void);
/* The next line that has been read, without its LF; NULL if there is none. Valid until the next wire_read. */
const char *wire_line(size_t *length);

/* Adds bytes to the next block. */
void wire_add(const char *bytes, size_t length);
void wire_add_text(const char *text);
/* Writes the block whole; ends the program if nobody reads. */
void wire_flush(void);

/* Whether a line begins with a text. */
int begins(const char *line, size_t length, const char *text);
/* Whether the first bytes of a line, as many as an envelope takes, hold a text; the place behind it, or NULL. */
const char *behind(const char *line, size_t length, const char *text);

/* CLOCK_MONOTONIC in nanoseconds. */
uint64_t now(void);

#endif
