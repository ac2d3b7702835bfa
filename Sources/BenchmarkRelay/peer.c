#define _GNU_SOURCE
#include "relay.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* One read takes what a pipe holds. */
enum { PIPE = 256 << 10 };

static void must(int result, const char *what) {
  if (result >= 0) return;
  fprintf(stderr, "BenchmarkRelay: %s: %s\n", what, uv_strerror(result));
  exit(70);
}

static void grow(char **bytes, size_t *capacity, size_t wanted) {
  if (wanted <= *capacity) return;
  *capacity = wanted * 2;
  *bytes = realloc(*bytes, *capacity);
  if (*bytes == NULL) exit(70);
}

void peer_add(struct peer *peer, const char *bytes, size_t count) {
  grow(&peer->write_bytes, &peer->write_capacity, peer->write_count + count);
  memcpy(peer->write_bytes + peer->write_count, bytes, count);
  peer->write_count += count;
}

static void on_written(uv_write_t *write, int status) {
  struct peer *peer = write->data;
  free(peer->taken_bytes);
  peer->taken_bytes = NULL;
  peer->is_writing = 0;
  if (status == 0) peer_flush(peer);
}

void peer_flush(struct peer *peer) {
  if (peer->is_writing || peer->write_count == 0 || !peer->is_alive) return;
  uv_stream_t *stream = (uv_stream_t *)&peer->input;
  uv_buf_t buffer = uv_buf_init(peer->write_bytes, (unsigned)peer->write_count);
  int count = uv_try_write(stream, &buffer, 1);
  if (count == (int)peer->write_count) {
    peer->write_count = 0;
    return;
  }
  if (count < 0 && count != UV_EAGAIN) return;
  if (count < 0) count = 0;
  /* The rest is libuv's until the pipe has taken it; what comes meanwhile gets a buffer of its own. */
  buffer = uv_buf_init(peer->write_bytes + count, (unsigned)peer->write_count - (unsigned)count);
  peer->taken_bytes = peer->write_bytes;
  peer->write_bytes = NULL;
  peer->write_count = peer->write_capacity = 0;
  peer->is_writing = 1;
  peer->write.data = peer;
  must(uv_write(&peer->write, stream, &buffer, 1, on_written), "uv_write");
}

static void on_buffer(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer) {
  struct peer *peer = handle->data;
  (void)suggested;
  grow(&peer->read_bytes, &peer->read_capacity, peer->read_count + PIPE);
  *buffer = uv_buf_init(peer->read_bytes + peer->read_count, PIPE);
}

static void on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer) {
  struct peer *peer = stream->data;
  (void)buffer;
  if (count < 0) {
    uv_read_stop(stream);
    return;
  }
  size_t start = 0, searched = peer->read_count;
  peer->read_count += (size_t)count;
  char *end;
  while ((end = memchr(peer->read_bytes + searched, '\n', peer->read_count - searched)) != NULL) {
    peer->on_line(peer->read_bytes + start, (size_t)(end - peer->read_bytes) - start);
    start = searched = (size_t)(end - peer->read_bytes) + 1;
  }
  memmove(peer->read_bytes, peer->read_bytes + start, peer->read_count - start);
  peer->read_count -= start;
  batch_end();
}

/* Its memory is used again only when libuv is done with all three. */
static void on_closed(uv_handle_t *handle) {
  struct peer *peer = handle->data;
  if (--peer->open_handles == 0) peer->on_exit(peer->status);
}

static void on_exit_of_process(uv_process_t *process, int64_t status, int signal) {
  struct peer *peer = process->data;
  peer->is_alive = 0;
  peer->status = signal != 0 ? 128 + signal : (int)status;
  peer->read_count = peer->write_count = 0;
  uv_close((uv_handle_t *)&peer->input, on_closed);
  uv_close((uv_handle_t *)&peer->output, on_closed);
  uv_close((uv_handle_t *)process, on_closed);
}

void peer_start(struct peer *peer) {
  int input[2], output[2];
  if (pipe2(input, O_CLOEXEC) != 0 || pipe2(output, O_CLOEXEC) != 0) must(uv_translate_sys_error(24), "pipe2");
  fcntl(input[0], F_SETPIPE_SZ, PIPE);
  fcntl(output[0], F_SETPIPE_SZ, PIPE);
  uv_stdio_container_t descriptors[3] = {
      {.flags = UV_INHERIT_FD, .data.fd = input[0]},
      {.flags = UV_INHERIT_FD, .data.fd = output[1]},
      {.flags = UV_INHERIT_FD, .data.fd = 2},
  };
  uv_process_options_t options = {
      .file = peer->arguments[0], .args = peer->arguments, .exit_cb = on_exit_of_process, .stdio = descriptors,
      .stdio_count = 3};
  uv_loop_t *loop = uv_default_loop();
  must(uv_spawn(loop, &peer->process, &options), "uv_spawn");
  close(input[0]);
  close(output[1]);
  must(uv_pipe_init(loop, &peer->input, 0), "uv_pipe_init");
  must(uv_pipe_init(loop, &peer->output, 0), "uv_pipe_init");
  must(uv_pipe_open(&peer->input, input[1]), "uv_pipe_open");
  must(uv_pipe_open(&peer->output, output[0]), "uv_pipe_open");
  peer->process.data = peer->input.data = peer->output.data = peer;
  peer->is_alive = 1;
  peer->open_handles = 3;
  must(uv_read_start((uv_stream_t *)&peer->output, on_buffer, on_read), "uv_read_start");
}
