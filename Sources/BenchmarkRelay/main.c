/* BenchmarkRelay: the host that greenroom-benchmark compares with. It does what a host between these peers cannot do
 * without, and nothing else: it reads, looks for the few bytes that it must know, puts the lines of a tap together from
 * prepared pieces, and writes once for each peer and batch. It parses nothing, checks nothing and bounds nothing.
 *
 *   BenchmarkRelay PEER FOLDER BYTES PRESENTERS MODE [NAME=VALUE ...]
 *
 * It starts `PEER service FOLDER BYTES` and so many of `PEER presenter FOLDER MODE ...`, all but the first with the mode
 * `sink`; it ends when the first presenter ends, with its status, and starts the service again whenever that ends. */
#define _GNU_SOURCE
#include "relay.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A request's number carries the instance that waits for its answer. */
enum { INSTANCES = 64, PRESENTERS = 1024 };

static struct peer service, presenters[PRESENTERS];
static int presenter_count;
static unsigned long requests, causes, seqs[INSTANCES];
static char is_open[INSTANCES];

static const char *behind(const char *line, size_t length, const char *text) {
  char *found = memmem(line, length, text, strlen(text));
  return found == NULL ? NULL : found + strlen(text);
}

static void show(long instance, const char *output, const char *value, size_t value_length, const char *value_end) {
  char head[160], tail[80];
  size_t head_length = (size_t)snprintf(
      head, sizeof head,
      "{\"jsonrpc\":\"2.0\",\"method\":\"output\",\"params\":{\"viewModel\":\"quote-%ld\",\"output\":\"%s\",\"value\":",
      instance, output);
  size_t tail_length = (size_t)snprintf(
      tail, sizeof tail, "%s,\"seq\":%lu,\"cause\":%lu}}\n", value_end, ++seqs[instance], causes);
  for (int index = 0; index < presenter_count; index++) {
    peer_add(&presenters[index], head, head_length);
    peer_add(&presenters[index], value, value_length);
    peer_add(&presenters[index], tail, tail_length);
  }
}

static void ask(long instance) {
  char line[128];
  int length = snprintf(
      line, sizeof line,
      "{\"jsonrpc\":\"2.0\",\"id\":%lu,\"method\":\"quotes.random\",\"params\":{\"_meta\":{\"deadlineMs\":10000}}}\n",
      ++requests * INSTANCES + (unsigned long)instance);
  is_open[instance] = 1;
  peer_add(&service, line, (size_t)length);
}

static void on_input(const char *line, size_t length) {
  const char *name = behind(line, length, "\"viewModel\":\"quote-");
  if (name == NULL || !memmem(line, length, "refreshButtonDidTap", 19)) return;
  long instance = strtol(name, NULL, 10) % INSTANCES;
  causes++;
  static const char off[] = "{\"isEnabled\":false}";
  show(instance, "toggleButton", off, sizeof off - 1, "");
  ask(instance);
}

static void on_answer(const char *line, size_t length) {
  const char *id = behind(line, length < 64 ? length : 64, "\"id\":");
  const char *result = behind(line, length < 96 ? length : 96, "\"result\":");
  if (id == NULL || result == NULL) return;
  long instance = strtol(id, NULL, 10) % INSTANCES;
  if (!is_open[instance]) return;
  is_open[instance] = 0;
  causes++;
  char quote_head[] = "{\"quote\":";
  /* The value's own brace closes behind the result, which is passed on as it is, without the answer's. */
  static char *value;
  static size_t capacity;
  size_t count = (size_t)(line + length - 1 - result) + sizeof quote_head - 1;
  if (count > capacity) value = realloc(value, capacity = count * 2);
  if (value == NULL) exit(70);
  memcpy(value, quote_head, sizeof quote_head - 1);
  memcpy(value + sizeof quote_head - 1, result, count - (sizeof quote_head - 1));
  show(instance, "fetchQuoteDidSuccess", value, count, "}");
  static const char on[] = "{\"isEnabled\":true}";
  show(instance, "toggleButton", on, sizeof on - 1, "");
}

void batch_end(void) {
  peer_flush(&service);
  for (int index = 0; index < presenter_count; index++) peer_flush(&presenters[index]);
}

static void on_service_exit(int status) {
  (void)status;
  peer_start(&service);
  for (long instance = 0; instance < INSTANCES; instance++) {
    if (is_open[instance]) ask(instance);
  }
  batch_end();
}

static void on_presenter_exit(int status) { exit(status); }
static void on_sink_exit(int status) { (void)status; }

int main(int count, char **arguments) {
  if (count < 6) {
    fputs("usage: BenchmarkRelay PEER FOLDER BYTES PRESENTERS MODE [NAME=VALUE ...]\n", stderr);
    return 64;
  }
  signal(SIGPIPE, SIG_IGN);
  char *serve[] = {arguments[1], "service", arguments[2], arguments[3], NULL};
  service.arguments = serve;
  service.on_line = on_answer;
  service.on_exit = on_service_exit;
  peer_start(&service);

  presenter_count = (int)strtol(arguments[4], NULL, 10);
  if (presenter_count < 1 || presenter_count > PRESENTERS) return 64;
  for (int index = 0; index < presenter_count; index++) {
    char **present = calloc((size_t)count, sizeof *present);
    if (present == NULL) return 70;
    present[0] = arguments[1];
    present[1] = "presenter";
    present[2] = arguments[2];
    present[3] = index == 0 ? arguments[5] : "sink";
    for (int option = 6; option < count; option++) present[option - 2] = arguments[option];
    presenters[index].arguments = present;
    presenters[index].on_line = on_input;
    presenters[index].on_exit = index == 0 ? on_presenter_exit : on_sink_exit;
    peer_start(&presenters[index]);
  }
  return uv_run(uv_default_loop(), UV_RUN_DEFAULT);
}
