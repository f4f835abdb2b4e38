/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "pn-inspector-private.h"

#include <math.h>

#include "pn-key-mark.h"
#include "pn-mesh-job.h"
#include "pn-number-scale.h"
#include "pn-pin-row.h"
#include "pn-test-bits.h"
#include "pn-test-gtk.h"
#include "pn-test-panel.h"
#include "pn-test-widgets.h"

static void
set_up (PnTestPanel *self, gconstpointer data)
{
  pn_test_panel_init (self, pn_inspector_rigging_new);
  pn_test_panel_select (self, self->base.figure, PN_SELECT_ONLY);
}

static void
tear_down (PnTestPanel *self, gconstpointer data)
{
  pn_test_panel_clear (self);
}

static const PnPuppet *
get_puppet (PnTestPanel *self)
{
  return pn_test_panel_find (self, self->base.figure)->puppet;
}

/* (transfer full) */
static char *
get_words (PnTestPanel *self)
{
  g_autoptr (GString) words = g_string_new (NULL);

  pn_test_add_text (self->panel, words);
  return g_string_free (g_steal_pointer (&words), FALSE);
}

static GtkWidget *
find_scale (GtkWidget *widget, const char *name)
{
  GtkWidget *found = NULL;

  if (PN_IS_NUMBER_SCALE (widget) &&
      g_str_equal (
          pn_number_field_get_spec (pn_number_scale_get_field (PN_NUMBER_SCALE (widget)))->name,
          name))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_scale (child, name);
  return found;
}

static GtkWidget *
get_density (PnTestPanel *self)
{
  return GTK_WIDGET (
      pn_number_scale_get_field (PN_NUMBER_SCALE (find_scale (self->panel, "Density"))));
}

/* --- What there is to say. */

static void
assert_says (PnTestPanel *self, const char *part)
{
  g_autofree char *words = get_words (self);

  if (strstr (words, part) == NULL)
    g_error ("“%s” does not say “%s”.", words, part);
}

static void
test_says_what_to_do (PnTestPanel *self, gconstpointer data)
{
  pn_view_clear_selection (self->view);
  pn_test_panel_settle (self);
  assert_says (self, "Nothing is selected.");
  pn_test_panel_select (self, self->base.group, PN_SELECT_ONLY);
  assert_says (self, "“g” is a group.");
  pn_test_panel_select (self, self->base.disc, PN_SELECT_ONLY);
  assert_says (self, "“disc” has no rig yet. Press Ctrl+P");
  /* And does it. */
  g_autofree char *before = pn_test_bytes (&self->base.base);
  pn_test_click (pn_test_find_widget (self->panel, GTK_TYPE_BUTTON));
  g_assert_nonnull (pn_test_panel_find (self, self->base.disc)->puppet);
  assert_says (self, "Puppet mesh pins 0");
  pn_test_timeline_there_and_back (&self->base, before);
}

static gboolean
says_cost (gpointer data)
{
  g_autofree char *words = get_words (data);
  return strstr (words, " ms a frame") != NULL;
}

/* The mesh as it is, and what a pose of it took this machine. */
static void
test_cost (PnTestPanel *self, gconstpointer data)
{
  const PnLayerPose *pose = pn_editor_get_pose (self->editor, self->base.figure);
  g_autofree char *vertices =
      g_strdup_printf ("%u vertices · exact", (guint)pn_mesh_n_vertices (pose->mesh));

  assert_says (self, vertices);
  pn_test_wait (says_cost, self);
  /* What is lost is said in its place. */
  pn_test_timeline_do (&self->base, "{'op': 'add_pin', 'layer': 'figure', 'name': 'beside', "
                                    "'x': 61, 'y': 41}");
  pn_test_panel_settle (self);
  assert_says (self, "1 pin holds nothing of its own");
  assert_says (self, "So near to another pin that the two act as one.");
}

/* --- The mesh. */

static gboolean
has_density (gpointer data)
{
  PnTestPanel *self = data;

  return !pn_editor_is_dragging (self->editor) &&
         pn_test_same_bits (get_puppet (self)->recipe.density, 22);
}

static void
type_density (PnTestPanel *self, const char *text)
{
  g_autofree char *line = g_strdup_printf ("type %s", text);

  gtk_widget_grab_focus (get_density (self));
  pn_test_panel_type (self, "key Return");
  pn_test_panel_type (self, line);
  pn_test_panel_type (self, "key Return");
}

