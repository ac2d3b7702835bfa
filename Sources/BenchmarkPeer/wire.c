#define _GNU_SOURCE
#include "wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { BLOCK = 1 << 20, ENVELOPE = 256 };

/* A line of a quote of 16 KiB fits many times; a longer one than the whole is a mistake of the benchmark. */
static char input[2 * BLOCK];
static size_t first, searched, filled;
static char output[2 * BLOCK];
static size_t waiting;

int wire_read(void) {
  memmove(input, input + first, filled - first);
  searched -= first;
  filled -= first;
  first = 0;
  ssize_t count = read(0, input + filled, sizeof input - filled);
  if (count <= 0) return 0;
  filled += (size_t)count;
  return 1;
}

const char *wire_line(size_t *length) {
  char *end = memchr(input + searched, '\n', filled - searched);
  if (end == NULL) {
    searched = filled;
    return NULL;
  }
  const char *line = input + first;
  *length = (size_t)(end - line);
  first = searched = (size_t)(end - input) + 1;
  return line;
}

void wire_add(const char *bytes, size_t length) {
  if (waiting + length > sizeof output) wire_flush();
  memcpy(output + waiting, bytes, length);
  waiting += length;
}

void wire_add_text(const char *text) { wire_add(text, strlen(text)); }

void wire_flush(void) {
  size_t written = 0;
  while (written < waiting) {
    ssize_t count = write(1, output + written, waiting - written);
    if (count < 0) _exit(0);
    written += (size_t)count;
  }
  waiting = 0;
}

int begins(const char *line, size_t length, const char *text) {
  size_t count = strlen(text);
  return length >= count && memcmp(line, text, count) == 0;
}

const char *behind(const char *line, size_t length, const char *text) {
  char *found = memmem(line, length < ENVELOPE ? length : ENVELOPE, text, strlen(text));
  return found == NULL ? NULL : found + strlen(text);
}

uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}
