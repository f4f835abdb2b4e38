/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A sum of products that a compiler left to itself turns into fused multiply-adds: the count of
 * them in the layers means something only if this one is not zero. */

double fused (const double *a, const double *b, int n);

double
fused (const double *a, const double *b, int n)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}
