/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-canvas.h"

#include "pn-command-list.h"

struct _PnCanvas {
  GtkWidget parent_instance;
};

G_DEFINE_FINAL_TYPE (PnCanvas, pn_canvas, GTK_TYPE_WIDGET)

static void
pn_canvas_class_init (PnCanvasClass *class)
{
}

static void
pn_canvas_init (PnCanvas *self)
{
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
}

GtkWidget *
pn_canvas_new (PnEditor *editor, PnCommands *commands)
{
  pn_commands_add (commands, pn_commands_canvas, editor);
  return g_object_new (PN_TYPE_CANVAS, NULL);
}