static void
test_density_typed (PnTestPanel *self, gconstpointer data)
{
  g_autofree char *before = pn_test_bytes (&self->base.base);
  guint n_steps = pn_test_timeline_n_steps (&self->base);

  type_density (self, "22");
  pn_test_wait (has_density, self);
  g_assert_cmpint (pn_test_timeline_n_steps (&self->base), ==, n_steps + 1);
  pn_test_timeline_there_and_back (&self->base, before);
}

static gboolean
is_dragging (gpointer editor)
{
  return pn_editor_is_dragging (editor);
}

static gboolean
is_at_rest (gpointer editor)
{
  return !pn_editor_is_dragging (editor);
}

/* Shown while it is dragged, and one step; the last value is the one that stays. */
static void
test_density_dragged (PnTestPanel *self, gconstpointer data)
{
  g_autofree char *before = pn_test_bytes (&self->base.base);
  guint n_steps = pn_test_timeline_n_steps (&self->base);
  GtkWidget *field = get_density (self);

  pn_test_point_by (field, 0.5, 0.5, 0, 0, "mousedown 1");
  for (int i = 1; i <= 16; i++)
    pn_test_point_by (field, 0.5, 0.5, 4 * i, 0, "");
  pn_test_wait (is_dragging, self->editor);
  g_assert_cmpint (pn_test_timeline_n_steps (&self->base), ==, n_steps);
  pn_test_point_by (field, 0.5, 0.5, 64, 0, "mouseup 1");
  pn_test_wait (has_density, self);
  g_assert_cmpint (pn_test_timeline_n_steps (&self->base), ==, n_steps + 1);
  pn_test_timeline_there_and_back (&self->base, before);
}

static void
test_density_escape (PnTestPanel *self, gconstpointer data)
{
  g_autofree char *before = pn_test_bytes (&self->base.base);
  GtkWidget *field = get_density (self);

  pn_test_point_by (field, 0.5, 0.5, 0, 0, "mousedown 1");
  for (int i = 1; i <= 4; i++)
    pn_test_point_by (field, 0.5, 0.5, 8 * i, 0, "");
  pn_test_wait (is_dragging, self->editor);
  pn_test_panel_type (self, "key Escape");
  pn_test_point_by (field, 0.5, 0.5, 32, 0, "mouseup 1");
  pn_test_wait (is_at_rest, self->editor);
  g_autofree char *after = pn_test_bytes (&self->base.base);
  g_assert_cmpstr (after, ==, before);
  pn_test_panel_settle (self);
  pn_assert_same_bits (pn_number_field_get_value (PN_NUMBER_FIELD (field)), 6);
}

typedef struct {
  double last;
  guint n_ready;
} Ready;

static void
ready_cb (Ready *ready, PnPreparedMesh *mesh, PnId layer, const PnMeshRecipe *recipe)
{
  g_assert_nonnull (mesh);
  ready->last = recipe->density;
  ready->n_ready++;
}

static gboolean
is_idle (gpointer job)
{
  return !pn_mesh_job_is_busy (job);
}

/* Of what is wanted while one is built only the newest is built. */
static void
test_newest_wins (PnTestPanel *self, gconstpointer data)
{
  g_autoptr (PnMeshJob) job = pn_mesh_job_new (pn_editor_get_context (self->editor));
  const PnLayer *layer = pn_test_panel_find (self, self->base.figure);
  Ready ready = {0};

  g_signal_connect_swapped (job, "ready", G_CALLBACK (ready_cb), &ready);
  for (double density = 10; density <= 40; density++) {
    PnMeshRecipe recipe = {PN_MESH_SILHOUETTE, density, 8};
    pn_mesh_job_want (job, layer, &recipe);
  }
  pn_test_wait (is_idle, job);
  g_assert_cmpint (ready.n_ready, ==, 2);
  pn_assert_same_bits (ready.last, 40);

  PnMeshRecipe recipe = {PN_MESH_SILHOUETTE, 12, 8};
  pn_mesh_job_want (job, layer, &recipe);
  pn_mesh_job_cancel (job);
  pn_test_panel_settle (self);
  g_usleep (50000);
  pn_test_panel_settle (self);
  g_assert_cmpint (ready.n_ready, ==, 2);
}

