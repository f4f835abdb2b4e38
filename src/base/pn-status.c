/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-status.h"

#include <stdio.h>

const char *
pn_status_name (PnStatus status)
{
  switch (status) {
  case PN_STATUS_OK:
    return "ok";
  case PN_STATUS_EMPTY:
    return "empty";
  case PN_STATUS_DEGENERATE:
    return "degenerate";
  case PN_STATUS_SINGULAR:
    return "singular";
  case PN_STATUS_NOT_FINITE:
    return "not finite";
  case PN_STATUS_LIMIT:
    return "limit";
  case PN_STATUS_NO_MEMORY:
    return "no memory";
  case PN_STATUS_CANCELLED:
    return "cancelled";
  }
  return "unknown";
}

void
pn_assert_failed (const char *expression, const char *file, int line, const char *function)
{
  fprintf (stderr, "%s:%d: %s: assertion failed: %s\n", file, line, function, expression);
  abort ();
}
