/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-work.h"

PnWork
pn_work_part (const PnWork *work, double begin, double end)
{
  PnWork part = {.end = 1};

  if (work == NULL)
    return part;
  part = *work;
  part.begin = work->begin + (work->end - work->begin) * begin;
  part.end = work->begin + (work->end - work->begin) * end;
  return part;
}

gboolean
pn_work_tell (const PnWork *work, double fraction, GError **error)
{
  if (work == NULL)
    return TRUE;
  if (g_cancellable_set_error_if_cancelled (work->cancellable, error))
    return FALSE;
  if (work->tell != NULL)
    work->tell (work->data, work->begin + (work->end - work->begin) * fraction);
  return TRUE;
}
