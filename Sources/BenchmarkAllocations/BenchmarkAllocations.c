/* The allocator's functions, counted and passed on to the C library's own. A program that defines them is used instead of the
 * library by everything in its process, the Swift runtime included.
 *
 * Under a sanitizer, which brings an allocator of its own, nothing is replaced and the count stays 0. */
#include "BenchmarkAllocations.h"

#include <errno.h>
#include <execinfo.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

static atomic_ulong allocation_count;
static atomic_int traces_left;
static _Thread_local int is_tracing;

unsigned long benchmark_allocation_count(void) {
  return atomic_load_explicit(&allocation_count, memory_order_relaxed);
}

void benchmark_trace_allocations(int count) {
  void *frames[1];
  backtrace(frames, 1); /* loads what it needs, which allocates */
  atomic_store(&traces_left, count);
}

#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer) && !__has_feature(memory_sanitizer)

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static void trace(void) {
  void *frames[24];
  is_tracing = 1;
  int depth = backtrace(frames, 24);
  backtrace_symbols_fd(frames, depth, STDERR_FILENO);
  (void)!write(STDERR_FILENO, "\n", 1);
  is_tracing = 0;
}

/* One thread does nearly all of it, so that an addition without a lock prefix would count as well; this one is exact. */
static void count(void) {
  atomic_fetch_add_explicit(&allocation_count, 1, memory_order_relaxed);
  if (atomic_load_explicit(&traces_left, memory_order_relaxed) > 0 && !is_tracing) {
    atomic_fetch_sub(&traces_left, 1);
    trace();
  }
}

void *malloc(size_t size) {
  count();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count();
  return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
  count();
  return __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
  count();
  void *memory = __libc_memalign(alignment, size);
  if (memory == NULL) return ENOMEM;
  *result = memory;
  return 0;
}

#endif
