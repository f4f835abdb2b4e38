/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-inspector-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "pn-key-mark.h"
#include "pn-layer-edit.h"
#include "pn-number-scale.h"
#include "pn-property.h"
#include "pn-trace.h"

/* --- Which properties there are. */

#define PLACE_MAX 1e6

static const PnNumberSpec x_spec = {N_ ("X"), NULL, -PLACE_MAX, PLACE_MAX, 1, 2, 7};
static const PnNumberSpec y_spec = {N_ ("Y"), NULL, -PLACE_MAX, PLACE_MAX, 1, 2, 7};
static const PnNumberSpec anchor_x_spec = {N_ ("Anchor X"), NULL, -PLACE_MAX, PLACE_MAX, 1, 2, 7};
static const PnNumberSpec anchor_y_spec = {N_ ("Anchor Y"), NULL, -PLACE_MAX, PLACE_MAX, 1, 2, 7};
static const PnNumberSpec turn_spec = {N_ ("Rotation"), "°", -PLACE_MAX, PLACE_MAX, 1, 2, 6};
static const PnNumberSpec width_spec = {N_ ("Width"), N_ (" %"), -1e6, 1e6, 1, 2, 6};
static const PnNumberSpec height_spec = {N_ ("Height"), N_ (" %"), -1e6, 1e6, 1, 2, 6};
static const PnNumberSpec opacity_spec = {N_ ("Opacity"), N_ (" %"), 0, 100, 1, 1, 6};

#define FIELDS_MAX 2

typedef struct {
  const char *name; /* marked for translation */
  const char *what; /* the same in a sentence */
  PnProperty properties[FIELDS_MAX];
  guint n_properties;
  const PnNumberSpec *specs[FIELDS_MAX];
  const char *signs[FIELDS_MAX]; /* (nullable) before the fields */
  guint n_fields;
  double shown_per_value;
} RowKind;

static const RowKind row_kinds[] = {
    {N_ ("Position"),
     N_ ("position"),
     {PN_PROPERTY_POSITION},
     1,
     {&x_spec, &y_spec},
     {N_ ("X"), N_ ("Y")},
     2,
     1},
    {N_ ("Anchor"),
     N_ ("anchor"),
     {PN_PROPERTY_ANCHOR},
     1,
     {&anchor_x_spec, &anchor_y_spec},
     {N_ ("X"), N_ ("Y")},
     2,
     1},
    {N_ ("Rotation"), N_ ("rotation"), {PN_PROPERTY_ROTATION}, 1, {&turn_spec}, {NULL}, 1, 1},
    {N_ ("Scale"),
     N_ ("scale"),
     {PN_PROPERTY_SCALE_X, PN_PROPERTY_SCALE_Y},
     2,
     {&width_spec, &height_spec},
     {N_ ("W"), N_ ("H")},
     2,
     100},
    {N_ ("Opacity"), N_ ("opacity"), {PN_PROPERTY_OPACITY}, 1, {&opacity_spec}, {NULL}, 1, 100},
};

#define N_ROWS G_N_ELEMENTS (row_kinds)

typedef struct {
  GtkWidget *fields[FIELDS_MAX]; /* PnNumberField, or PnNumberScale for the opacity */
  PnPropertyDrag drags[FIELDS_MAX];
  GtkWidget *mark;
} Row;

#define PN_TYPE_INSPECTOR_LAYER (pn_inspector_layer_get_type ())
G_DECLARE_FINAL_TYPE (PnInspectorLayer, pn_inspector_layer, PN, INSPECTOR_LAYER, GtkBox)

struct _PnInspectorLayer {
  GtkBox parent_instance;

  PnEditor *editor;
  GtkWidget *hint, *content;
  GtkWidget *name_label, *name, *count;
  Row rows[N_ROWS];
  GtkWidget *link; /* width and height are changed by the same factor */
  GtkWidget *visible, *locked;
  gboolean is_refreshing;
};

G_DEFINE_FINAL_TYPE (PnInspectorLayer, pn_inspector_layer, GTK_TYPE_BOX)

