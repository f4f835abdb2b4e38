/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-inspector-private.h"

#include <glib/gi18n-lib.h>

#include "pn-accel.h"
#include "pn-mesh-job.h"
#include "pn-number-scale.h"
#include "pn-number-text.h"
#include "pn-refresh.h"
#include "pn-rig-cost.h"
#include "pn-trace.h"

static const PnNumberSpec density_spec = {
    N_ ("Density"), NULL, PN_MESH_DENSITY_MIN, PN_MESH_DENSITY_MAX, 1, 0, 4, 4};
static const PnNumberSpec expansion_spec = {
    N_ ("Expansion"), NULL, 0, PN_MESH_EXPANSION_MAX, 1, 0, 4, 2};
static const PnNumberSpec passes_spec = {N_ ("Passes"), NULL, 1, PN_ELASTIC_PASSES_MAX, 1, 0, 4, 8};

/* The choices, in the order of the lists. */
static const char *const solver_words[] = {N_ ("Elastic"), N_ ("Two-step"), NULL};
static const char *const solver_names[] = {"elastic", "two-step"};
static const char *const mode_words[] = {N_ ("Silhouette"), N_ ("Grid"), NULL};
static const char *const mode_names[] = {"silhouette", "grid"};

/* "two-step" is the elastic solver with one pass. */
#define TWO_STEP_PASSES 1

#define PN_TYPE_INSPECTOR_RIGGING (pn_inspector_rigging_get_type ())
G_DECLARE_FINAL_TYPE (PnInspectorRigging, pn_inspector_rigging, PN, INSPECTOR_RIGGING, GtkBox)

struct _PnInspectorRigging {
  GtkBox parent_instance;

  PnEditor *editor;
  PnCommands *commands;
  PnMeshJob *meshes;
  PnRigCost *cost;
  double cost_ms; /* 0: not measured */
  GtkWidget *hint, *create, *section, *count;
  GtkWidget *solver, *passes, *passes_row, *mode, *density, *expansion, *disclosure;
  const PnPuppet *shown; /* compared, never followed */
  gboolean is_refreshing;

  PnMeshRecipe wanted; /* of a drag of density or expansion */
  PnId wanted_layer;   /* 0: none is under way */
  gboolean has_let_go; /* of it: what comes next is the last */
  gboolean is_showing; /* it is this that edits */
  gboolean is_undone;  /* while it was dragged: the rest of the drag is nothing */
};

G_DEFINE_FINAL_TYPE (PnInspectorRigging, pn_inspector_rigging, GTK_TYPE_BOX)

static const PnLayer *
get_layer (PnInspectorRigging *self)
{
  PnView *view = pn_editor_get_view (self->editor);

  return pn_root_find_layer (pn_view_get_root (view), pn_view_get_active_layer (view), NULL, NULL);
}

/* --- What a density costs, and what is lost with it. */

static guint
count_loose_pins (const PnLayerPose *pose)
{
  guint n_loose = 0;

  for (guint i = 0; i < pose->n_pins; i++)
    if (pose->pins[i].state != PN_PIN_HOLDS && pose->pins[i].pin->kind != PN_PIN_KIND_UNKNOWN)
      n_loose++;
  return n_loose;
}

static char *
describe_cost (PnInspectorRigging *self, const PnLayerPose *pose)
{
  guint n_vertices = (guint)pn_mesh_n_vertices (pose->mesh);
  guint n_loose = count_loose_pins (pose);
  g_autofree char *size =
      g_strdup_printf (ngettext ("%u vertex", "%u vertices", n_vertices), n_vertices);
  g_autofree char *quality =
      n_loose == 0 ? g_strdup (_ ("exact"))
                   : g_strdup_printf (ngettext ("%u pin holds nothing of its own",
                                                "%u pins hold nothing of their own", n_loose),
                                      n_loose);
  if (!(self->cost_ms > 0))
    return g_strdup_printf (_ ("%s · %s"), size, quality);
  g_autofree char *ms = pn_number_to_text (MAX (self->cost_ms, 0.1), 1);
  /* Translators: "612 vertices · exact · 0.1 ms a frame". */
  return g_strdup_printf (_ ("%s · %s · %s ms a frame"), size, quality, ms);
}

