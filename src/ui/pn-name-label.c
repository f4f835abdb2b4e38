/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-name-label.h"

#include <glib/gi18n-lib.h>

#include "pn-refresh.h"
#include "pn-trace.h"

struct _PnNameLabel {
  GtkWidget parent_instance;

  GtkWidget *label;
  GtkWidget *text; /* (nullable): made when the name is first changed, as few ever are */
  gboolean is_typing;
  guint begin; /* the source that gives the text the keyboard */
};

G_DEFINE_FINAL_TYPE (PnNameLabel, pn_name_label, GTK_TYPE_WIDGET)

enum {
  RENAMED,
  N_SIGNALS,
};
static guint signals[N_SIGNALS];

void
pn_name_label_set_text (PnNameLabel *self, const char *text)
{
  g_return_if_fail (PN_IS_NAME_LABEL (self));

  pn_refresh_label (self->label, text);
}

const char *
pn_name_label_get_text (PnNameLabel *self)
{
  g_return_val_if_fail (PN_IS_NAME_LABEL (self), NULL);

  return gtk_label_get_text (GTK_LABEL (self->label));
}

static void
set_typing (PnNameLabel *self, gboolean is_typing)
{
  self->is_typing = is_typing;
  gtk_widget_set_visible (self->label, !is_typing);
  gtk_widget_set_visible (self->text, is_typing);
}

/* A row that is clicked twice takes the keyboard after it said so. */
static gboolean
begin_cb (gpointer data)
{
  PnNameLabel *self = data;

  self->begin = 0;
  gtk_text_grab_focus_without_selecting (GTK_TEXT (self->text));
  gtk_editable_select_region (GTK_EDITABLE (self->text), 0, -1);
  return G_SOURCE_REMOVE;
}

gboolean
pn_name_label_is_typing (PnNameLabel *self)
{
  g_return_val_if_fail (PN_IS_NAME_LABEL (self), FALSE);

  return self->is_typing;
}

typedef enum { NAME_TAKE, NAME_LEAVE } NameEnd;

static void
end (PnNameLabel *self, NameEnd way)
{
  g_autofree char *name = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->text)));
  uint64_t span = pn_trace_begin ();

  g_clear_handle_id (&self->begin, g_source_remove);
  set_typing (self, FALSE);
  g_strstrip (name);
  if (way == NAME_TAKE && name[0] != '\0' && g_strcmp0 (name, pn_name_label_get_text (self)) != 0)
    g_signal_emit (self, signals[RENAMED], 0, name);
  pn_trace_end ("ui.name-label", span);
}

/* The keyboard goes back to the row it was in. */
static void
focus_row (PnNameLabel *self)
{
  GtkWidget *parent = gtk_widget_get_parent (GTK_WIDGET (self));

  while (parent != NULL && !gtk_widget_get_focusable (parent))
    parent = gtk_widget_get_parent (parent);
  if (parent != NULL)
    gtk_widget_grab_focus (parent);
}

static void
activate_cb (PnNameLabel *self)
{
  end (self, NAME_TAKE);
  focus_row (self);
}

static void
left_cb (PnNameLabel *self)
{
  if (self->is_typing)
    end (self, NAME_TAKE);
}

static gboolean
key_pressed_cb (PnNameLabel *self, guint key)
{
  if (key != GDK_KEY_Escape)
    return FALSE;
  end (self, NAME_LEAVE);
  focus_row (self);
  return TRUE;
}

/* --- Changing it. */

static void
add_text (PnNameLabel *self)
{
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->text = gtk_text_new ();
  gtk_widget_set_parent (self->text, GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->text), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("New name"), -1);
  g_signal_connect_object (self->text, "activate", G_CALLBACK (activate_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (focus, "leave", G_CALLBACK (left_cb), self, G_CONNECT_SWAPPED);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_controller (self->text, focus);
  gtk_widget_add_controller (self->text, keys);
}

void
pn_name_label_begin (PnNameLabel *self)
{
  g_return_if_fail (PN_IS_NAME_LABEL (self));

  if (self->is_typing)
    return;
  if (self->text == NULL)
    add_text (self);
  gtk_editable_set_text (GTK_EDITABLE (self->text), pn_name_label_get_text (self));
  set_typing (self, TRUE);
  self->begin = g_idle_add_full (G_PRIORITY_HIGH_IDLE, begin_cb, self, NULL);
}

/* --- Life. */

static void
pn_name_label_dispose (GObject *object)
{
  PnNameLabel *self = PN_NAME_LABEL (object);

  g_clear_handle_id (&self->begin, g_source_remove);
  g_clear_pointer (&self->label, gtk_widget_unparent);
  g_clear_pointer (&self->text, gtk_widget_unparent);
  G_OBJECT_CLASS (pn_name_label_parent_class)->dispose (object);
}

static void
pn_name_label_class_init (PnNameLabelClass *class)
{
  G_OBJECT_CLASS (class)->dispose = pn_name_label_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (class), "namelabel");
  signals[RENAMED] = g_signal_new ("renamed", PN_TYPE_NAME_LABEL, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
pn_name_label_init (PnNameLabel *self)
{
  self->label = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_parent (self->label, GTK_WIDGET (self));
}

GtkWidget *
pn_name_label_new (void)
{
  return g_object_new (PN_TYPE_NAME_LABEL, NULL);
}