static const PnId *
get_selected (PnInspectorLayer *self, guint *n_layers)
{
  return pn_view_get_layers (pn_editor_get_view (self->editor), n_layers);
}

/* The property that a field is a part of. */
static guint
property_of (const RowKind *kind, guint field, guint *part)
{
  *part = kind->n_properties == 1 && field == 1 ? PN_PART_Y : PN_PART_X;
  return kind->n_properties == 1 ? 0 : field;
}

/* (transfer full) */
static GArray *
list_refs (PnInspectorLayer *self, PnProperty property)
{
  guint n_layers;
  const PnId *layers = get_selected (self, &n_layers);
  GArray *refs = g_array_new (FALSE, FALSE, sizeof (PnPropertyRef));

  for (guint i = 0; i < n_layers; i++) {
    PnPropertyRef ref = {PN_TARGET_LAYER, layers[i], property};
    g_array_append_val (refs, ref);
  }
  return refs;
}

/* --- Showing. */

static void
set_field (GtkWidget *field, double value, gboolean is_mixed)
{
  if (PN_IS_NUMBER_SCALE (field) && is_mixed)
    pn_number_scale_set_mixed (PN_NUMBER_SCALE (field));
  else if (PN_IS_NUMBER_SCALE (field))
    pn_number_scale_set_value (PN_NUMBER_SCALE (field), value);
  else if (is_mixed)
    pn_number_field_set_mixed (PN_NUMBER_FIELD (field));
  else
    pn_number_field_set_value (PN_NUMBER_FIELD (field), value);
}

static void
refresh_field (PnInspectorLayer *self, const RowKind *kind, Row *row, guint field)
{
  PnView *view = pn_editor_get_view (self->editor);
  guint part, property = property_of (kind, field, &part);
  g_autoptr (GArray) refs = list_refs (self, kind->properties[property]);
  gboolean is_mixed = FALSE;
  double first = 0;

  for (guint i = 0; i < refs->len; i++) {
    PnVec2 value;
    if (!pn_property_get (pn_view_get_root (view), &g_array_index (refs, PnPropertyRef, i),
                          pn_view_get_playhead (view), &value))
      continue;
    double number = (part == PN_PART_Y ? value.y : value.x) * kind->shown_per_value;
    if (i == 0)
      first = number;
    is_mixed = is_mixed || number < first || number > first;
  }
  set_field (row->fields[field], first, is_mixed);
}

/* Of several: a key here where all have one, a track where one has. */
static void
refresh_mark (PnInspectorLayer *self, const RowKind *kind, Row *row)
{
  PnView *view = pn_editor_get_view (self->editor);
  gboolean all = TRUE, some = FALSE;

  for (guint i = 0; i < kind->n_properties; i++) {
    g_autoptr (GArray) refs = list_refs (self, kind->properties[i]);
    for (guint j = 0; j < refs->len; j++) {
      PnKeyState state =
          pn_property_get_key (pn_view_get_root (view), &g_array_index (refs, PnPropertyRef, j),
                               pn_view_get_playhead (view));
      all = all && state == PN_KEY_HERE;
      some = some || state != PN_KEY_NONE;
    }
  }
  gtk_widget_set_sensitive (row->mark, pn_view_get_mode (view) == PN_VIEW_ANIMATING);
  pn_key_mark_set_state (row->mark, all ? PN_KEY_HERE : some ? PN_KEY_TRACK : PN_KEY_NONE);
}

static void
refresh_check (GtkWidget *check, guint n_on, guint n_all)
{
  gtk_check_button_set_inconsistent (GTK_CHECK_BUTTON (check), n_on > 0 && n_on < n_all);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), n_on > 0);
}

static void
refresh_layers (PnInspectorLayer *self, const PnRoot *root)
{
  guint n_layers, n_visible = 0, n_locked = 0;
  const PnId *layers = get_selected (self, &n_layers);

  for (guint i = 0; i < n_layers; i++) {
    const PnLayer *layer = pn_root_find_layer (root, layers[i], NULL, NULL);
    n_visible += layer != NULL && layer->visible;
    n_locked += layer != NULL && layer->locked;
  }
  refresh_check (self->visible, n_visible, n_layers);
  refresh_check (self->locked, n_locked, n_layers);
}