/* Undo while the last mesh is still being built is not undone by that mesh. */
static void
test_undo_meanwhile (PnTestPanel *self, gconstpointer data)
{
  g_autofree char *before = pn_test_bytes (&self->base.base);
  GtkWidget *field = get_density (self);

  pn_test_point_by (field, 0.5, 0.5, 0, 0, "mousedown 1");
  for (int i = 1; i <= 4; i++)
    pn_test_point_by (field, 0.5, 0.5, 8 * i, 0, "");
  pn_test_wait (is_dragging, self->editor);
  g_signal_emit_by_name (find_scale (self->panel, "Density"), "edited", (guint)PN_NUMBER_DRAG,
                         (guint)PN_NUMBER_TO, 44.0);
  pn_editor_undo (self->editor);
  pn_test_point_by (field, 0.5, 0.5, 32, 0, "mouseup 1");
  for (int i = 0; i < 10; i++) {
    pn_test_panel_settle (self);
    g_usleep (10000);
  }
  g_autofree char *after = pn_test_bytes (&self->base.base);
  g_assert_cmpstr (after, ==, before);
}

/* A value that waits for its mesh is there before anything else is done, be it a save, and no other
 * edit takes its place. */
static void
test_density_in_time (PnTestPanel *self, gconstpointer data)
{
  g_autofree char *before = pn_test_bytes (&self->base.base);
  guint n_steps = pn_test_timeline_n_steps (&self->base);
  GtkWidget *scale = find_scale (self->panel, "Density");
  GtkWidget *expansion = find_scale (self->panel, "Expansion");

  g_signal_emit_by_name (scale, "edited", (guint)PN_NUMBER_SET, (guint)PN_NUMBER_TO, 22.0);
  pn_editor_end_gestures (self->editor);
  g_assert_true (has_density (self));
  g_assert_cmpint (pn_test_timeline_n_steps (&self->base), ==, n_steps + 1);
  pn_test_timeline_there_and_back (&self->base, before);

  /* In the middle of a drag of it. */
  g_signal_emit_by_name (scale, "edited", (guint)PN_NUMBER_DRAG, (guint)PN_NUMBER_TO, 30.0);
  pn_test_wait (is_dragging, self->editor);
  g_signal_emit_by_name (scale, "edited", (guint)PN_NUMBER_DRAG, (guint)PN_NUMBER_TO, 31.0);
  g_signal_emit_by_name (scale, "edited", (guint)PN_NUMBER_KEEP, (guint)PN_NUMBER_TO, 31.0);
  JsonObject *rename = pn_operation_new ("set_layer");
  JsonArray *operations = json_array_new ();
  pn_operation_set_id (rename, "layer", self->base.figure);
  json_object_set_string_member (rename, "name", "other");
  json_array_add_object_element (operations, rename);
  g_assert_true (pn_editor_drag (self->editor, "set_layer", operations));
  pn_editor_drag_end (self->editor, PN_DRAG_KEEP);
  pn_assert_same_bits (get_puppet (self)->recipe.density, 31);
  g_assert_cmpint (pn_test_timeline_n_steps (&self->base), ==, n_steps + 3);

  /* Undo takes back what waits, and no step before it. */
  g_autofree char *kept = pn_test_bytes (&self->base.base);
  g_signal_emit_by_name (expansion, "edited", (guint)PN_NUMBER_SET, (guint)PN_NUMBER_TO, 20.0);
  pn_editor_undo (self->editor);
  pn_test_panel_settle (self);
  g_autofree char *after = pn_test_bytes (&self->base.base);
  g_assert_cmpstr (after, ==, kept);
}

/* --- The solver. */

