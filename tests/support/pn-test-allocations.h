/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>

/* Counts what a program takes from the heap. Included by one file of a test program, this stands in
 * for the C library's functions; under a sanitizer, which has done so already, it listens to
 * that. */
static atomic_size_t test_allocation_count;

#if defined(__has_feature)
#define TEST_HAS_FEATURE(feature) __has_feature (feature)
#else
#define TEST_HAS_FEATURE(feature) 0
#endif

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || \
    TEST_HAS_FEATURE(address_sanitizer) || TEST_HAS_FEATURE(thread_sanitizer)

int __sanitizer_install_malloc_and_free_hooks (void (*on_malloc) (const volatile void *, size_t),
                                               void (*on_free) (const volatile void *));

static void
test_count_cb (const volatile void *memory, size_t size)
{
  atomic_fetch_add (&test_allocation_count, 1);
}

static void
test_ignore_cb (const volatile void *memory)
{
}

static void __attribute__ ((constructor)) test_listen (void)
{
  __sanitizer_install_malloc_and_free_hooks (test_count_cb, test_ignore_cb);
}

#else

void *__libc_malloc (size_t size);
void *__libc_calloc (size_t count, size_t size);
void *__libc_realloc (void *memory, size_t size);
void *__libc_memalign (size_t alignment, size_t size);

void *
malloc (size_t size)
{
  atomic_fetch_add (&test_allocation_count, 1);
  return __libc_malloc (size);
}

void *
calloc (size_t count, size_t size)
{
  atomic_fetch_add (&test_allocation_count, 1);
  return __libc_calloc (count, size);
}

void *
realloc (void *memory, size_t size)
{
  atomic_fetch_add (&test_allocation_count, 1);
  return __libc_realloc (memory, size);
}

void *
aligned_alloc (size_t alignment, size_t size)
{
  atomic_fetch_add (&test_allocation_count, 1);
  return __libc_memalign (alignment, size);
}

int
posix_memalign (void **memory, size_t alignment, size_t size)
{
  atomic_fetch_add (&test_allocation_count, 1);
  *memory = __libc_memalign (alignment, size);
  return *memory ? 0 : ENOMEM;
}

#endif

/* How often the heap was asked since the program began, by any thread. */
static inline size_t
test_n_allocations (void)
{
  return atomic_load (&test_allocation_count);
}
