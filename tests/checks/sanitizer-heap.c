/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Reads one byte behind a heap block. The address sanitizer must report it: if it does not, its
 * silence about the tests means nothing. */

#include <stdlib.h>
#include <string.h>

int
main (int argc, char **argv)
{
  volatile size_t size = 16 + (size_t)(argc > 1000);
  char *block = malloc (size);
  if (!block)
    return 0;
  memset (block, 1, size);
  int value = ((volatile char *)block)[size];
  free (block);
  return value == 77 ? 2 : 0;
}