static GtkDropDown *
find_choice (GtkWidget *widget, const char *name)
{
  GtkDropDown *found = NULL;

  if (GTK_IS_DROP_DOWN (widget) && g_strcmp0 (gtk_widget_get_tooltip_text (widget), name) == 0)
    return GTK_DROP_DOWN (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_choice (child, name);
  return found;
}

static gboolean
is_grid (gpointer data)
{
  return get_puppet (data)->recipe.mode == PN_MESH_GRID &&
         !pn_editor_is_dragging (((const PnTestPanel *)data)->editor);
}

static void
test_choices (PnTestPanel *self, gconstpointer data)
{
  g_autofree char *before = pn_test_bytes (&self->base.base);

  gtk_drop_down_set_selected (find_choice (self->panel, "Solver"), 1);
  pn_test_panel_settle (self);
  g_assert_cmpint (get_puppet (self)->passes, ==, 1);
  pn_test_timeline_there_and_back (&self->base, before);
  pn_editor_undo (self->editor);
  pn_test_panel_settle (self);
  g_assert_cmpint (gtk_drop_down_get_selected (find_choice (self->panel, "Solver")), ==, 0);

  gtk_drop_down_set_selected (find_choice (self->panel, "Mesh"), 1);
  pn_test_wait (is_grid, self);
  pn_test_timeline_there_and_back (&self->base, before);
}

/* --- The pins. */

/* Choices have lists too. */
static GtkWidget *
find_pins (GtkWidget *widget)
{
  GtkWidget *found = NULL;

  if (GTK_IS_LIST_VIEW (widget) && gtk_widget_has_css_class (widget, "pins"))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_pins (child);
  return found;
}

static GtkSelectionModel *
get_pins (PnTestPanel *self)
{
  return gtk_list_view_get_model (GTK_LIST_VIEW (find_pins (self->panel)));
}

static void
assert_pins (PnTestPanel *self, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);
  GtkSelectionModel *model = get_pins (self);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (model)); i++) {
    g_autoptr (PnIdItem) item = g_list_model_get_item (G_LIST_MODEL (model), i);
    const PnPin *pin = pn_id_item_get_row (item)->node;
    g_string_append_printf (text, "%s%s%s", i > 0 ? "; " : "", pin->name,
                            gtk_selection_model_is_selected (model, i) ? "*" : "");
  }
  g_assert_cmpstr (text->str, ==, expected);
}

static GtkWidget *
find_pin_row (GtkWidget *widget, PnId pin)
{
  GtkWidget *found = NULL;

  if (PN_IS_PIN_ROW (widget)) {
    PnIdItem *item = pn_pin_row_get_item (PN_PIN_ROW (widget));
    return item != NULL && pn_id_item_get_row (item)->id == pin ? widget : NULL;
  }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_pin_row (child, pin);
  return found;
}

static void
click_pin (PnTestPanel *self, PnId pin)
{
  pn_test_point_by (find_pin_row (self->panel, pin), 0.6, 0, 0, 8, "click 1");
}

static void
test_pins_selection (PnTestPanel *self, gconstpointer data)
{
  assert_pins (self, "hand; foot; head");
  pn_view_select_pin (self->view, self->base.foot, PN_SELECT_ONLY);
  pn_test_panel_settle (self);
  assert_pins (self, "hand; foot*; head");
  click_pin (self, self->base.hand);
  assert_pins (self, "hand*; foot; head");
  g_assert_true (pn_view_has_pin (self->view, self->base.hand));
  g_assert_false (pn_view_has_pin (self->view, self->base.foot));
  pn_test_panel_type (self, "key Down");
  assert_pins (self, "hand; foot*; head");
  pn_test_panel_type (self, "key shift+Down");
  assert_pins (self, "hand; foot*; head*");
  g_assert_true (pn_view_has_pin (self->view, self->base.head));
  /* Letting go of all pins leaves their layer. */
  gtk_selection_model_unselect_all (get_pins (self));
  assert_pins (self, "hand; foot; head");
  g_assert_true (pn_view_has_layer (self->view, self->base.figure));
}

/* BR28: a keyed pin deleted and brought back, with its keys. */
static void
test_pins_delete (PnTestPanel *self, gconstpointer data)
{
  g_autofree char *before = pn_test_bytes (&self->base.base);
  guint n_steps = pn_test_timeline_n_steps (&self->base);

  click_pin (self, self->base.hand);
  pn_test_panel_type (self, "key shift+Down");
  pn_test_panel_type (self, "key Delete");
  assert_pins (self, "head");
  g_assert_cmpint (pn_test_timeline_n_steps (&self->base), ==, n_steps + 1);
  pn_test_timeline_there_and_back (&self->base, before);
  pn_editor_undo (self->editor);
  pn_test_panel_settle (self);
  assert_pins (self, "hand*; foot*; head");
}

static void
test_pins_rename (PnTestPanel *self, gconstpointer data)
{
  g_autofree char *before = pn_test_bytes (&self->base.base);

  click_pin (self, self->base.foot);
  pn_test_panel_type (self, "key F2");
  pn_test_panel_type (self, "type toe");
  pn_test_panel_type (self, "key Return");
  assert_pins (self, "hand; toe*; head");
  pn_test_timeline_there_and_back (&self->base, before);
}