static const PnLayer *
get_only_layer (PnInspectorLayer *self)
{
  guint n_layers;
  const PnId *layers = get_selected (self, &n_layers);
  const PnRoot *root = pn_view_get_root (pn_editor_get_view (self->editor));

  return n_layers == 1 ? pn_root_find_layer (root, layers[0], NULL, NULL) : NULL;
}

/* What is being typed stays. */
static void
refresh_name (PnInspectorLayer *self)
{
  const PnLayer *layer = get_only_layer (self);
  GtkEditable *text = gtk_editable_get_delegate (GTK_EDITABLE (self->name));

  if (layer != NULL && !gtk_widget_has_focus (GTK_WIDGET (text)) &&
      g_strcmp0 (gtk_editable_get_text (text), layer->name) != 0)
    gtk_editable_set_text (GTK_EDITABLE (self->name), layer->name);
}

static void
refresh (PnInspectorLayer *self)
{
  guint n_layers;
  get_selected (self, &n_layers);

  gtk_widget_set_visible (self->hint, n_layers == 0);
  gtk_widget_set_visible (self->content, n_layers > 0);
  if (n_layers == 0)
    return;
  g_autofree char *count = g_strdup_printf (ngettext ("%u layer", "%u layers", n_layers), n_layers);
  self->is_refreshing = TRUE;
  gtk_widget_set_visible (self->name_label, n_layers == 1);
  gtk_widget_set_visible (self->name, n_layers == 1);
  gtk_widget_set_visible (self->count, n_layers > 1);
  gtk_label_set_text (GTK_LABEL (self->count), count);
  refresh_name (self);
  refresh_layers (self, pn_view_get_root (pn_editor_get_view (self->editor)));
  for (guint i = 0; i < N_ROWS; i++) {
    for (guint j = 0; j < row_kinds[i].n_fields; j++)
      refresh_field (self, &row_kinds[i], &self->rows[i], j);
    refresh_mark (self, &row_kinds[i], &self->rows[i]);
  }
  self->is_refreshing = FALSE;
}

static void
editor_changed_cb (PnInspectorLayer *self, guint changes)
{
  uint64_t span = pn_trace_begin ();

  if ((changes & (PN_EDITOR_SHOWN | PN_EDITOR_PLAYHEAD | PN_EDITOR_SELECTION)) &&
      gtk_widget_get_mapped (GTK_WIDGET (self)))
    refresh (self);
  pn_trace_end ("ui.inspector-layer", span);
}

/* --- Changing. */

/* What width and height are multiplied by when one of them is changed; FALSE where it is nothing,
 * or they are not linked. */
static gboolean
find_factor (PnInspectorLayer *self,
             const RowKind *kind,
             const PnPropertyDrag *drag,
             const PnPropertyRef *ref,
             PnNumberMode mode,
             double amount,
             double *factor)
{
  PnView *view = pn_editor_get_view (self->editor);
  const PnRoot *start = drag->start != NULL ? drag->start : pn_view_get_root (view);
  PnVec2 value;

  if (kind->n_properties == 1 || !gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->link)) ||
      !pn_property_get (start, ref, pn_view_get_playhead (view), &value) || !(fabs (value.x) > 0))
    return FALSE;
  *factor = mode == PN_NUMBER_BY ? 1 + amount : amount / value.x;
  return TRUE;
}

static void
edited_cb (PnInspectorLayer *self, guint phase, guint mode, double amount, GtkWidget *field)
{
  guint code = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (field), "pn-field"));
  guint number = code / FIELDS_MAX, which = code % FIELDS_MAX, part;
  const RowKind *kind = &row_kinds[number];
  guint property = property_of (kind, which, &part);
  const PnNumberSpec *spec = kind->specs[which];
  PnPropertyDrag *drag = &self->rows[number].drags[which];
  g_autoptr (GArray) refs = list_refs (self, kind->properties[property]);
  PnPropertyPart edit = {
      .part = part,
      .lower = spec->lower / kind->shown_per_value,
      .upper = spec->upper / kind->shown_per_value,
  };

  amount /= kind->shown_per_value;
  if (refs->len > 0 && find_factor (self, kind, drag, &g_array_index (refs, PnPropertyRef, 0), mode,
                                    amount, &amount)) {
    g_autoptr (GArray) others = list_refs (self, kind->properties[1 - property]);
    g_array_append_vals (refs, others->data, others->len);
    edit.part = PN_PART_FACTOR;
  }
  edit.refs = (const PnPropertyRef *)(gpointer)refs->data;
  edit.n_refs = refs->len;
  pn_property_edit (drag, self->editor, &edit, phase, mode, amount);
}

