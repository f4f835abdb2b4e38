/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "pn-session.h"

/* The program: its windows and what they share. */
#define PN_TYPE_APPLICATION (pn_application_get_type ())
G_DECLARE_FINAL_TYPE (PnApplication, pn_application, PN, APPLICATION, GtkApplication)

PnApplication *pn_application_new (void);

/* A window for the document. */
void pn_application_show (PnApplication *self, PnSession *session);