static void
refresh_cost (PnInspectorRigging *self)
{
  const PnLayer *layer = get_layer (self);
  if (layer == NULL || layer->puppet == NULL)
    return;
  const PnLayerPose *pose = pn_editor_get_pose (self->editor, layer->id);
  g_autofree char *text =
      pose != NULL && pose->mesh != NULL ? describe_cost (self, pose) : g_strdup ("");

  if (!pn_editor_is_dragging (self->editor))
    pn_rig_cost_want (self->cost, layer);
  pn_refresh_label (self->disclosure, text);
}

static void
measured_cb (PnInspectorRigging *self, double ms)
{
  self->cost_ms = ms;
  refresh_cost (self);
}

/* --- Showing. */

static void
refresh_puppet (PnInspectorRigging *self, const PnPuppet *puppet)
{
  gboolean is_two_step = puppet->passes <= TWO_STEP_PASSES;
  g_autofree char *count = g_strdup_printf ("%u", puppet->pins.n_items);

  self->shown = puppet;
  self->is_refreshing = TRUE;
  pn_refresh_label (self->count, count);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->solver), is_two_step);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->mode), puppet->recipe.mode == PN_MESH_GRID);
  gtk_widget_set_visible (self->passes_row, !is_two_step);
  pn_number_field_set_value (PN_NUMBER_FIELD (self->passes), puppet->passes);
  /* A knob that is ahead of its mesh stays. */
  if (self->wanted_layer == 0) {
    pn_number_scale_set_value (PN_NUMBER_SCALE (self->density), puppet->recipe.density);
    pn_number_scale_set_value (PN_NUMBER_SCALE (self->expansion), puppet->recipe.expansion);
  }
  self->is_refreshing = FALSE;
}

/* The last of its shortcuts, as in "Ctrl+P": it works wherever the keyboard is. (transfer full)
 * (nullable) */
static char *
get_puppet_shortcut (PnInspectorRigging *self)
{
  const char *accels = pn_commands_get_accels (self->commands, "tool-puppet");
  const char *last = accels != NULL ? strrchr (accels, ' ') : NULL;

  return accels != NULL ? pn_accel_to_label (last != NULL ? last + 1 : accels) : NULL;
}

static char *
describe_missing (PnInspectorRigging *self, const PnLayer *layer)
{
  if (layer == NULL)
    return g_strdup (_ ("Nothing is selected. Select a picture to give it pins."));
  if (layer->kind == PN_LAYER_GROUP)
    return g_strdup_printf (_ ("“%s” is a group. Select a picture in it to give it pins."),
                            layer->name);
  if (layer->kind != PN_LAYER_IMAGE)
    return g_strdup_printf (_ ("“%s” was made by a later version of Pantin."), layer->name);
  g_autofree char *shortcut = get_puppet_shortcut (self);
  if (shortcut == NULL)
    return g_strdup_printf (_ ("“%s” has no rig yet. Take the puppet tool and click on the artwork "
                               "where it is to be held: the first pin makes the mesh."),
                            layer->name);
  return g_strdup_printf (_ ("“%s” has no rig yet. Press %s and click on the artwork where it is "
                             "to be held: the first pin makes the mesh."),
                          layer->name, shortcut);
}

static void
refresh (PnInspectorRigging *self)
{
  const PnLayer *layer = get_layer (self);
  const PnPuppet *puppet = layer != NULL ? layer->puppet : NULL;

  gtk_widget_set_visible (self->hint, puppet == NULL);
  gtk_widget_set_visible (self->create,
                          puppet == NULL && layer != NULL && layer->kind == PN_LAYER_IMAGE);
  gtk_widget_set_visible (self->section, puppet != NULL);
  if (puppet == NULL) {
    g_autofree char *text = describe_missing (self, layer);
    pn_refresh_label (self->hint, text);
    self->shown = NULL;
    return;
  }
  if (puppet != self->shown)
    refresh_puppet (self, puppet);
  refresh_cost (self);
}

