/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>

/* A fuzzer's input: bytes until they run out, zeros after. */
typedef struct {
  const uint8_t *data;
  size_t size;
} TestInput;

static inline unsigned
test_input_byte (TestInput *input)
{
  if (input->size == 0)
    return 0;
  input->size--;
  return *input->data++;
}

/* Mostly small numbers, now and then one that is none or out of all bounds. */
static inline double
test_input_number (TestInput *input, double scale)
{
  static const double odd[] = {
      (double)NAN, (double)INFINITY, -(double)INFINITY, 1e308, -1e200, 1e-300, -0.0, 1e20};
  unsigned first = test_input_byte (input), second = test_input_byte (input);
  if (first == 255)
    return odd[second % G_N_ELEMENTS (odd)];
  return scale * ((double)first - 127 + second / 256.0);
}