static void
mark_clicked_cb (PnInspectorLayer *self, GtkWidget *mark)
{
  const RowKind *kind = g_object_get_data (G_OBJECT (mark), "pn-kind");
  g_autoptr (GArray) refs = list_refs (self, kind->properties[0]);

  if (kind->n_properties > 1) {
    g_autoptr (GArray) more = list_refs (self, kind->properties[1]);
    g_array_append_vals (refs, more->data, more->len);
  }
  pn_property_toggle_keys (self->editor, (const PnPropertyRef *)(gpointer)refs->data, refs->len);
}

static void
check_toggled_cb (PnInspectorLayer *self, GtkCheckButton *check)
{
  guint n_layers;
  const PnId *layers = get_selected (self, &n_layers);

  if (self->is_refreshing || n_layers == 0)
    return;
  pn_layer_edit_set_flag (self->editor, layers[0],
                          GTK_WIDGET (check) == self->visible ? "visible" : "locked",
                          gtk_check_button_get_active (check));
}

static void
take_name (PnInspectorLayer *self)
{
  const PnLayer *layer = get_only_layer (self);
  const char *name = gtk_editable_get_text (GTK_EDITABLE (self->name));

  if (layer != NULL && name[0] != '\0' && g_strcmp0 (layer->name, name) != 0)
    pn_layer_edit_rename (self->editor, layer->id, name);
}

static void
name_left_cb (PnInspectorLayer *self)
{
  take_name (self);
  gtk_editable_select_region (GTK_EDITABLE (self->name), 0, 0);
}

static gboolean
name_key_cb (PnInspectorLayer *self, guint key)
{
  const PnLayer *layer = get_only_layer (self);

  if (key != GDK_KEY_Escape || layer == NULL)
    return FALSE;
  gtk_editable_set_text (GTK_EDITABLE (self->name), layer->name);
  gtk_root_set_focus (gtk_widget_get_root (GTK_WIDGET (self)), NULL);
  return TRUE;
}

/* --- Building. */

static GtkWidget *
add_field (PnInspectorLayer *self, guint number, guint which)
{
  const RowKind *kind = &row_kinds[number];
  GtkWidget *field = kind->properties[0] == PN_PROPERTY_OPACITY
                         ? pn_number_scale_new (kind->specs[which])
                         : pn_number_field_new (kind->specs[which]);

  g_object_set_data (G_OBJECT (field), "pn-field", GUINT_TO_POINTER (number * FIELDS_MAX + which));
  g_signal_connect_object (field, "edited", G_CALLBACK (edited_cb), self, G_CONNECT_SWAPPED);
  self->rows[number].fields[which] = field;
  return field;
}