static GtkWidget *
get_place (PnTestPanel *self, PnId pin, guint which)
{
  GtkWidget *row = find_pin_row (self->panel, pin);
  GtkWidget *field = pn_test_find_widget (row, PN_TYPE_NUMBER_FIELD);

  for (guint i = 0; i < 2 * which; i++)
    field = gtk_widget_get_next_sibling (field);
  return field;
}

static void
assert_place (PnTestPanel *self, PnId pin, double x, double y)
{
  pn_test_panel_settle (self);
  g_assert_cmpfloat_with_epsilon (
      pn_number_field_get_value (PN_NUMBER_FIELD (get_place (self, pin, 0))), x, 1e-6);
  g_assert_cmpfloat_with_epsilon (
      pn_number_field_get_value (PN_NUMBER_FIELD (get_place (self, pin, 1))), y, 1e-6);
}

/* Where evaluation puts it. */
static PnVec2
get_posed (PnTestPanel *self, guint pin)
{
  const PnLayerPose *pose = pn_editor_get_pose (self->editor, self->base.figure);
  return pn_affine_apply (&pose->doc_from_layer, pose->pins[pin].target_layer);
}

/* Fields where a pin is put, of those that are selected. */
static void
test_pins_place (PnTestPanel *self, gconstpointer data)
{
  g_autofree char *before = pn_test_bytes (&self->base.base);
  guint n_steps = pn_test_timeline_n_steps (&self->base);

  g_assert_null (get_place (self, self->base.hand, 0));
  click_pin (self, self->base.hand);
  g_assert_true (gtk_widget_get_mapped (get_place (self, self->base.hand, 0)));
  assert_place (self, self->base.hand, 240, 80);
  /* Along with what plays. */
  pn_view_set_playhead (self->view, 30);
  PnVec2 posed = get_posed (self, 0);
  assert_place (self, self->base.hand, posed.x, posed.y);
  g_assert_cmpfloat (fabs (posed.y - 80), >, 1);

  pn_test_click (get_place (self, self->base.hand, 0));
  pn_test_panel_type (self, "type 225");
  pn_test_panel_type (self, "key Return");
  assert_place (self, self->base.hand, 225, posed.y);
  g_assert_cmpint (pn_test_timeline_n_steps (&self->base), ==, n_steps + 1);
  g_assert_cmpstr (pn_history_step_operation (pn_editor_get_history (self->editor), n_steps), ==,
                   "move_pin");
  pn_test_timeline_there_and_back (&self->base, before);

  /* Without auto-key it is a preview, as a drag on the canvas is. */
  pn_view_set_auto_key (self->view, FALSE);
  pn_test_click (get_place (self, self->base.hand, 1));
  pn_test_panel_type (self, "type 70");
  pn_test_panel_type (self, "key Return");
  g_assert_true (pn_view_has_preview (self->view));
  assert_place (self, self->base.hand, 225, 70);
  g_assert_cmpint (pn_test_timeline_n_steps (&self->base), ==, n_steps + 1);
}

/* While rigging the fields are about the rest, whatever auto-key says, and the mark about nothing. */
static void
test_pins_rest (PnTestPanel *self, gconstpointer data)
{
  click_pin (self, self->base.hand);
  GtkWidget *mark = gtk_widget_get_next_sibling (get_place (self, self->base.hand, 1));
  pn_view_set_playhead (self->view, 30);
  pn_editor_set_mode (self->editor, PN_VIEW_RIGGING);
  pn_test_panel_settle (self);
  assert_place (self, self->base.hand, 240, 80);
  g_assert_false (gtk_widget_is_sensitive (mark));

  g_autofree char *before = pn_test_bytes (&self->base.base);
  guint n_steps = pn_test_timeline_n_steps (&self->base);
  pn_test_click (get_place (self, self->base.hand, 0));
  pn_test_panel_type (self, "type 225");
  pn_test_panel_type (self, "key Return");
  assert_place (self, self->base.hand, 225, 80);
  g_assert_cmpint (pn_test_timeline_n_steps (&self->base), ==, n_steps + 1);
  g_assert_cmpstr (pn_history_step_operation (pn_editor_get_history (self->editor), n_steps), ==,
                   "update_pin");
  pn_test_timeline_there_and_back (&self->base, before);
  pn_editor_set_mode (self->editor, PN_VIEW_ANIMATING);
  pn_test_panel_settle (self);
  g_assert_true (gtk_widget_is_sensitive (mark));
}

