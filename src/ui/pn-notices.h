/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-ask.h"
#include "pn-editor.h"

/* What stays until it is settled or put away, in a list above the status line that is hidden while
 * it is empty: the editor's errors, and what a part of the window has to say of its own. Main
 * thread. */
GtkWidget *pn_notices_new (PnEditor *editor);

/* `subject` is what it is about: there is one notice of each, the last. The answers (nullable) are
 * buttons; answering or putting it away says which, PN_ANSWER_NONE for the latter. `answered`
 * (nullable) and `data` are borrowed for as long as it stands. */
void pn_notices_show (GtkWidget *notices,
                      const char *subject,
                      PnMessageKind kind,
                      const char *text,
                      const PnAnswer *answers,
                      guint n_answers,
                      PnAnswered answered,
                      gpointer data);
void pn_notices_hide (GtkWidget *notices, const char *subject);
gboolean pn_notices_has (GtkWidget *notices, const char *subject);
