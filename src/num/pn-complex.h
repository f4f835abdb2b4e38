/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A complex number, and a point of the plane where that makes a formula shorter. A struct rather
 * than C's own type, whose product calls a function of the compiler's library for the sake of
 * infinities. */
typedef struct {
  double re, im;
} PnComplex;

static inline PnComplex
pn_complex (double re, double im)
{
  return (PnComplex){re, im};
}

static inline PnComplex
pn_complex_add (PnComplex a, PnComplex b)
{
  return (PnComplex){a.re + b.re, a.im + b.im};
}

static inline PnComplex
pn_complex_sub (PnComplex a, PnComplex b)
{
  return (PnComplex){a.re - b.re, a.im - b.im};
}

static inline PnComplex
pn_complex_scale (PnComplex a, double factor)
{
  return (PnComplex){a.re * factor, a.im * factor};
}

static inline PnComplex
pn_complex_conj (PnComplex a)
{
  return (PnComplex){a.re, -a.im};
}

static inline PnComplex
pn_complex_mul (PnComplex a, PnComplex b)
{
  return (PnComplex){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

/* conj (a) b: its parts are the scalar and the cross product of two vectors. */
static inline PnComplex
pn_complex_conj_mul (PnComplex a, PnComplex b)
{
  return (PnComplex){a.re * b.re + a.im * b.im, a.re * b.im - a.im * b.re};
}

static inline PnComplex
pn_complex_div (PnComplex a, PnComplex b)
{
  return pn_complex_scale (pn_complex_conj_mul (b, a), 1 / (b.re * b.re + b.im * b.im));
}

/* The square of the absolute value. */
static inline double
pn_complex_norm (PnComplex a)
{
  return a.re * a.re + a.im * a.im;
}
