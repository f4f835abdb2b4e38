/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-ops-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "pn-edit.h"

/* Operations on the stack of layers: grouping, moving, copying, removing. A layer that changes its
 * group stays where it is seen. */

/* --- Places in the stack. */

gboolean
pn_op_read_group (PnOpCall *call, PnId *parent, guint *index, GError **error)
{
  *parent = 0;
  *index = pn_op_call_root (call)->layers.n_items;
  if (!pn_args_has (&call->args, "group"))
    return TRUE;

  const PnLayer *group = pn_op_find_layer (call, "group", error);
  if (group == NULL)
    return FALSE;
  if (group->kind != PN_LAYER_GROUP)
    return pn_op_refuse (error, _ ("“%s” is not a group, so no layer can be put into it."),
                         group->name);
  *parent = group->id;
  *index = group->children.n_items;
  return TRUE;
}

void
pn_op_insert_layer (PnOpCall *call, PnRoot *root, PnId parent, guint index, const PnLayer *layer)
{
  pn_op_call_take_root (call, pn_edit_insert_layer (root, parent, index, layer));
  pn_op_result_id (call, "layer", layer->id);
  pn_op_result_string (call, "name", layer->name);
}

static gboolean
check_hold (PnOpCall *call, PnId parent, const PnLayer *layer, GError **error)
{
  const PnRoot *root = pn_op_call_root (call);

  if (pn_edit_can_hold (root, parent, layer))
    return TRUE;
  for (PnId id = parent; id != 0; id = pn_op_place_of (root, id, NULL))
    if (id == layer->id)
      return pn_op_refuse (error, _ ("“%s” cannot be put into itself."), layer->name);
  return pn_op_refuse (error, _ ("Groups are nested more than %d levels deep."), PN_LAYER_NEST_MAX);
}

static gboolean
read_frame (PnOpCall *call, double *frame, GError **error)
{
  *frame = 0;
  return pn_args_number (&call->args, "frame", PN_ARG_OPTIONAL, PN_OP_FRAME_MIN, PN_OP_FRAME_MAX,
                         frame, error);
}

static void
add_ids (PnOpCall *call, GPtrArray *layers)
{
  json_builder_set_member_name (call->result, "layers");
  json_builder_begin_array (call->result);
  for (guint i = 0; i < layers->len; i++) {
    g_autofree char *id = pn_id_to_string (((const PnLayer *)g_ptr_array_index (layers, i))->id);
    json_builder_add_string_value (call->result, id);
  }
  json_builder_end_array (call->result);
}

/* --- add_group */

/* All of them lie in `parent`, so that nothing moves on the canvas. */
static gboolean
check_members (PnOpCall *call, const char *group, PnId parent, GPtrArray *members, GError **error)
{
  for (guint i = 0; i < members->len; i++) {
    const PnLayer *layer = g_ptr_array_index (members, i);
    if (pn_op_place_of (call->root, layer->id, NULL) != parent)
      return pn_op_refuse (
          error,
          _ ("“%s” lies in another group than “%s” would. Layers of one group can be grouped."),
          layer->name, group);
  }
  return TRUE;
}

static gboolean
gather (PnOpCall *call, const PnLayer *group, GPtrArray *members, GError **error)
{
  for (guint i = 0; i < members->len; i++) {
    const PnLayer *layer = g_ptr_array_index (members, i);
    if (!check_hold (call, group->id, layer, error))
      return FALSE;
    pn_op_call_take_root (call,
                          pn_edit_move_layer (pn_op_call_root (call), layer->id, group->id, i));
  }
  return TRUE;
}

/* The group lies where the front-most of its layers lay. */
static gboolean
add_group (PnOpCall *call, GError **error)
{
  const char *name = pn_op_call_usual_name (call, NC_ ("name", "Group"));
  g_autoptr (GPtrArray) members = NULL;
  PnId parent;
  guint index;

  if (!pn_args_string (&call->args, "name", PN_ARG_OPTIONAL, &name, error) ||
      !pn_op_read_group (call, &parent, &index, error))
    return FALSE;
  if (pn_args_has (&call->args, "layers")) {
    members = pn_op_find_layers (call, error);
    if (members == NULL || !check_members (call, name, parent, members, error))
      return FALSE;
  }
  if (members != NULL && members->len > 0) {
    const PnLayer *front = g_ptr_array_index (members, members->len - 1);
    pn_op_place_of (call->root, front->id, &index);
    index++;
  }
  g_autoptr (PnRoot) root = pn_root_copy (call->root);
  g_autoptr (PnLayer) group = pn_layer_new (pn_root_make_id (root), name, PN_LAYER_GROUP);
  pn_op_insert_layer (call, root, parent, index, group);
  return members == NULL || gather (call, group, members, error);
}

