/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/* A question in a dialog of its own, over a window. */

typedef enum {
  PN_ANSWER_PLAIN,
  PN_ANSWER_DEFAULT,     /* Return; one of them */
  PN_ANSWER_DESTRUCTIVE, /* something is lost by it */
} PnAnswerKind;

typedef struct {
  const char *label; /* translated, with a mnemonic */
  PnAnswerKind kind;
} PnAnswer;

#define PN_ANSWER_NONE (-1)

/* `answer` is the index among the answers, or PN_ANSWER_NONE where the dialog was closed. */
typedef void (*PnAnswered) (gpointer data, int answer);

/* `question` is a sentence; `detail` (nullable) says more. The answer comes once, unless the window
 * goes before it or nobody asked (NULL); `destroy` (nullable) frees `data` in any case. */
void pn_ask (GtkWindow *parent,
             const char *question,
             const char *detail,
             const PnAnswer *answers,
             guint n_answers,
             PnAnswered answered,
             gpointer data,
             GDestroyNotify destroy);

/* Whether the file that is there may go: the answer is PN_ANSWER_REPLACE, or another one. */
#define PN_ANSWER_REPLACE 1
void pn_ask_to_replace (GtkWindow *parent,
                        const char *path,
                        PnAnswered answered,
                        gpointer data,
                        GDestroyNotify destroy);
