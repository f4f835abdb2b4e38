/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The few transcendental functions a frame depends on, as fixed polynomials: glibc picks code by
 * processor, so its results may differ in the last bit between machines. sqrt is fixed by IEEE 754
 * and may be used as it is. Non-finite arguments give NaN (pn_exp2 of an infinity its limit). */

#define PN_PI 3.14159265358979323846

/* Sine and cosine of an angle in radians, within 1 ulp or so for |angle| < 1e6. */
void pn_sincos (double angle, double *sine, double *cosine);

/* The same for degrees; exact at every multiple of 90. */
void pn_sincos_deg (double angle_deg, double *sine, double *cosine);

/* In -PI..PI; 0 for the origin. */
double pn_atan2 (double y, double x);

double pn_exp2 (double x);

/* Of a positive number; -infinity at 0, NaN below. */
double pn_log2 (double x);

static inline double
pn_clamp (double value, double low, double high)
{
  return value < low ? low : value > high ? high : value;
}
