/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-notices.h"

#include <glib/gi18n-lib.h>

#include "pn-dialog.h"
#include "pn-trace.h"

/* So many px of notices show at once, and the list scrolls. */
#define HEIGHT_MAX 120

/* What belongs to a row. */
typedef struct {
  char *subject;
  PnAnswered answered; /* (nullable) */
  gpointer data;
} Notice;

#define NOTICE "pn-notice"

static void
notice_free (gpointer data)
{
  Notice *notice = data;

  g_free (notice->subject);
  g_free (notice);
}

static GtkWidget *
get_rows (GtkWidget *list)
{
  return g_object_get_data (G_OBJECT (list), "pn-rows");
}

static GtkWidget *
find_row (GtkWidget *list, const char *subject)
{
  for (GtkWidget *row = gtk_widget_get_first_child (get_rows (list)); row != NULL;
       row = gtk_widget_get_next_sibling (row)) {
    const Notice *notice = g_object_get_data (G_OBJECT (row), NOTICE);
    if (g_str_equal (notice->subject, subject))
      return row;
  }
  return NULL;
}

/* The keyboard goes on with the next one, or back to where GTK thinks. */
static void
remove_row (GtkWidget *row)
{
  GtkWidget *rows = gtk_widget_get_parent (row);
  GtkWidget *list = gtk_widget_get_ancestor (rows, GTK_TYPE_SCROLLED_WINDOW);
  GtkWidget *next = gtk_widget_get_next_sibling (row);
  gboolean has_focus = gtk_widget_get_focus_child (rows) == row;

  if (next == NULL)
    next = gtk_widget_get_prev_sibling (row);
  if (has_focus && next != NULL)
    gtk_widget_child_focus (next, GTK_DIR_TAB_FORWARD);
  gtk_box_remove (GTK_BOX (rows), row);
  if (next == NULL)
    gtk_widget_hide (list);
}

static void
answer (GtkWidget *row, int index)
{
  Notice *notice = g_object_steal_data (G_OBJECT (row), NOTICE);

  remove_row (row);
  if (notice->answered != NULL)
    notice->answered (notice->data, index);
  notice_free (notice);
}

static void
put_away (GtkWidget *row)
{
  answer (row, PN_ANSWER_NONE);
}

static void
answer_cb (GtkWidget *button, gpointer index)
{
  answer (gtk_widget_get_parent (button), GPOINTER_TO_INT (index));
}

static gboolean
key_cb (GtkWidget *row, guint keyval, guint keycode, GdkModifierType state)
{
  if (keyval != GDK_KEY_Escape)
    return FALSE;
  put_away (row);
  return TRUE;
}

static GtkWidget *
build_close (GtkWidget *row)
{
  GtkWidget *close = gtk_button_new_from_icon_name ("pn-close-symbolic");

  gtk_widget_add_css_class (close, "flat");
  gtk_widget_set_valign (close, GTK_ALIGN_START);
  gtk_widget_set_tooltip_text (close, _ ("Put this away (Esc)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (close), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Put this away"), -1);
  g_signal_connect_object (close, "clicked", G_CALLBACK (put_away), row, G_CONNECT_SWAPPED);
  return close;
}

static GtkWidget *
build_answer (const PnAnswer *one, int index)
{
  GtkWidget *button = pn_mnemonic_button_new (one->label);

  gtk_widget_set_valign (button, GTK_ALIGN_START);
  gtk_widget_set_focus_on_click (button, FALSE);
  g_signal_connect (button, "clicked", G_CALLBACK (answer_cb), GINT_TO_POINTER (index));
  return button;
}

static const struct {
  const char *css_class, *icon;
} looks[] = {
    [PN_MESSAGE_INFO] = {"info", "pn-info-symbolic"},
    [PN_MESSAGE_WARNING] = {"warning", "pn-warning-symbolic"},
    [PN_MESSAGE_ERROR] = {"error", "pn-error-symbolic"},
};

static GtkWidget *
build_row (PnMessageKind kind, const char *text, const PnAnswer *answers, guint n_answers)
{
  GtkWidget *row =
      g_object_new (GTK_TYPE_BOX, "accessible-role", GTK_ACCESSIBLE_ROLE_ALERT, "spacing", 9, NULL);
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "label", text, "wrap", TRUE, "xalign", 0.0,
                                   "hexpand", TRUE, "selectable", TRUE, NULL);
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_widget_add_css_class (row, "pn-message");
  gtk_widget_add_css_class (row, "pn-notice");
  gtk_widget_add_css_class (row, looks[kind].css_class);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (key_cb), row, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (row, keys);
  gtk_box_append (GTK_BOX (row), gtk_image_new_from_icon_name (looks[kind].icon));
  gtk_box_append (GTK_BOX (row), label);
  for (guint i = 0; i < n_answers; i++)
    gtk_box_append (GTK_BOX (row), build_answer (&answers[i], (int)i));
  gtk_box_append (GTK_BOX (row), build_close (row));
  return row;
}

void
pn_notices_show (GtkWidget *notices,
                 const char *subject,
                 PnMessageKind kind,
                 const char *text,
                 const PnAnswer *answers,
                 guint n_answers,
                 PnAnswered answered,
                 gpointer data)
{
  Notice *notice = g_new0 (Notice, 1);
  GtkWidget *row = build_row (kind, text, answers, n_answers);

  *notice = (Notice){g_strdup (subject), answered, data};
  g_object_set_data_full (G_OBJECT (row), NOTICE, notice, notice_free);
  pn_notices_hide (notices, subject);
  gtk_box_prepend (GTK_BOX (get_rows (notices)), row);
  gtk_widget_show (notices);
}

void
pn_notices_hide (GtkWidget *notices, const char *subject)
{
  GtkWidget *row = find_row (notices, subject);

  if (row != NULL)
    remove_row (row);
}

gboolean
pn_notices_has (GtkWidget *notices, const char *subject)
{
  return find_row (notices, subject) != NULL;
}

/* The same sentence is there once, where it was. */
static void
message_cb (GtkWidget *notices, guint kind, const char *text)
{
  uint64_t span = pn_trace_begin ();

  if (kind == PN_MESSAGE_ERROR && !pn_notices_has (notices, text))
    pn_notices_show (notices, text, PN_MESSAGE_ERROR, text, NULL, 0, NULL, NULL);
  pn_trace_end ("ui.message", span);
}

GtkWidget *
pn_notices_new (PnEditor *editor)
{
  GtkWidget *list = gtk_scrolled_window_new ();
  GtkWidget *rows = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (list), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (list), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (list), HEIGHT_MAX);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (list), rows);
  gtk_widget_hide (list);
  g_object_set_data (G_OBJECT (list), "pn-rows", rows);
  g_signal_connect_object (editor, "message", G_CALLBACK (message_cb), list, G_CONNECT_SWAPPED);
  return list;
}
