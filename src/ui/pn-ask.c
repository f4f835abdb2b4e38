/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-ask.h"

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

static void
response_cb (GtkDialog *dialog, int response)
{
  Question *question = g_object_steal_data (G_OBJECT (dialog), QUESTION);

  if (question == NULL)
    return;
  /* It is gone before anything else is shown. */
  gtk_window_destroy (GTK_WINDOW (dialog));
  question->answered (question->data, response >= 0 ? response : PN_ANSWER_NONE);
  question_free (question);
}

static void
add_answer (GtkWidget *dialog, const PnAnswer *answer, int index)
{
  GtkWidget *button = gtk_dialog_add_button (GTK_DIALOG (dialog), answer->label, index);

  if (answer->kind == PN_ANSWER_DEFAULT) {
    gtk_widget_add_css_class (button, "suggested-action");
    gtk_dialog_set_default_response (GTK_DIALOG (dialog), index);
    gtk_widget_grab_focus (button);
  } else if (answer->kind == PN_ANSWER_DESTRUCTIVE) {
    gtk_widget_add_css_class (button, "destructive-action");
  }
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
  GtkWidget *dialog =
      gtk_message_dialog_new (parent, GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT,
                              GTK_MESSAGE_QUESTION, GTK_BUTTONS_NONE, "%s", question);
  Question *kept = g_new0 (Question, 1);

  if (detail != NULL)
    gtk_message_dialog_format_secondary_text (GTK_MESSAGE_DIALOG (dialog), "%s", detail);
  for (guint i = 0; i < n_answers; i++)
    add_answer (dialog, &answers[i], (int)i);
  *kept = (Question){answered, data, destroy};
  g_object_set_data_full (G_OBJECT (dialog), QUESTION, kept, question_free);
  g_signal_connect (dialog, "response", G_CALLBACK (response_cb), NULL);
  gtk_window_present (GTK_WINDOW (dialog));
}
