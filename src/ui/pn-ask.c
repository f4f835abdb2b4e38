/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-ask.h"

#include <glib/gi18n-lib.h>

#include "pn-dialog.h"

#define DETAIL_CHARS 52

typedef struct {
  PnAnswered answered;
  gpointer data;
  GDestroyNotify destroy; /* (nullable) */
} Question;

#define QUESTION "pn-question"

static void
question_free (gpointer data)
{
  Question *question = data;

  if (question->destroy != NULL)
    question->destroy (question->data);
  g_free (question);
}

/* It is gone before anything else is shown. */
static void
answer (GtkWindow *window, int index)
{
  Question *question = g_object_steal_data (G_OBJECT (window), QUESTION);

  if (question == NULL)
    return;
  /* Whoever is answered may close the window it stands over, which must not be looked for after
   * that by what GTK still does with this one. */
  gtk_window_set_transient_for (window, NULL);
  gtk_window_destroy (window);
  if (question->answered != NULL)
    question->answered (question->data, index);
  question_free (question);
}

static void
clicked_cb (GtkWidget *button, gpointer index)
{
  answer (GTK_WINDOW (gtk_widget_get_root (button)), GPOINTER_TO_INT (index));
}

static gboolean
close_request_cb (GtkWindow *window)
{
  answer (window, PN_ANSWER_NONE);
  return TRUE;
}

static void
add_answer (PnDialog *dialog, const PnAnswer *one, int index)
{
  GtkWidget *button = pn_mnemonic_button_new (one->label);

  g_signal_connect (button, "clicked", G_CALLBACK (clicked_cb), GINT_TO_POINTER (index));
  gtk_box_append (GTK_BOX (dialog->buttons), button);
  if (one->kind == PN_ANSWER_DEFAULT) {
    pn_dialog_set_default (dialog, button);
    gtk_widget_grab_focus (button);
  } else if (one->kind == PN_ANSWER_DESTRUCTIVE) {
    gtk_widget_add_css_class (button, "destructive-action");
  }
}

static void
add_words (PnDialog *dialog, const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_max_width_chars (GTK_LABEL (label), DETAIL_CHARS);
  gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (dialog->content), label);
}

void
pn_ask (GtkWindow *parent,
        const char *question,
        const char *detail,
        const PnAnswer *answers,
        guint n_answers,
        PnAnswered answered,
        gpointer data,
        GDestroyNotify destroy)
{
  PnDialog dialog = pn_dialog_new (parent, question);
  GtkWidget *no_bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  Question *kept = g_new0 (Question, 1);

  /* The question stands once, in the dialog itself. */
  gtk_widget_hide (no_bar);
  gtk_window_set_titlebar (dialog.window, no_bar);
  add_words (&dialog, question, "pn-question");
  if (detail != NULL)
    add_words (&dialog, detail, "pn-dim");
  for (guint i = 0; i < n_answers; i++)
    add_answer (&dialog, &answers[i], (int)i);
  *kept = (Question){answered, data, destroy};
  g_object_set_data_full (G_OBJECT (dialog.window), QUESTION, kept, question_free);
  g_signal_connect (dialog.window, "close-request", G_CALLBACK (close_request_cb), NULL);
  gtk_window_present (dialog.window);
}

void
pn_ask_to_replace (GtkWindow *parent,
                   const char *path,
                   PnAnswered answered,
                   gpointer data,
                   GDestroyNotify destroy)
{
  const PnAnswer answers[] = {
      {_ ("_Cancel"), PN_ANSWER_DEFAULT},
      {_ ("_Replace"), PN_ANSWER_DESTRUCTIVE},
  };
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *question =
      g_strdup_printf (_ ("There is a file “%s” already. Replace it?"), name);

  pn_ask (parent, question, _ ("What is in it now will be lost."), answers, G_N_ELEMENTS (answers),
          answered, data, destroy);
}
