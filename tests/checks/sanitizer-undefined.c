/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Overflows a signed integer, which the undefined-behaviour sanitizer must report. */

#include <limits.h>

int
main (int argc, char **argv)
{
  volatile int largest = INT_MAX;
  volatile int sum = largest + argc;
  return sum == 1 ? 2 : 0;
}
