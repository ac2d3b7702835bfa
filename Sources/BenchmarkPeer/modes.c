#include "presenter.h"

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static void fail(const char *what) {
  fprintf(stderr, "BenchmarkPeer: %s\n", what);
  _exit(71);
}

static int ascending(const void *left, const void *right) {
  uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
  return a < b ? -1 : a > b;
}

/* Taps until so many have ended or the time is over; each instance is tapped again when its quote has come. With one open
   at a time the instances come in turn, and `latencies` gets the time of each. Returns how many have ended. */
static unsigned long tap_all(unsigned long taps, uint64_t end, uint32_t *latencies) {
  long instances = option("instances", 64), open = option("open", 64);
  unsigned long ended = 0, begun = 0, first = seen.quotes;
  uint64_t before = now();
  for (; begun < (unsigned long)open && begun < taps; begun++) tap((long)begun % instances);
  wire_flush();
  while (ended < begun) {
    more();
    enum line_kind kind;
    while ((kind = next_line()) != LINE_NONE) {
      if (kind == LINE_FAILURE) fail("a tap has failed");
      if (kind != LINE_QUOTE) continue;
      uint64_t time = open == 1 || ended % 64 == 0 ? now() : 0;
      if (latencies != NULL) latencies[ended] = (uint32_t)(time - before);
      before = time;
      ended = seen.quotes - first;
      if (time > end) taps = begun;
      if (begun < taps) tap(open == 1 ? (long)begun % instances : seen.instance), begun++;
    }
    wire_flush();
  }
  return ended;
}

void run_taps(FILE *result) {
  unsigned long taps = (unsigned long)option("taps", 10000);
  uint64_t length = (uint64_t)(option("milliseconds", 1000)) * 1000000u;
  uint32_t *latencies = option("open", 64) == 1 ? calloc(taps, sizeof *latencies) : NULL;
  tap_all(taps / 10 + 64, now() + length / 5, NULL);
  seen.lines = 0;
  uint64_t host = host_time(), begin = now();
  unsigned long ended = tap_all(taps, begin + length, latencies);
  uint64_t end = now();
  host = host_time() - host;
  fprintf(result, "perSecond %.1f\n", (double)ended * 1e9 / (double)(end - begin));
  fprintf(result, "hostTime %.1f\n", (double)host / (double)ended);
  fprintf(result, "linesPerTap %.3f\n", (double)seen.lines / (double)ended);
  if (latencies == NULL) return;
  qsort(latencies, ended, sizeof *latencies, ascending);
  fprintf(result, "p50 %u\np99 %u\n", latencies[ended / 2], latencies[ended * 99 / 100]);
  free(latencies);
}

void run_fan(struct board *board, FILE *result) {
  long taps = option("taps", 500), presenters = option("presenters", 1);
  uint64_t limit = now() + 20000000000u;
  while (atomic_load(&board->ready) < presenters) {
    if (now() > limit) fail("not all presenters have been attached");
    usleep(1000);
  }
  uint64_t host = host_time(), begin = now();
  for (long ended = 0; ended < taps; ended++) {
    tap(0);
    wire_flush();
    while (seen.seq < 3 * (ended + 1)) {
      more();
      while (next_line() != LINE_NONE) {}
    }
  }
  uint64_t end = now();
  while (atomic_load(&board->finished) < presenters - 1) {
    if (now() > limit) fail("not all presenters have seen the last line");
    usleep(200);
  }
  host = host_time() - host;
  if (atomic_load(&board->last) > end) end = atomic_load(&board->last);
  unsigned long lines = seen.lines + atomic_load(&board->lines);
  fprintf(result, "perSecond %.1f\n", (double)lines * 1e9 / (double)(end - begin));
  fprintf(result, "hostTime %.1f\n", (double)host / (double)lines);
  fprintf(result, "delivered %.4f\n", (double)lines / (double)(3 * taps * presenters));
}

int run_sink(struct board *board) {
  long last = 3 * option("taps", 500);
  while (seen.seq < last) {
    if (!wire_read()) return 0;
    while (next_line() != LINE_NONE) {}
  }
  unsigned long time = now(), latest = atomic_load(&board->last);
  while (latest < time && !atomic_compare_exchange_weak(&board->last, &latest, time)) {}
  atomic_fetch_add(&board->lines, seen.lines);
  atomic_fetch_add(&board->finished, 1);
  while (wire_read()) {
    while (next_line() != LINE_NONE) {}
  }
  return 0;
}

void run_cold(FILE *result) {
  tap(0);
  wire_flush();
  while (seen.quotes == 0) {
    while (next_line() != LINE_NONE) {}
    if (seen.quotes == 0) more();
  }
  fprintf(result, "first %llu\nquote %llu\n", (unsigned long long)seen.first, (unsigned long long)now());
}

void run_restart(struct board *board, FILE *result) {
  /* Long beside what a host still has to do after an answer, and for it to see the next one start. */
  const uint64_t idle = 30000000u, pause = 200000u, patience = 5000000u;
  for (long times = option("times", 5); times > 0; times--) {
    while (more_within(idle)) {
      while (next_line() != LINE_NONE) {}
    }
    int service = atomic_load(&board->service);
    uint64_t begin = now();
    if (service <= 0 || kill(service, SIGKILL) != 0) fail("the service cannot be killed");
    unsigned long quotes = seen.quotes;
    while (seen.quotes == quotes) {
      if (now() - begin > 5000000000u) fail("no answer after a restart");
      unsigned long failures = seen.failures;
      tap(0);
      wire_flush();
      while (seen.quotes == quotes && seen.failures == failures && more_within(patience)) {
        while (next_line() != LINE_NONE) {}
      }
      /* The host says that the request died with the service: once more, but not as fast as can be. */
      if (seen.failures != failures) more_within(pause);
    }
    if (atomic_load(&board->service) == service) fail("the killed service has answered");
    fprintf(result, "restart %llu\n", (unsigned long long)(now() - begin));
  }
}