static void
editor_changed_cb (PnInspectorRigging *self, guint changes)
{
  uint64_t span = pn_trace_begin ();

  if ((changes & (PN_EDITOR_SHOWN | PN_EDITOR_PLAYHEAD | PN_EDITOR_SELECTION)) &&
      gtk_widget_get_mapped (GTK_WIDGET (self)))
    refresh (self);
  pn_trace_end ("ui.inspector-rigging", span);
}

/* --- The solver. */

static JsonObject *
operation_on_layer (const char *name, PnId layer)
{
  JsonObject *operation = pn_operation_new (name);

  pn_operation_set_id (operation, "layer", layer);
  return operation;
}

static void
solver_chosen_cb (PnInspectorRigging *self)
{
  const PnLayer *layer = get_layer (self);
  guint chosen = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->solver));
  if (self->is_refreshing || layer == NULL || layer->puppet == NULL)
    return;

  JsonObject *operation = operation_on_layer ("set_puppet", layer->id);
  json_object_set_string_member (operation, "solver", solver_names[chosen]);
  pn_editor_run (self->editor, operation, NULL);
}

static void
passes_edited_cb (PnInspectorRigging *self, guint phase, guint mode, double amount)
{
  const PnLayer *layer = get_layer (self);

  if (phase == PN_NUMBER_KEEP || phase == PN_NUMBER_CANCEL) {
    pn_editor_drag_end (self->editor, phase == PN_NUMBER_KEEP ? PN_DRAG_KEEP : PN_DRAG_CANCEL);
    return;
  }
  if (layer == NULL || layer->puppet == NULL)
    return;
  JsonObject *operation = operation_on_layer ("set_puppet", layer->id);
  JsonArray *operations = json_array_new ();
  json_object_set_int_member (operation, "passes", (gint64)amount);
  json_array_add_object_element (operations, operation);
  if (phase == PN_NUMBER_DRAG)
    pn_editor_drag (self->editor, "set_puppet", operations);
  else
    pn_editor_run_all (self->editor, "set_puppet", operations);
}

/* --- The mesh. It is built aside while a knob is dragged, the newest value next, and shown when it
 * is ready: the operation then finds it. */

static JsonObject *
mesh_operation (PnId layer, const PnMeshRecipe *recipe)
{
  JsonObject *operation = operation_on_layer ("set_mesh", layer);

  json_object_set_string_member (operation, "mode", mode_names[recipe->mode == PN_MESH_GRID]);
  json_object_set_double_member (operation, "density", recipe->density);
  json_object_set_double_member (operation, "expansion", recipe->expansion);
  return operation;
}

static void
forget_wanted (PnInspectorRigging *self)
{
  pn_mesh_job_cancel (self->meshes);
  self->wanted_layer = 0;
  self->has_let_go = FALSE;
  self->shown = NULL;
  pn_editor_touch (self->editor, PN_EDITOR_SHOWN);
}

static gboolean
show_mesh (PnInspectorRigging *self, PnId layer, const PnMeshRecipe *recipe)
{
  JsonArray *operations = json_array_new ();

  json_array_add_object_element (operations, mesh_operation (layer, recipe));
  self->is_showing = TRUE;
  gboolean is_shown = pn_editor_drag (self->editor, "set_mesh", operations);
  self->is_showing = FALSE;
  return is_shown;
}

static void
mesh_ready_cb (PnInspectorRigging *self,
               PnPreparedMesh *mesh,
               PnId layer,
               const PnMeshRecipe *recipe)
{
  if (layer != self->wanted_layer)
    return;
  if (mesh != NULL)
    pn_ops_context_keep_mesh (pn_editor_get_context (self->editor), mesh);
  gboolean is_shown = show_mesh (self, layer, recipe);
  if (!self->has_let_go || pn_mesh_job_is_busy (self->meshes))
    return;
  pn_editor_drag_end (self->editor, is_shown ? PN_DRAG_KEEP : PN_DRAG_CANCEL);
  forget_wanted (self);
}

