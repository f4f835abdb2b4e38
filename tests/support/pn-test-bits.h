/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <string.h>

/* Doubles that must be equal to the bit (0 is not -0). */
static inline gboolean
pn_test_same_bits (double a, double b)
{
  return memcmp (&a, &b, sizeof a) == 0;
}

#define pn_assert_same_bits(a, b)                                                      \
  G_STMT_START                                                                         \
  {                                                                                    \
    double a_ = (a), b_ = (b);                                                         \
    if (!pn_test_same_bits (a_, b_))                                                   \
      g_error ("%s:%d: %s is %.17g, %s is %.17g", __FILE__, __LINE__, #a, a_, #b, b_); \
  }                                                                                    \
  G_STMT_END
