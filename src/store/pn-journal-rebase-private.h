/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-journal-file-private.h"

struct PnRebase {
  char *folder;
  PnContainerRest *rest; /* (nullable) */
  PnRoot *saved;
  char *path;          /* absolute */
  PnJournalFile *file; /* (nullable) when it has run */
};