/* Who cannot wait for the newest mesh has it built at once. */
static gboolean
end_waiting_cb (PnInspectorRigging *self, guint end)
{
  PnId layer = self->wanted_layer;

  if (layer == 0 || self->is_showing)
    return FALSE;
  self->is_undone = end == PN_DRAG_CANCEL && !self->has_let_go;
  forget_wanted (self);
  if (end == PN_DRAG_CANCEL)
    return TRUE;
  gboolean is_shown = show_mesh (self, layer, &self->wanted);
  pn_editor_drag_end (self->editor, is_shown ? PN_DRAG_KEEP : PN_DRAG_CANCEL);
  return TRUE;
}

static void
want_mesh (PnInspectorRigging *self, const PnLayer *layer)
{
  self->wanted_layer = layer->id;
  pn_mesh_job_want (self->meshes, layer, &self->wanted);
}

static void
mesh_edited (PnInspectorRigging *self, guint phase, double *member, double amount)
{
  const PnLayer *layer = get_layer (self);
  gboolean is_undone = self->is_undone;

  self->is_undone = is_undone && phase == PN_NUMBER_DRAG;
  if (is_undone && phase != PN_NUMBER_SET)
    return;
  if (phase == PN_NUMBER_CANCEL) {
    pn_editor_drag_end (self->editor, PN_DRAG_CANCEL);
    forget_wanted (self);
    return;
  }
  if (layer == NULL || layer->puppet == NULL)
    return;
  if (self->wanted_layer != layer->id)
    self->wanted = layer->puppet->recipe;
  if (phase == PN_NUMBER_SET || phase == PN_NUMBER_DRAG)
    *member = amount;
  self->has_let_go = phase != PN_NUMBER_DRAG;
  want_mesh (self, layer);
}

static void
density_edited_cb (PnInspectorRigging *self, guint phase, guint mode, double amount)
{
  mesh_edited (self, phase, &self->wanted.density, amount);
}

static void
expansion_edited_cb (PnInspectorRigging *self, guint phase, guint mode, double amount)
{
  mesh_edited (self, phase, &self->wanted.expansion, amount);
}

static void
mode_chosen_cb (PnInspectorRigging *self)
{
  const PnLayer *layer = get_layer (self);

  if (self->is_refreshing || layer == NULL || layer->puppet == NULL)
    return;
  self->wanted = layer->puppet->recipe;
  self->wanted.mode = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->mode)) == 0
                          ? PN_MESH_SILHOUETTE
                          : PN_MESH_GRID;
  self->has_let_go = TRUE;
  want_mesh (self, layer);
}

/* --- Building. */

static GtkWidget *
add_row (GtkWidget *content, const char *name, GtkWidget *control)
{
  GtkWidget *row = pn_inspector_row_new (name);

  gtk_box_append (GTK_BOX (row), control);
  gtk_box_append (GTK_BOX (content), row);
  return row;
}

