/* BenchmarkRelay: what a host can cost at the least. Two files: peers and their pipes, and what the lines mean. */
#ifndef BENCHMARK_RELAY_H
#define BENCHMARK_RELAY_H

#include <uv.h>

/* A child process with its two pipes. */
struct peer {
  char **arguments;
  /* Told of each line, without its LF, and of the end of the process. */
  void (*on_line)(const char *line, size_t length);
  void (*on_exit)(int status);
  uv_process_t process;
  uv_pipe_t input, output;
  /* What has been read and is no whole line yet. */
  char *read_bytes;
  size_t read_count, read_capacity;
  /* What waits to be written, and what libuv has taken over while the pipe was full. */
  char *write_bytes, *taken_bytes;
  size_t write_count, write_capacity;
  uv_write_t write;
  int is_writing, is_alive, open_handles, status;
};

void peer_start(struct peer *peer);
/* Adds bytes to what is written after this batch of lines. */
void peer_add(struct peer *peer, const char *bytes, size_t count);
/* Writes what waits: one write(2) unless the pipe is full. */
void peer_flush(struct peer *peer);
/* Called after each batch of lines: writes to whom it concerns. */
void batch_end(void);

#endif
