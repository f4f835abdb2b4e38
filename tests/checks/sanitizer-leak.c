/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Loses a heap block, which the leak sanitizer must report. */

#include <stdlib.h>

static char *volatile block;

int
main (void)
{
  block = malloc (16);
  block = NULL;
  return 0;
}
