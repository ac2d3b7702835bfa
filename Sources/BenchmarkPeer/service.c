/* The service: answers `initialize` and every other request with a quote; all that one read brought with one write. */
#include "board.h"
#include "wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OPENING "{\"protocolVersion\":\"1\",\"provides\":[\"quotes.random\"]}}\n"
static const char text[] = "Measure what is measurable, and make measurable what is not so. ";

/* The rest of an answer behind its id. */
static char *quote_answer(long byte_count, size_t *length) {
  char *answer = malloc((size_t)byte_count + 128);
  if (answer == NULL) exit(70);
  size_t count = (size_t)sprintf(answer, ",\"result\":{\"content\":\"");
  for (long index = 0; index < byte_count; index++) answer[count++] = text[(size_t)index % (sizeof text - 1)];
  count += (size_t)sprintf(answer + count, "\",\"author\":\"Galileo Galilei\"}}\n");
  *length = count;
  return answer;
}

int serve(struct board *board, long byte_count) {
  size_t quote_length;
  char *quote = quote_answer(byte_count, &quote_length);
  atomic_store(&board->service, getpid());
  while (wire_read()) {
    const char *line;
    size_t length;
    while ((line = wire_line(&length)) != NULL) {
      const char *id = behind(line, length, "\"id\":");
      if (id == NULL) continue;
      const char *end = memchr(id, ',', (size_t)(line + length - id));
      if (end == NULL) continue;
      wire_add_text("{\"jsonrpc\":\"2.0\",\"id\":");
      wire_add(id, (size_t)(end - id));
      if (behind(line, length, "\"method\":\"initialize\"")) {
        wire_add_text(",\"result\":" OPENING);
      } else {
        wire_add(quote, quote_length);
      }
    }
    wire_flush();
  }
  return 0;
}