/* In a number the same keys are about the number. */
static void
test_pins_delete_in_number (PnTestPanel *self, gconstpointer data)
{
  static const char *const keys[] = {"key Delete", "key BackSpace"};

  click_pin (self, self->base.hand);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++) {
    GtkWidget *field = get_place (self, self->base.hand, 0);
    gtk_widget_grab_focus (field);
    pn_test_panel_type (self, keys[i]);
    g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (gtk_widget_get_first_child (field))), ==,
                     "");
    pn_test_panel_type (self, keys[i]);
    assert_pins (self, "hand*; foot; head");
    pn_test_panel_type (self, "key Escape");
    assert_place (self, self->base.hand, 240, 80);
  }
  pn_test_panel_type (self, "key F2");
  pn_test_panel_type (self, "key BackSpace");
  pn_test_panel_type (self, "key BackSpace");
  pn_test_panel_type (self, "key Delete");
  pn_test_panel_type (self, "key Return");
  assert_pins (self, "hand*; foot; head");
}

static void
test_pins_mark (PnTestPanel *self, gconstpointer data)
{
  GtkWidget *mark;

  click_pin (self, self->base.hand);
  mark = gtk_widget_get_next_sibling (get_place (self, self->base.hand, 1));
  g_assert_cmpint ((int)pn_key_mark_get_state (mark), ==, PN_KEY_HERE);
  pn_view_set_playhead (self->view, 30);
  pn_test_panel_settle (self);
  g_assert_cmpint ((int)pn_key_mark_get_state (mark), ==, PN_KEY_TRACK);
  g_autofree char *before = pn_test_bytes (&self->base.base);
  PnVec2 posed = get_posed (self, 0);
  pn_test_click (mark);
  g_assert_cmpint ((int)pn_key_mark_get_state (mark), ==, PN_KEY_HERE);
  assert_place (self, self->base.hand, posed.x, posed.y);
  pn_test_timeline_there_and_back (&self->base, before);
}

/* A pin that holds nothing says why and what would help. */
static void
test_pins_state (PnTestPanel *self, gconstpointer data)
{
  pn_test_timeline_do (&self->base, "{'op': 'set_mesh', 'layer': 'figure', 'expansion': 100}");
  pn_test_timeline_do (&self->base, "{'op': 'add_pin', 'layer': 'figure', 'name': 'far', 'x': 60, "
                                    "'y': 275}");
  pn_test_timeline_do (&self->base, "{'op': 'set_mesh', 'layer': 'figure', 'expansion': 0}");
  pn_test_panel_settle (self);
  assert_pins (self, "hand; foot; head; far");
  assert_says (self, "Off the mesh: it holds nothing. Raise Expansion or move the pin.");
}

#define ADD(path, function) g_test_add (path, PnTestPanel, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  pn_test_gtk_init (&argc, &argv);
  ADD ("/ui/inspector-rigging/says-what-to-do", test_says_what_to_do);
  ADD ("/ui/inspector-rigging/cost", test_cost);
  ADD ("/ui/inspector-rigging/density-typed", test_density_typed);
  ADD ("/ui/inspector-rigging/density-dragged", test_density_dragged);
  ADD ("/ui/inspector-rigging/density-escape", test_density_escape);
  ADD ("/ui/inspector-rigging/newest-wins", test_newest_wins);
  ADD ("/ui/inspector-rigging/in-time", test_density_in_time);
  ADD ("/ui/inspector-rigging/undo-meanwhile", test_undo_meanwhile);
  ADD ("/ui/inspector-rigging/choices", test_choices);
  ADD ("/ui/inspector-pins/selection", test_pins_selection);
  ADD ("/ui/inspector-pins/delete", test_pins_delete);
  ADD ("/ui/inspector-pins/delete-in-number", test_pins_delete_in_number);
  ADD ("/ui/inspector-pins/rename", test_pins_rename);
  ADD ("/ui/inspector-pins/place", test_pins_place);
  ADD ("/ui/inspector-pins/mark", test_pins_mark);
  ADD ("/ui/inspector-pins/rest", test_pins_rest);
  ADD ("/ui/inspector-pins/state", test_pins_state);
  return g_test_run ();
}
