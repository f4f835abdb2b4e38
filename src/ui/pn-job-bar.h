/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/* What is under way and takes longer than a moment: how far it is, how long it will take, and a
 * button that stops it. `jobs` is a list of PnJob, held for the widget's life; whoever puts a job
 * there takes it out when it is over. */
GtkWidget *pn_job_bar_new (GListModel *jobs);