/* --- move_layer */

/* On top of all in there first, so that `index` counts without them. */
static void
move_to (PnOpCall *call, GPtrArray *layers, PnId parent, guint index)
{
  for (guint i = 0; i < layers->len; i++) {
    PnId id = ((const PnLayer *)g_ptr_array_index (layers, i))->id;
    pn_op_call_take_root (call, pn_edit_move_layer (pn_op_call_root (call), id, parent, G_MAXUINT));
  }
  guint first = 0;
  pn_op_place_of (pn_op_call_root (call), ((const PnLayer *)g_ptr_array_index (layers, 0))->id,
                  &first);
  for (guint i = 0; i < layers->len && index < first; i++) {
    PnId id = ((const PnLayer *)g_ptr_array_index (layers, i))->id;
    pn_op_call_take_root (call, pn_edit_move_layer (pn_op_call_root (call), id, parent, index + i));
  }
}

/* Whether each of the layers is where it was: so is then all else. */
static gboolean
is_same_order (PnOpCall *call, GPtrArray *layers)
{
  for (guint i = 0; i < layers->len; i++) {
    PnId id = ((const PnLayer *)g_ptr_array_index (layers, i))->id;
    guint old_index = 0, new_index = 0;
    if (pn_op_place_of (call->root, id, &old_index) !=
            pn_op_place_of (pn_op_call_root (call), id, &new_index) ||
        old_index != new_index)
      return FALSE;
  }
  return TRUE;
}

/* Without "group", or with null, into the document itself; "index" counts from the back what is in
 * there but the layers that are moved, and without it they come to lie on top. */
static gboolean
move_layer (PnOpCall *call, GError **error)
{
  double frame;
  int index = G_MAXINT;
  PnId parent;
  guint top;
  g_autoptr (GPtrArray) layers = pn_op_find_layers (call, error);

  if (layers == NULL || !pn_op_read_group (call, &parent, &top, error) ||
      !pn_args_integer (&call->args, "index", PN_ARG_OPTIONAL, 0, G_MAXINT, &index, error) ||
      !read_frame (call, &frame, error))
    return FALSE;
  if (layers->len == 0)
    return pn_op_refuse (error, _ ("“layers” names no layer to move."));
  for (guint i = 0; i < layers->len; i++) {
    const PnLayer *layer = g_ptr_array_index (layers, i);
    if (!check_hold (call, parent, layer, error) ||
        !pn_op_carry_layer (call, layer->id, parent, frame, error))
      return FALSE;
  }
  move_to (call, layers, parent, (guint)index);
  if (is_same_order (call, layers))
    g_clear_pointer (&call->new_root, pn_node_unref);
  add_ids (call, layers);
  return TRUE;
}

/* --- ungroup */

static void
notice_opacity (PnOpCall *call, const PnLayer *group)
{
  if (group->opacity < 1 ||
      pn_root_find_track (call->root, PN_TARGET_LAYER, group->id, PN_PROPERTY_OPACITY) != NULL)
    pn_op_call_notice (call,
                       _ ("“%s” was not quite opaque. What was in it has its own opacity now."),
                       group->name);
}

static void
hide_layer (PnOpCall *call, PnId id)
{
  const PnLayer *old = pn_root_find_layer (pn_op_call_root (call), id, NULL, NULL);
  if (old->kind == PN_LAYER_UNKNOWN)
    return;
  g_autoptr (PnLayer) layer = pn_layer_copy (old);
  layer->visible = FALSE;
  pn_op_call_take_root (call, pn_edit_replace_layer (pn_op_call_root (call), layer));
}