static GtkWidget *
choice_new (PnInspectorRigging *self, const char *name, const char *const *words, GCallback chosen)
{
  GtkStringList *list = gtk_string_list_new (NULL);

  for (guint i = 0; words[i] != NULL; i++)
    gtk_string_list_append (list, _ (words[i]));
  GtkWidget *choice = gtk_drop_down_new (G_LIST_MODEL (list), NULL);
  gtk_widget_add_css_class (choice, "inspector-choice");
  gtk_widget_set_tooltip_text (choice, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (choice), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_signal_connect_object (choice, "notify::selected", chosen, self, G_CONNECT_SWAPPED);
  return choice;
}

static GtkWidget *
scale_new (PnInspectorRigging *self, const PnNumberSpec *spec, GCallback edited)
{
  GtkWidget *scale = pn_number_scale_new (spec);

  g_signal_connect_object (scale, "edited", edited, self, G_CONNECT_SWAPPED);
  return scale;
}

static void
build_section (PnInspectorRigging *self)
{
  GtkWidget *content;

  self->section = pn_inspector_section_new (_ ("Puppet mesh pins"), &content, &self->count);
  self->solver = choice_new (self, _ ("Solver"), solver_words, G_CALLBACK (solver_chosen_cb));
  add_row (content, _ ("Solver"), self->solver);
  self->passes = pn_number_field_new (&passes_spec);
  g_signal_connect_object (self->passes, "edited", G_CALLBACK (passes_edited_cb), self,
                           G_CONNECT_SWAPPED);
  self->passes_row = add_row (content, _ ("Passes"), self->passes);
  self->mode = choice_new (self, _ ("Mesh"), mode_words, G_CALLBACK (mode_chosen_cb));
  add_row (content, _ ("Mesh"), self->mode);
  self->density = scale_new (self, &density_spec, G_CALLBACK (density_edited_cb));
  add_row (content, _ ("Density"), self->density);
  self->disclosure = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->disclosure), 1);
  gtk_label_set_justify (GTK_LABEL (self->disclosure), GTK_JUSTIFY_RIGHT);
  gtk_label_set_wrap (GTK_LABEL (self->disclosure), TRUE);
  gtk_widget_add_css_class (self->disclosure, "pn-caption");
  gtk_widget_add_css_class (self->disclosure, "inspector-disclosure");
  gtk_box_append (GTK_BOX (content), self->disclosure);
  self->expansion = scale_new (self, &expansion_spec, G_CALLBACK (expansion_edited_cb));
  add_row (content, _ ("Expansion"), self->expansion);
  gtk_box_append (GTK_BOX (self->section), pn_inspector_pins_new (self->editor, self->commands));
  gtk_box_append (GTK_BOX (self), self->section);
}

static void
build (PnInspectorRigging *self)
{
  self->hint = pn_inspector_hint_new ();
  gtk_box_append (GTK_BOX (self), self->hint);
  self->create = pn_commands_button (self->commands, "create-rig", NULL);
  gtk_widget_set_halign (self->create, GTK_ALIGN_START);
  gtk_widget_add_css_class (self->create, "inspector-create");
  gtk_box_append (GTK_BOX (self), self->create);
  build_section (self);
}

/* --- Life. */

static void
pn_inspector_rigging_dispose (GObject *object)
{
  PnInspectorRigging *self = PN_INSPECTOR_RIGGING (object);

  g_clear_object (&self->meshes);
  g_clear_object (&self->cost);
  g_clear_object (&self->commands);
  g_clear_object (&self->editor);
  G_OBJECT_CLASS (pn_inspector_rigging_parent_class)->dispose (object);
}

static void
pn_inspector_rigging_class_init (PnInspectorRiggingClass *class)
{
  G_OBJECT_CLASS (class)->dispose = pn_inspector_rigging_dispose;
}

static void
pn_inspector_rigging_init (PnInspectorRigging *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
}

GtkWidget *
pn_inspector_rigging_new (PnEditor *editor, PnCommands *commands)
{
  PnInspectorRigging *self = g_object_new (PN_TYPE_INSPECTOR_RIGGING, NULL);

  self->editor = g_object_ref (editor);
  self->commands = g_object_ref (commands);
  self->meshes = pn_mesh_job_new (pn_editor_get_context (editor));
  self->cost = pn_rig_cost_new (pn_editor_get_context (editor));
  g_signal_connect_object (self->meshes, "ready", G_CALLBACK (mesh_ready_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->cost, "measured", G_CALLBACK (measured_cb), self,
                           G_CONNECT_SWAPPED);
  build (self);
  refresh (self);
  g_signal_connect_object (editor, "changed", G_CALLBACK (editor_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (editor, "end-waiting", G_CALLBACK (end_waiting_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self, "map", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
