/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What comes up over the canvas: the menu of what can be done there, and the field that renames. */

#include <glib/gi18n-lib.h>

#include "pn-canvas-private.h"
#include "pn-dialog.h"
#include "pn-trace.h"

/* Letters that a name's field has room for. */
#define NAME_CHARS 16

/* --- Either. */

static void
closed_cb (GtkWidget *popover, PnCanvas *self)
{
  if (self->popover == popover) {
    self->popover = NULL;
    gtk_widget_grab_focus (GTK_WIDGET (self));
  }
  pn_popover_drop (popover);
}

static void
pop_up (PnCanvas *self, GtkWidget *popover, PnVec2 place)
{
  GdkRectangle at = {.x = (int)place.x, .y = (int)place.y, .width = 1, .height = 1};

  if (self->popover != NULL)
    gtk_popover_popdown (GTK_POPOVER (self->popover));
  self->popover = popover;
  gtk_widget_set_parent (popover, GTK_WIDGET (self));
  gtk_popover_set_pointing_to (GTK_POPOVER (popover), &at);
  g_signal_connect (popover, "closed", G_CALLBACK (closed_cb), self);
  gtk_popover_popup (GTK_POPOVER (popover));
}

/* --- The menu. */

static const char *const menu_names[] = {
    "canvas-rename", "canvas-delete", "",          "key-set", "mode-toggle", "", "zoom-fit",
    "zoom-100",      "mirror-view",   "turn-back", NULL,
};

/* The menu is about what is under the pointer: as a click would, it takes that first, where it was
 * not selected. */
static void
take_hovered (PnCanvas *self)
{
  PnTool *tool = pn_editor_get_tool (self->editor);
  guint n_handles;
  const PnHandle *handles = pn_tool_get_handles (tool, &n_handles);
  PnId hover = pn_tool_get_hover (tool);

  for (guint i = 0; i < n_handles; i++) {
    if (handles[i].id != hover || hover == 0 || (handles[i].state & PN_HANDLE_SELECTED))
      continue;
    if (handles[i].kind == PN_HANDLE_PIN)
      pn_view_select_pin (pn_editor_get_view (self->editor), hover, PN_SELECT_ONLY);
    else if (handles[i].kind == PN_HANDLE_LAYER)
      pn_view_select_layer (pn_editor_get_view (self->editor), hover, PN_SELECT_ONLY);
    return;
  }
}

void
pn_canvas_show_menu (PnCanvas *self, PnVec2 place)
{
  if (self->input.mode != PN_CANVAS_IDLE || pn_tool_is_busy (pn_editor_get_tool (self->editor)))
    return;
  gtk_widget_grab_focus (GTK_WIDGET (self));
  take_hovered (self);
  pn_commands_refresh (self->commands);
  g_autoptr (GMenuModel) menu = pn_commands_menu (self->commands, menu_names);
  GtkWidget *popover = gtk_popover_menu_new_from_model (menu);
  gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
  gtk_widget_set_halign (popover, GTK_ALIGN_START);
  pop_up (self, popover, place);
}

/* --- Renaming. */

/* The handle of what was selected last. (nullable) */
static const PnHandle *
find_selected (PnCanvas *self)
{
  PnView *view = pn_editor_get_view (self->editor);
  guint n_pins, n_handles;
  const PnId *pins = pn_view_get_pins (view, &n_pins);
  PnId layer = pn_view_get_active_layer (view);
  const PnHandle *handles = pn_tool_get_handles (pn_editor_get_tool (self->editor), &n_handles);

  for (guint i = 0; i < n_handles; i++) {
    PnId id = handles[i].id;
    if ((handles[i].kind == PN_HANDLE_PIN && n_pins > 0 && id == pins[n_pins - 1]) ||
        (handles[i].kind == PN_HANDLE_LAYER && layer != 0 && id == layer))
      return &handles[i];
  }
  return NULL;
}

static PnVec2
place_of (PnCanvas *self, const PnHandle *handle)
{
  PnAffine map = pn_canvas_get_map (self);
  PnVec2 place = handle->position_doc;

  if (handle->kind == PN_HANDLE_LAYER)
    place = pn_vec2_mix (handle->corners_doc[0], handle->corners_doc[2], 0.5);
  return pn_affine_apply (&map, place);
}

static void
renamed_cb (GtkEntry *entry, PnCanvas *self)
{
  uint64_t span = pn_trace_begin ();
  g_autofree char *name = g_strdup (gtk_editable_get_text (GTK_EDITABLE (entry)));

  if (self->popover != NULL)
    gtk_popover_popdown (GTK_POPOVER (self->popover));
  g_strstrip (name);
  if (name[0] != '\0')
    pn_tool_rename (pn_editor_get_tool (self->editor), name);
  pn_trace_end ("ui.rename", span);
}

void
pn_canvas_rename (PnCanvas *self)
{
  const PnHandle *handle = find_selected (self);
  GtkWidget *popover, *entry;

  if (handle == NULL)
    return;
  popover = gtk_popover_new ();
  entry = gtk_entry_new ();
  gtk_editable_set_text (GTK_EDITABLE (entry), handle->label != NULL ? handle->label : "");
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), NAME_CHARS);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Name"),
                                  -1);
  g_signal_connect (entry, "activate", G_CALLBACK (renamed_cb), self);
  gtk_popover_set_child (GTK_POPOVER (popover), entry);
  gtk_popover_set_default_widget (GTK_POPOVER (popover), entry);
  pop_up (self, popover, place_of (self, handle));
  gtk_widget_grab_focus (entry);
}
