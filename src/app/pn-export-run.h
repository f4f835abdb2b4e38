/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-editor.h"
#include "pn-export-choice.h"
#include "pn-job.h"

/* An export on a thread: a snapshot of the document is drawn by means of its own, while it is
 * edited on. Exports of all windows run one after the other, in the order they were asked for. Main
 * thread. */

/* How it ended. `text` is a sentence; `folder` (nullable) where the result lies. */
typedef void (*PnExported) (gpointer data,
                            PnMessageKind kind,
                            const char *text,
                            const char *folder);

/* Whether an export to that file or folder, of any window, runs or waits for its turn. */
gboolean pn_export_is_under_way (const char *path);

/* Puts it in the row and starts it when its turn comes. `exported` is told the outcome, `destroy`
 * frees `data` after that. Borrowed: it is there until it is over. */
PnJob *pn_export_begin (PnEditor *editor,
                        const PnExportChoice *choice,
                        PnExported exported,
                        gpointer data,
                        GDestroyNotify destroy);
