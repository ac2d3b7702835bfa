/* Counts the allocations of the program that it is linked into. */
#ifndef BENCHMARK_ALLOCATIONS_H
#define BENCHMARK_ALLOCATIONS_H

/* Calls of malloc(3) and its kin since the start, on all threads; realloc counts as one, free does not count. */
unsigned long benchmark_allocation_count(void);

/* Writes where the next allocations are asked for to standard error, as backtrace_symbols_fd(3) does; 0 ends it. */
void benchmark_trace_allocations(int count);

#endif
