/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Each function reduces its argument until a Taylor series of fixed length is good to less than
 * 2^-55: a term or two longer than a minimax polynomial, but with coefficients anyone can check. No
 * table lookup by processor, no fused multiply-add, so the same bits everywhere. Angles are reduced
 * as Cody and Waite do (1980). Against a wider format all are within 1.5 units in the last place;
 * the test measures it. 10 to 25 ns each. */
#include "pn-math.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#define NOT_A_NUMBER ((double)NAN)

/* pi/2 in pieces of 33 bits and a rest, so that n times a piece is exact for |n| < 2^20. */
static const double half_pi[4] = {
    0x1.921fb544p+0,
    0x1.0b4611a6p-34,
    0x1.3198a2ep-69,
    0x1.b839a252049c1p-104,
};
#define TWO_OVER_PI 0x1.45f306dc9c883p-1
/* Below 2^20 quarter turns. */
#define LARGEST_EXACT_ANGLE 1.6e6

#define HALF_PI_HIGH 0x1.921fb54442d18p+0
#define HALF_PI_LOW 0x1.1a62633145c07p-54
#define LN_2_HIGH 0x1.62e42fefa39efp-1
#define LN_2_LOW 0x1.abc9e3b39803fp-56
#define ONE_OVER_LN_2 0x1.71547652b82fep+0

static uint64_t
bits_of (double value)
{
  uint64_t bits;
  memcpy (&bits, &value, sizeof bits);
  return bits;
}

static double
double_of (uint64_t bits)
{
  double value;
  memcpy (&value, &bits, sizeof value);
  return value;
}

/* c[0] + c[1] z + ... in Horner's order. */
static double
polynomial (const double *c, int n, double z)
{
  double sum = c[n - 1];
  for (int i = n - 2; i >= 0; i--)
    sum = sum * z + c[i];
  return sum;
}

/* Sine and cosine of high + low, |high| <= pi/4 and low no more than the rounding of high. */
static void
sincos_small (double high, double low, double *sine, double *cosine)
{
  static const double sine_terms[] = {
      -1.0 / 6,          1.0 / 120,          -1.0 / 5040,           1.0 / 362880,
      -1.0 / 39916800.0, 1.0 / 6227020800.0, -1.0 / 1307674368000., 1.0 / 355687428096000.0,
  };
  static const double cosine_terms[] = {
      1.0 / 24,          -1.0 / 720,           1.0 / 40320,           -1.0 / 3628800,
      1.0 / 479001600.0, -1.0 / 87178291200.0, 1.0 / 20922789888000.,
  };
  double z = high * high;

  double p = polynomial (sine_terms, 8, z);
  *sine = high + (high * z * p + low * (1.0 - 0.5 * z));

  double half_z = 0.5 * z;
  double rounded = 1.0 - half_z;
  double q = polynomial (cosine_terms, 7, z);
  *cosine = rounded + (((1.0 - rounded) - half_z) + (z * z * q - high * low));
}

/* Turns (sine, cosine) by `quarters` right angles. */
static void
turn_quarters (int quarters, double *sine, double *cosine)
{
  double s = *sine, c = *cosine;
  switch (quarters & 3) {
  case 0:
    break;
  case 1:
    *sine = c;
    *cosine = -s;
    break;
  case 2:
    *sine = -s;
    *cosine = -c;
    break;
  default:
    *sine = -c;
    *cosine = s;
    break;
  }
}

/* high + low -= subtrahend, whatever their sizes (Knuth's two-sum). */
static void
subtract (double *high, double *low, double subtrahend)
{
  double sum = *high - subtrahend;
  double back = sum - *high;
  double error = (*high - (sum - back)) - (subtrahend + back);
  *high = sum;
  *low += error;
}

void
pn_sincos (double angle, double *sine, double *cosine)
{
  if (!isfinite (angle)) {
    *sine = *cosine = NOT_A_NUMBER;
    return;
  }
  /* Beyond, neighbouring doubles are a visible angle apart: any fixed answer will do. */
  if (fabs (angle) > LARGEST_EXACT_ANGLE)
    angle = fmod (angle, 2.0 * PN_PI);

  double n = floor (angle * TWO_OVER_PI + 0.5);
  double high = angle, low = 0.0;
  for (int i = 0; i < 4; i++)
    subtract (&high, &low, n * half_pi[i]);
  double sum = high + low;
  low -= sum - high;

  sincos_small (sum, low, sine, cosine);
  turn_quarters ((int)n, sine, cosine);
}

void
pn_sincos_deg (double angle_deg, double *sine, double *cosine)
{
  /* pi/180 as 26 bits and a rest. */
  const double factor_high = 0x1.1df46ap-6, factor_low = 0x1.294e9c8ae0ec6p-33;

  if (!isfinite (angle_deg)) {
    *sine = *cosine = NOT_A_NUMBER;
    return;
  }
  double within = fmod (angle_deg, 360.0);
  double n = floor (within / 90.0 + 0.5);
  double rest = within - 90.0 * n; /* exact, in -45..45 */

  /* The product with pi/180 to twice the precision: 26 upper bits times 26 are exact. */
  double rest_high = double_of (bits_of (rest) & ~UINT64_C (0x7ffffff));
  double rest_low = rest - rest_high;
  double exact = rest_high * factor_high;
  double small = rest_low * factor_high + rest * factor_low;
  double sum = exact + small;

  sincos_small (sum, small - (sum - exact), sine, cosine);
  turn_quarters ((int)n, sine, cosine);
  *sine += 0.0; /* no -0 */
  *cosine += 0.0;
}