/* What is in the group takes its place, in the same order and where it is seen. */
static gboolean
ungroup (PnOpCall *call, GError **error)
{
  double frame;
  guint index = 0;
  const PnLayer *group = pn_op_find_layer (call, "layer", error);

  if (group == NULL || !read_frame (call, &frame, error))
    return FALSE;
  if (group->kind != PN_LAYER_GROUP)
    return pn_op_refuse (error, _ ("“%s” is not a group, so there is nothing to take apart."),
                         group->name);
  PnId parent = pn_op_place_of (call->root, group->id, &index);
  g_autoptr (GPtrArray) children = g_ptr_array_new ();
  for (guint i = 0; i < group->children.n_items; i++) {
    const PnLayer *child = group->children.items[i];
    g_ptr_array_add (children, (gpointer)child);
    if (!pn_op_carry_layer (call, child->id, parent, frame, error))
      return FALSE;
    if (!group->visible)
      hide_layer (call, child->id);
    pn_op_call_take_root (
        call, pn_edit_move_layer (pn_op_call_root (call), child->id, parent, index + i));
  }
  pn_op_call_take_root (call, pn_edit_remove_layer (pn_op_call_root (call), group->id));
  notice_opacity (call, group);
  add_ids (call, children);
  return TRUE;
}

/* --- duplicate_layer */

/* The copy has ids of its own throughout, or it would be tied to what it was copied from. */
typedef struct {
  PnRoot *root;    /* mutable: ids are made from it */
  GHashTable *ids; /* PnId * of what was copied, to PnId * of the copy */
} Copying;

static PnId
copy_id (Copying *copying, PnId old)
{
  PnId made = pn_root_make_id (copying->root);

  g_hash_table_insert (copying->ids, g_memdup2 (&old, sizeof old), g_memdup2 (&made, sizeof made));
  return made;
}

static PnPuppet *
copy_puppet (Copying *copying, const PnPuppet *old)
{
  PnPuppet *puppet = pn_puppet_copy (old);

  for (guint i = 0; i < puppet->pins.n_items; i++) {
    g_autoptr (PnPin) pin = pn_pin_copy (puppet->pins.items[i]);
    pin->id = copy_id (copying, pin->id);
    pn_node_list_replace (&puppet->pins, i, pin);
  }
  return puppet;
}

static PnLayer *
copy_layer (Copying *copying, const PnLayer *old)
{
  PnLayer *layer = pn_layer_copy (old);

  layer->id = copy_id (copying, old->id);
  if (old->puppet != NULL) {
    pn_node_unref (layer->puppet);
    layer->puppet = copy_puppet (copying, old->puppet);
  }
  for (guint i = 0; i < layer->children.n_items; i++) {
    g_autoptr (PnLayer) child = copy_layer (copying, layer->children.items[i]);
    pn_node_list_replace (&layer->children, i, child);
  }
  return layer;
}

