/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Linked with the whole of one layer and with what lies below it, and nothing else: a call upwards
 * leaves an undefined symbol, and the link fails. */
int
main (void)
{
  return 0;
}