/* Of 0 <= ratio <= 1, as a sum. The arc tangent of the nearest eighth is known; what remains is the
 * arc tangent of at most 1/16, or of 1/8 next to 0, where a difference would lose digits. */
static void
atan_ratio (double ratio, double *high, double *low)
{
  static const double atan_eighths[9][2] = {
      {0.0, 0.0},
      {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
      {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
      {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
      {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
      {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
      {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
      {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
      {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
  };
  static const double terms[] = {
      -1.0 / 3, 1.0 / 5, -1.0 / 7, 1.0 / 9, -1.0 / 11, 1.0 / 13, -1.0 / 15, 1.0 / 17,
  };
  double eighths = ratio < 0.125 ? 0.0 : floor (ratio * 8.0 + 0.5);
  double known = eighths / 8.0;
  double t = (ratio - known) / (1.0 + ratio * known);
  double z = t * t;
  const double *of_known = atan_eighths[(int)eighths];

  double tail = t * z * polynomial (terms, 8, z) + of_known[1];
  double sum = of_known[0] + t;
  *low = (t - (sum - of_known[0])) + tail;
  *high = sum;
}

double
pn_atan2 (double y, double x)
{
  if (!isfinite (x) || !isfinite (y))
    return NOT_A_NUMBER;
  double across = fabs (x), up = fabs (y);
  if (!(across > 0.0) && !(up > 0.0))
    return 0.0;

  double high, low;
  if (up <= across) {
    atan_ratio (up / across, &high, &low);
  } else {
    atan_ratio (across / up, &high, &low);
    double rest = HALF_PI_HIGH - high;
    low = ((HALF_PI_HIGH - rest) - high) + (HALF_PI_LOW - low);
    high = rest;
  }
  if (x < 0.0) {
    double rest = 2.0 * HALF_PI_HIGH - high;
    low = ((2.0 * HALF_PI_HIGH - rest) - high) + (2.0 * HALF_PI_LOW - low);
    high = rest;
  }
  double angle = high + low;
  return y < 0.0 ? -angle : angle;
}

/* 2^n for -1022 <= n <= 1023. */
static double
power_of_two (int n)
{
  return double_of ((uint64_t)(n + 1023) << 52);
}

double
pn_exp2 (double x)
{
  static const double terms[] = {
      1.0 / 2,         1.0 / 6,          1.0 / 24,          1.0 / 120,
      1.0 / 720,       1.0 / 5040,       1.0 / 40320,       1.0 / 362880,
      1.0 / 3628800.0, 1.0 / 39916800.0, 1.0 / 479001600.0, 1.0 / 6227020800.0,
  };
  if (isnan (x))
    return NOT_A_NUMBER;
  if (x >= 1024.0)
    return (double)INFINITY;
  if (x < -1080.0)
    return 0.0;

  double n = floor (x + 0.5);
  double part = x - n; /* exact, in -0.5..0.5 */
  double g = part * LN_2_HIGH;
  double series = g + (g * g * polynomial (terms, 12, g) + part * LN_2_LOW);
  double value = 1.0 + series;
  /* In two steps, so that the lower end passes through the subnormal numbers. */
  int half = (int)n / 2;
  return value * power_of_two (half) * power_of_two ((int)n - half);
}

double
pn_log2 (double x)
{
  static const double terms[] = {
      2.0 / 3,  2.0 / 5,  2.0 / 7,  2.0 / 9,  2.0 / 11,
      2.0 / 13, 2.0 / 15, 2.0 / 17, 2.0 / 19, 2.0 / 21,
  };
  if (!isfinite (x) || x < 0.0)
    return NOT_A_NUMBER;
  if (!(x > 0.0))
    return (double)-INFINITY;

  int exponent = 0;
  if (x < 0x1p-1022) {
    x *= 0x1p54;
    exponent = -54;
  }
  uint64_t bits = bits_of (x);
  exponent += (int)(bits >> 52) - 1023;
  double mantissa = double_of ((bits & UINT64_C (0xfffffffffffff)) | UINT64_C (0x3ff) << 52);
  if (mantissa > 1.4142135623730951) {
    mantissa *= 0.5;
    exponent++;
  }

  /* With f = m - 1 and s = f / (2 + f): ln m = 2 atanh s = f - s (f - 2 s^2/3 - 2 s^4/5 - ...),
   * whose first term is exact. Times 1/ln 2 as 26 bits and a rest, to twice the precision. */
  const double factor_high = 0x1.7154760000000p+0, factor_low = 0x1.4ae0bf85ddf44p-26;
  double f = mantissa - 1.0;
  double s = f / (2.0 + f);
  double z = s * s;
  double correction = s * (f - z * polynomial (terms, 10, z));
  double f_high = double_of (bits_of (f) & ~UINT64_C (0x7ffffff));
  double exact = f_high * factor_high;
  double small = (f - f_high) * factor_high + (f * factor_low - correction * ONE_OVER_LN_2);
  double sum = (double)exponent + exact;
  return sum + (((double)exponent - sum) + exact + small);
}