static GtkWidget *
link_new (PnInspectorLayer *self)
{
  self->link = gtk_toggle_button_new ();
  gtk_button_set_icon_name (GTK_BUTTON (self->link), "pn-link-symbolic");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->link), TRUE);
  gtk_widget_add_css_class (self->link, "flat");
  gtk_widget_add_css_class (self->link, "inspector-link");
  gtk_widget_set_focus_on_click (self->link, FALSE);
  gtk_widget_set_valign (self->link, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (self->link, _ ("Keep proportions"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->link), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Keep proportions"), -1);
  return self->link;
}

static GtkWidget *
build_row (PnInspectorLayer *self, guint number)
{
  const RowKind *kind = &row_kinds[number];
  GtkWidget *row = pn_inspector_row_new (_ (kind->name));

  if (kind->n_properties > 1)
    gtk_box_append (GTK_BOX (row), link_new (self));
  for (guint i = 0; i < kind->n_fields; i++) {
    if (kind->signs[i] != NULL) {
      GtkWidget *sign = gtk_label_new (_ (kind->signs[i]));
      gtk_widget_add_css_class (sign, "pn-caption");
      gtk_box_append (GTK_BOX (row), sign);
    }
    gtk_box_append (GTK_BOX (row), add_field (self, number, i));
  }
  self->rows[number].mark = pn_key_mark_new (kind->what);
  g_object_set_data (G_OBJECT (self->rows[number].mark), "pn-kind", (gpointer)kind);
  g_signal_connect_object (self->rows[number].mark, "clicked", G_CALLBACK (mark_clicked_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (row), self->rows[number].mark);
  return row;
}

static GtkWidget *
add_check (PnInspectorLayer *self, GtkWidget *row, const char *name)
{
  GtkWidget *check = gtk_check_button_new_with_label (name);

  gtk_widget_set_focus_on_click (check, FALSE);
  g_signal_connect_object (check, "toggled", G_CALLBACK (check_toggled_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (row), check);
  return check;
}

static void
build_name (PnInspectorLayer *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->name_label = gtk_label_new (_ ("Name"));
  gtk_widget_add_css_class (self->name_label, "pn-dim");
  self->name = gtk_entry_new ();
  gtk_widget_add_css_class (self->name, "pn-field");
  gtk_widget_set_hexpand (self->name, TRUE);
  gtk_editable_set_width_chars (GTK_EDITABLE (self->name), 8);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->name), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Name"), -1);
  g_signal_connect_object (self->name, "activate", G_CALLBACK (take_name), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (focus, "leave", G_CALLBACK (name_left_cb), self, G_CONNECT_SWAPPED);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (name_key_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (self->name, focus);
  gtk_widget_add_controller (self->name, keys);
  gtk_widget_add_css_class (row, "inspector-row");
  self->count = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->count), 0);
  gtk_box_append (GTK_BOX (row), self->name_label);
  gtk_box_append (GTK_BOX (row), self->name);
  gtk_box_append (GTK_BOX (row), self->count);
  gtk_box_append (GTK_BOX (self->content), row);
}

static void
build (PnInspectorLayer *self)
{
  GtkWidget *checks = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 18);

  self->hint = pn_inspector_hint_new ();
  gtk_label_set_text (
      GTK_LABEL (self->hint),
      _ ("Nothing is selected. Click a layer in the list or artwork on the canvas."));
  gtk_box_append (GTK_BOX (self), self->hint);
  self->content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_add_css_class (self->content, "inspector-page");
  gtk_box_append (GTK_BOX (self), self->content);
  build_name (self);
  for (guint i = 0; i < N_ROWS; i++)
    gtk_box_append (GTK_BOX (self->content), build_row (self, i));
  self->visible = add_check (self, checks, _ ("Visible"));
  self->locked = add_check (self, checks, _ ("Locked"));
  gtk_box_append (GTK_BOX (self->content), checks);
}

/* --- Life. */

static void
pn_inspector_layer_dispose (GObject *object)
{
  PnInspectorLayer *self = PN_INSPECTOR_LAYER (object);

  for (guint i = 0; i < N_ROWS; i++)
    for (guint j = 0; j < FIELDS_MAX; j++)
      pn_property_drag_clear (&self->rows[i].drags[j]);
  g_clear_object (&self->editor);
  G_OBJECT_CLASS (pn_inspector_layer_parent_class)->dispose (object);
}

static void
pn_inspector_layer_class_init (PnInspectorLayerClass *class)
{
  G_OBJECT_CLASS (class)->dispose = pn_inspector_layer_dispose;
}

static void
pn_inspector_layer_init (PnInspectorLayer *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
}

GtkWidget *
pn_inspector_layer_new (PnEditor *editor, PnCommands *commands)
{
  PnInspectorLayer *self = g_object_new (PN_TYPE_INSPECTOR_LAYER, NULL);

  self->editor = g_object_ref (editor);
  build (self);
  refresh (self);
  g_signal_connect_object (editor, "changed", G_CALLBACK (editor_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self, "map", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
