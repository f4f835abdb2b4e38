/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdlib.h>

/* How a core function ends when nothing is anybody's bug: degenerate input is data. On anything but
 * PN_STATUS_OK the outputs are untouched. */
typedef enum {
  PN_STATUS_OK = 0,
  PN_STATUS_EMPTY,      /* nothing there to work on: no opaque pixel, no vertex */
  PN_STATUS_DEGENERATE, /* the shape has no area, or its parts fall together */
  PN_STATUS_SINGULAR,   /* the system has no unique solution */
  PN_STATUS_NOT_FINITE, /* a number is NaN or infinite */
  PN_STATUS_LIMIT,      /* over a stated bound */
  PN_STATUS_NO_MEMORY,
  PN_STATUS_CANCELLED,
} PnStatus;

/* A short English word for logs and tests, never for users; static. */
const char *pn_status_name (PnStatus status);

/* A caller's bug. Stays on in release builds: a wrong document is worse than a stopped program. */
#define PN_ASSERT(expression)                                       \
  do {                                                              \
    if (__builtin_expect (!(expression), 0))                        \
      pn_assert_failed (#expression, __FILE__, __LINE__, __func__); \
  } while (0)

_Noreturn void
pn_assert_failed (const char *expression, const char *file, int line, const char *function);

#define PN_N_ELEMENTS(array) (sizeof (array) / sizeof ((array)[0]))
