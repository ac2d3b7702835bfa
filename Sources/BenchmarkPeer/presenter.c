/* The presenter, which is also the load.
 *
 * A tap is an input to one instance of Quote; it ends with the output `fetchQuoteDidSuccess` of that instance, and only then
 * is the instance tapped again. So at most one such line of an instance is ever on its way, and it cannot be conflated
 * away by a newer one: taps are counted right however full the pipe is. The two states of the button can, and a tap may have
 * fewer than three lines.
 *
 * A fan-out is counted by `seq`: a presenter has seen all of n taps of one instance when it has seen seq 3 n, whose line is
 * the last and therefore never conflated. What it counts are the lines that it got.
 *
 * Modes, and their options with defaults:
 *   taps     taps=10000 milliseconds=1000 open=64 instances=64   so many open at a time
 *   fan      taps=500 presenters=1   the first presenter's; the others are `sink`
 *   cold     one tap as soon as possible
 *   restart  times=5   SIGKILL of the idle service, then a tap
 *   idle     nothing: the memory of the host
 * and ready=NAME: taps begin when this instance has been attached; without it at once. */
#include "presenter.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OUTPUT "{\"jsonrpc\":\"2.0\",\"method\":\"output\",\"params\":{\"viewModel\":\"quote-"
#define OPENING ",\"result\":{\"protocolVersion\":\"1\",\"presents\":[\"*\"]}}\n"

struct seen seen;
static char **options;

long option(const char *name, long otherwise) {
  const char *text = option_text(name);
  return text == NULL ? otherwise : strtol(text, NULL, 10);
}

const char *option_text(const char *name) {
  size_t length = strlen(name);
  for (char **next = options; *next != NULL; next++) {
    if (strncmp(*next, name, length) == 0 && (*next)[length] == '=') return *next + length + 1;
  }
  return NULL;
}

static void open_link(const char *line, size_t length) {
  const char *id = behind(line, length, "\"id\":");
  if (id == NULL) return;
  wire_add_text("{\"jsonrpc\":\"2.0\",\"id\":");
  wire_add(id, strspn(id, "0123456789"));
  wire_add_text(OPENING);
  wire_flush();
}

static void see_output(const char *line, size_t length) {
  char *end;
  seen.lines++;
  long instance = strtol(line + strlen(OUTPUT), &end, 10);
  size_t rest = length - (size_t)(end - line);
  if (begins(end, rest, "\",\"output\":\"fetchQuoteDidS")) {
    seen.instance = instance;
    seen.quotes++;
  } else if (begins(end, rest, "\",\"output\":\"fetchQuoteDidF")) {
    seen.failures++;
  }
  if (seen.first == 0) seen.first = now();
  if (seen.wants_seq) {
    const char *tail = length > 64 ? line + length - 64 : line;
    const char *seq = behind(tail, (size_t)(line + length - tail), "\"seq\":");
    if (seq != NULL) seen.seq = strtol(seq, NULL, 10);
  }
}

enum line_kind next_line(void) {
  const char *line;
  size_t length;
  while ((line = wire_line(&length)) != NULL) {
    if (begins(line, length, OUTPUT)) {
      unsigned long quotes = seen.quotes, failures = seen.failures;
      see_output(line, length);
      if (seen.quotes != quotes) return LINE_QUOTE;
      return seen.failures != failures ? LINE_FAILURE : LINE_BUTTON;
    }
    if (behind(line, length, "\"method\":\"initialize\"")) open_link(line, length);
    if (behind(line, length, "\"method\":\"attached\"") && !seen.is_ready) {
      const char *name = behind(line, length, "\"viewModel\":\"");
      size_t count = strlen(option_text("ready"));
      seen.is_ready = name != NULL && strncmp(name, option_text("ready"), count) == 0 && name[count] == '"';
    }
  }
  return LINE_NONE;
}

void more(void) {
  if (!wire_read()) {
    fputs("BenchmarkPeer: the host has closed the presenter's input\n", stderr);
    _exit(71);
  }
}

int more_within(uint64_t nanoseconds) {
  struct pollfd input = {.fd = 0, .events = POLLIN};
  struct timespec time = {(time_t)(nanoseconds / 1000000000u), (long)(nanoseconds % 1000000000u)};
  if (ppoll(&input, 1, &time, NULL) <= 0) return 0;
  more();
  return 1;
}

void tap(long instance) {
  char line[128];
  int length = snprintf(
      line, sizeof line,
      "{\"jsonrpc\":\"2.0\",\"method\":\"input\",\"params\":{\"viewModel\":\"quote-%ld\",\"input\":\"refreshButtonDidTap\"}}\n",
      instance);
  wire_add(line, (size_t)length);
}

int present(struct board *board, const char *folder, const char *mode, char **given) {
  options = given;
  seen.is_ready = option_text("ready") == NULL;
  seen.wants_seq = strcmp(mode, "fan") == 0 || strcmp(mode, "sink") == 0;
  while (!seen.is_ready) {
    more();
    while (next_line() != LINE_NONE) {}
  }
  seen.lines = 0;
  seen.first = 0;
  atomic_fetch_add(&board->ready, 1);
  if (strcmp(mode, "sink") == 0) return run_sink(board);

  char path[4096], unfinished[4096];
  snprintf(path, sizeof path, "%s/result", folder);
  snprintf(unfinished, sizeof unfinished, "%s/result-unfinished", folder);
  FILE *result = fopen(unfinished, "we");
  if (result == NULL) return 70;
  if (strcmp(mode, "taps") == 0) run_taps(result);
  else if (strcmp(mode, "fan") == 0) run_fan(board, result);
  else if (strcmp(mode, "cold") == 0) run_cold(result);
  else if (strcmp(mode, "restart") == 0) run_restart(board, result);
  else if (strcmp(mode, "idle") != 0) return 64;
  fprintf(result, "memory %ld\n", host_memory());
  if (fclose(result) != 0) return 70;
  return rename(unfinished, path) == 0 ? 0 : 70;
}