/* Who wrote an unknown part knows alone which ids are in it. */
static gboolean
check_known (const PnLayer *layer, GError **error)
{
  gboolean is_known = layer->kind != PN_LAYER_UNKNOWN;

  for (guint i = 0; layer->puppet != NULL && i < layer->puppet->pins.n_items; i++)
    is_known &= ((const PnPin *)layer->puppet->pins.items[i])->kind != PN_PIN_KIND_UNKNOWN;
  if (!is_known)
    return pn_op_refuse (error,
                         _ ("“%s” was made by a later version of Pantin, which alone can copy it."),
                         layer->name);
  for (guint i = 0; i < layer->children.n_items; i++)
    if (!check_known (layer->children.items[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
is_name_taken (const PnNodeList *layers, const char *name)
{
  for (guint i = 0; i < layers->n_items; i++) {
    const PnLayer *layer = layers->items[i];
    if (g_str_equal (layer->name, name) || is_name_taken (&layer->children, name))
      return TRUE;
  }
  return FALSE;
}

/* "hand" gives "hand 2", and that gives "hand 3". */
static char *
name_copy (const PnRoot *root, const char *name)
{
  const char *space = strrchr (name, ' ');
  guint64 number = 0;
  gboolean is_numbered =
      space != NULL && g_ascii_string_to_unsigned (space + 1, 10, 1, 999999, &number, NULL);
  int length = is_numbered ? (int)(space - name) : (int)strlen (name);

  for (guint64 n = is_numbered ? number + 1 : 2;; n++) {
    g_autofree char *made = g_strdup_printf ("%.*s %" G_GUINT64_FORMAT, length, name, n);
    if (!is_name_taken (&root->layers, made))
      return g_steal_pointer (&made);
  }
}

/* The tracks of what was copied, given to the copies. */
static void
copy_tracks (PnOpCall *call, Copying *copying)
{
  for (guint i = 0; i < call->root->tracks.n_items; i++) {
    const PnTrack *old = call->root->tracks.items[i];
    const PnId *copy = g_hash_table_lookup (copying->ids, &old->target);
    if (old->target_kind == PN_TARGET_UNKNOWN || copy == NULL)
      continue;
    if (!pn_track_is_known (old)) {
      pn_op_call_notice (call,
                         _ ("Keys that a later version of Pantin made were left out of the copy."));
      continue;
    }
    g_autoptr (PnTrack) track = pn_track_copy (old);
    track->target = *copy;
    pn_op_call_take_root (call, pn_edit_set_track (pn_op_call_root (call), track));
  }
}

/* Each copy lies just in front of what it was copied from. */
static gboolean
duplicate_layer (PnOpCall *call, GError **error)
{
  g_autoptr (GPtrArray) layers = pn_op_find_layers (call, error);
  g_autoptr (GPtrArray) copies = g_ptr_array_new_with_free_func (pn_node_unref);
  g_autoptr (GHashTable) ids = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);

  if (layers == NULL)
    return FALSE;
  for (guint i = 0; i < layers->len; i++) {
    const PnLayer *old = g_ptr_array_index (layers, i);
    if (!check_known (old, error))
      return FALSE;
    g_autoptr (PnRoot) root = pn_root_copy (pn_op_call_root (call));
    Copying copying = {root, ids};
    PnLayer *copy = copy_layer (&copying, old);
    guint index = 0;
    PnId parent = pn_op_place_of (root, old->id, &index);
    g_ptr_array_add (copies, copy);
    g_free (copy->name);
    copy->name = name_copy (root, old->name);
    pn_op_call_take_root (call, pn_edit_insert_layer (root, parent, index + 1, copy));
  }
  Copying all = {NULL, ids};
  copy_tracks (call, &all);
  add_ids (call, copies);
  return TRUE;
}

/* --- remove_layer */

/* "layer", or several "layers". */
static gboolean
remove_layer (PnOpCall *call, GError **error)
{
  if (!pn_args_has (&call->args, "layers")) {
    const PnLayer *layer = pn_op_find_layer (call, "layer", error);
    if (layer == NULL)
      return FALSE;
    pn_op_result_id (call, "layer", layer->id);
    pn_op_call_take_root (call, pn_edit_remove_layer (call->root, layer->id));
    return TRUE;
  }
  if (pn_args_has (&call->args, "layer"))
    return pn_op_refuse (error, _ ("Give “layer” or “layers”, not both."));

  g_autoptr (GPtrArray) layers = pn_op_find_layers (call, error);
  if (layers == NULL)
    return FALSE;
  add_ids (call, layers);
  for (guint i = 0; i < layers->len; i++)
    pn_op_call_take_root (
        call, pn_edit_remove_layer (pn_op_call_root (call),
                                    ((const PnLayer *)g_ptr_array_index (layers, i))->id));
  return TRUE;
}

const PnOperationEntry pn_ops_stack_entries[] = {
    {"add_group", PN_OP_EDITS, "name layers group", add_group, N_ ("Add a group")},
    {"move_layer", PN_OP_EDITS, "layers group index frame", move_layer, N_ ("Move layers")},
    {"ungroup", PN_OP_EDITS, "layer frame", ungroup, N_ ("Ungroup")},
    {"duplicate_layer", PN_OP_EDITS, "layers", duplicate_layer, N_ ("Duplicate layers")},
    {"remove_layer", PN_OP_EDITS, "layer layers", remove_layer, N_ ("Remove a layer")},
    {NULL},
};
