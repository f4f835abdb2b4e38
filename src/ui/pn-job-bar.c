/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-job-bar.h"

#include <glib/gi18n-lib.h>

#include "pn-dialog.h"
#include "pn-job.h"

/* What is over sooner need not be seen. */
#define SHOW_AFTER_S 0.5

#define ROW_WIDTH 320 /* px */

/* The widgets of one job. */
typedef struct {
  GtkWidget *row, *percent, *progress, *left;
} Row;

/* Nothing of it is seen while no row is. */
static void
update_bar (GtkWidget *bar)
{
  gboolean is_seen = FALSE;

  for (GtkWidget *row = gtk_widget_get_first_child (bar); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    is_seen |= gtk_widget_get_visible (row);
  gtk_widget_set_visible (bar, is_seen);
}

static void
update_progress (Row *row, PnJob *job)
{
  double fraction = pn_job_get_fraction (job);

  gtk_widget_set_visible (row->percent, fraction >= 0);
  if (fraction < 0) {
    gtk_progress_bar_pulse (GTK_PROGRESS_BAR (row->progress));
    return;
  }
  /* Translators: how far a job is. */
  g_autofree char *percent = g_strdup_printf (_ ("%d %%"), (int)(fraction * 100));
  gtk_label_set_text (GTK_LABEL (row->percent), percent);
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (row->progress), fraction);
}

static void
job_changed_cb (PnJob *job, Row *row)
{
  gboolean is_waiting = pn_job_get_state (job) == PN_JOB_WAITING;
  g_autofree char *left = pn_job_describe_left (job);

  gtk_widget_set_visible (row->row, is_waiting || pn_job_get_seconds (job) > SHOW_AFTER_S);
  if (is_waiting)
    gtk_label_set_text (GTK_LABEL (row->left), _ ("Waits for the one before"));
  else
    gtk_label_set_text (GTK_LABEL (row->left), left != NULL ? left : "");
  if (!is_waiting)
    update_progress (row, job);
  update_bar (gtk_widget_get_parent (row->row));
}

static GtkWidget *
make_label (const char *text, const char *class)
{
  GtkWidget *label = pn_dialog_label (text, class);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  return label;
}

static GtkWidget *
make_words (Row *row, PnJob *job)
{
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *title = make_label (pn_job_get_title (job), NULL);

  row->percent = make_label (NULL, "pn-dim");
  gtk_widget_add_css_class (row->percent, "pn-numeric");
  gtk_label_set_ellipsize (GTK_LABEL (row->percent), PANGO_ELLIPSIZE_NONE);
  row->progress = gtk_progress_bar_new ();
  gtk_accessible_update_property (GTK_ACCESSIBLE (row->progress), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  pn_job_get_title (job), -1);
  row->left = make_label (NULL, "pn-caption");
  gtk_widget_set_hexpand (title, TRUE);
  gtk_box_append (GTK_BOX (line), title);
  gtk_box_append (GTK_BOX (line), row->percent);
  gtk_box_append (GTK_BOX (words), line);
  gtk_box_append (GTK_BOX (words), row->progress);
  gtk_box_append (GTK_BOX (words), row->left);
  gtk_widget_set_hexpand (words, TRUE);
  return words;
}

static GtkWidget *
make_stop (PnJob *job)
{
  GtkWidget *stop = gtk_button_new_with_label (_ ("Stop"));
  g_autofree char *tooltip = g_strdup_printf (_ ("Stop: %s"), pn_job_get_title (job));

  gtk_widget_set_valign (stop, GTK_ALIGN_CENTER);
  gtk_widget_set_focus_on_click (stop, FALSE);
  gtk_widget_set_tooltip_text (stop, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (stop), GTK_ACCESSIBLE_PROPERTY_LABEL, tooltip,
                                  -1);
  g_signal_connect_object (stop, "clicked", G_CALLBACK (pn_job_cancel), job, G_CONNECT_SWAPPED);
  return stop;
}

static void
add_row (GtkWidget *bar, PnJob *job)
{
  Row *row = g_new0 (Row, 1);

  row->row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  gtk_widget_set_size_request (row->row, ROW_WIDTH, -1);
  gtk_box_append (GTK_BOX (row->row), make_words (row, job));
  gtk_box_append (GTK_BOX (row->row), make_stop (job));
  gtk_box_append (GTK_BOX (bar), row->row);
  g_object_set_data_full (G_OBJECT (row->row), "pn-job-row", row, g_free);

  GClosure *closure = g_cclosure_new (G_CALLBACK (job_changed_cb), row, NULL);
  g_object_watch_closure (G_OBJECT (row->row), closure);
  g_signal_connect_closure (job, "changed", closure, FALSE);
  job_changed_cb (job, row);
}

static void
jobs_changed_cb (GtkWidget *bar, guint position, guint n_removed, guint n_added, GListModel *jobs)
{
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (bar)) != NULL)
    gtk_box_remove (GTK_BOX (bar), row);
  for (guint i = 0; i < g_list_model_get_n_items (jobs); i++) {
    g_autoptr (PnJob) job = g_list_model_get_item (jobs, i);
    add_row (bar, job);
  }
  update_bar (bar);
}

GtkWidget *
pn_job_bar_new (GListModel *jobs)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);

  gtk_widget_add_css_class (bar, "pn-float");
  g_signal_connect_object (jobs, "items-changed", G_CALLBACK (jobs_changed_cb), bar,
                           G_CONNECT_SWAPPED);
  g_object_set_data_full (G_OBJECT (bar), "pn-jobs", g_object_ref (jobs), g_object_unref);
  jobs_changed_cb (bar, 0, 0, 0, jobs);
  return bar;
}
