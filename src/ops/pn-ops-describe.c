/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "pn-ops-private.h"

/* What a step is called. A step keeps an operation and its arguments, never words; the names of
 * what they mean are those in the versions before and after it. */

/* How an operation is called where it is about one object, and about several. The first that fits
 * counts: `argument` has to be given, and nothing else that the table has for that operation.
 * Sentences are whole, for languages build them in ways of their own. */
typedef struct {
  const char *operation;
  const char *argument; /* (nullable) "visible=false" wants that value as well */
  const char *of_one;   /* marked for translation, with %s for the object's name */
  const char *of_several;
} Wording;

static const Wording wordings[] = {
    {"add_image", NULL, N_ ("Add “%s”"), N_ ("Add pictures")},
    {"add_group", "layers", N_ ("Group “%s”"), N_ ("Group layers")},
    {"move_layer", NULL, N_ ("Reorder “%s”"), N_ ("Reorder layers")},
    {"ungroup", NULL, N_ ("Ungroup “%s”"), N_ ("Ungroup layers")},
    {"duplicate_layer", NULL, N_ ("Duplicate “%s”"), N_ ("Duplicate layers")},
    {"remove_layer", NULL, N_ ("Delete “%s”"), N_ ("Delete layers")},
    {"set_layer", "name", N_ ("Rename “%s”"), N_ ("Rename layers")},
    {"set_layer", "visible=true", N_ ("Show “%s”"), N_ ("Show layers")},
    {"set_layer", "visible=false", N_ ("Hide “%s”"), N_ ("Hide layers")},
    {"set_layer", "locked=true", N_ ("Lock “%s”"), N_ ("Lock layers")},
    {"set_layer", "locked=false", N_ ("Unlock “%s”"), N_ ("Unlock layers")},
    {"set_layer", "position", N_ ("Move “%s”"), N_ ("Move layers")},
    {"set_layer", "property=position", N_ ("Move “%s”"), N_ ("Move layers")},
    {"set_layer", "anchor", N_ ("Move the pivot of “%s”"), N_ ("Move pivots")},
    {"set_layer", "rotation", N_ ("Turn “%s”"), N_ ("Turn layers")},
    {"set_layer", "scale_x", N_ ("Scale “%s”"), N_ ("Scale layers")},
    {"set_layer", "scale_y", N_ ("Scale “%s”"), N_ ("Scale layers")},
    {"set_layer", "opacity", N_ ("Change the opacity of “%s”"), N_ ("Change opacity")},
    {"set_layer", NULL, N_ ("Change “%s”"), N_ ("Change layers")},
    {"create_puppet_rig", NULL, N_ ("Rig “%s”"), N_ ("Rig layers")},
    {"set_puppet", NULL, N_ ("Change the solver of “%s”"), N_ ("Change solvers")},
    {"set_mesh", NULL, N_ ("Change the mesh of “%s”"), N_ ("Change meshes")},
    {"add_pin", NULL, N_ ("Add a pin to “%s”"), N_ ("Add pins")},
    {"update_pin", "name", N_ ("Rename “%s”"), N_ ("Rename pins")},
    {"update_pin", "x", N_ ("Move the rest of “%s”"), N_ ("Move the rest of pins")},
    {"update_pin", "kind", N_ ("Make “%s” another kind of pin"), N_ ("Change kinds of pins")},
    {"update_pin", "grip", N_ ("Change the grip of “%s”"), N_ ("Change grips")},
    {"update_pin", NULL, N_ ("Change “%s”"), N_ ("Change pins")},
    {"delete_pin", NULL, N_ ("Delete “%s”"), N_ ("Delete pins")},
    {"mirror_pins", NULL, N_ ("Mirror pins of “%s”"), N_ ("Mirror pins")},
    {"copy_pins", NULL, N_ ("Copy pins of “%s”"), N_ ("Copy pins")},
    {"create_skeleton", NULL, N_ ("Make a skeleton for “%s”"), N_ ("Make skeletons")},
    {"add_bone", NULL, N_ ("Add a bone to “%s”"), N_ ("Add bones")},
    {"update_bone", "name", N_ ("Rename “%s”"), N_ ("Rename bones")},
    {"update_bone", NULL, N_ ("Change “%s”"), N_ ("Change bones")},
    {"delete_bone", NULL, N_ ("Delete “%s”"), N_ ("Delete bones")},
    {"pose_skeleton", NULL, N_ ("Pose “%s”"), N_ ("Pose skeletons")},
    {"set_ik", NULL, N_ ("Change the chain of “%s”"), N_ ("Change chains")},
    {"bind_skeleton", NULL, N_ ("Bind “%s”"), N_ ("Bind layers")},
    {"unbind_skeleton", NULL, N_ ("Unbind “%s”"), N_ ("Unbind layers")},
    {"move_pin", NULL, N_ ("Move “%s”"), N_ ("Move pins")},
    {"set_puppet_pin_keyframes", NULL, N_ ("Key “%s”"), N_ ("Key pins")},
    {"set_keyframes", NULL, N_ ("Key “%s”"), N_ ("Set keys")},
    {"delete_keyframes", NULL, N_ ("Delete keys of “%s”"), N_ ("Delete keys")},
    {"move_keyframes", NULL, N_ ("Move keys of “%s”"), N_ ("Move keys")},
    {"set_ease", NULL, N_ ("Ease keys of “%s”"), N_ ("Ease keys")},
    {"paste_keyframes", NULL, N_ ("Paste keys to “%s”"), N_ ("Paste keys")},
};

/* What an operation's arguments are about. */
typedef struct {
  const PnRoot *before, *after; /* (nullable) */
  GPtrArray *names;             /* char *, each object's once */
} Objects;

static const char *
find_name (const PnRoot *root, PnId id)
{
  const PnLayer *layer = root != NULL ? pn_root_find_layer (root, id, NULL, NULL) : NULL;
  const PnPin *pin = root != NULL ? pn_root_find_pin (root, id, NULL) : NULL;

  if (layer != NULL || pin != NULL)
    return layer != NULL ? layer->name : pin->name;
  const PnSkeletonNode *skeleton = root != NULL ? pn_root_find_skeleton (root, id, NULL) : NULL;
  const PnBoneNode *bone = root != NULL ? pn_root_find_bone (root, id, NULL) : NULL;
  return skeleton != NULL ? skeleton->name : bone != NULL ? bone->name : NULL;
}

static void
add_object (Objects *objects, const char *name_or_id)
{
  PnId id;
  const char *name = name_or_id;

  if (pn_id_from_string (name_or_id, &id)) {
    const char *found = find_name (objects->before, id);
    if (found == NULL)
      found = find_name (objects->after, id);
    name = found != NULL ? found : name_or_id;
  }
  if (!g_ptr_array_find_with_equal_func (objects->names, name, g_str_equal, NULL))
    g_ptr_array_add (objects->names, g_strdup (name));
}

static void
add_target (Objects *objects, const char *target)
{
  const char *dot = strchr (target, '.');

  add_object (objects, dot != NULL ? dot + 1 : target);
}

static const char *
peek_string (JsonNode *node)
{
  return node != NULL && json_node_get_value_type (node) == G_TYPE_STRING
             ? json_node_get_string (node)
             : NULL;
}

static JsonArray *
peek_array (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

/* The objects of one operation: its pin, or its layers, or what its keys belong to. */
static void
add_objects (Objects *objects, JsonObject *arguments)
{
  static const char *const lists[] = {"layers", "keys", "tracks"};
  const char *pin = peek_string (json_object_get_member (arguments, "pin"));
  const char *layer = peek_string (json_object_get_member (arguments, "layer"));
  const char *target = peek_string (json_object_get_member (arguments, "target"));
  const char *path = peek_string (json_object_get_member (arguments, "path"));

  const char *bone = peek_string (json_object_get_member (arguments, "bone"));
  const char *skeleton = peek_string (json_object_get_member (arguments, "skeleton"));

  if (pin != NULL || layer != NULL) {
    add_object (objects, pin != NULL ? pin : layer);
  } else if (bone != NULL || skeleton != NULL) {
    add_object (objects, bone != NULL ? bone : skeleton);
  } else if (target != NULL) {
    add_target (objects, target);
  } else if (path != NULL) {
    g_autofree char *base = g_filename_display_basename (path);
    add_object (objects, base);
  }
  for (guint i = 0; target == NULL && pin == NULL && i < G_N_ELEMENTS (lists); i++) {
    JsonArray *list = peek_array (arguments, lists[i]);
    for (guint j = 0; list != NULL && j < json_array_get_length (list); j++) {
      JsonNode *node = json_array_get_element (list, j);
      const char *name = peek_string (node);
      if (name == NULL && JSON_NODE_HOLDS_OBJECT (node))
        name = peek_string (json_object_get_member (json_node_get_object (node), "target"));
      if (name != NULL)
        add_target (objects, name);
    }
  }
}

static gboolean
has_argument (JsonObject *arguments, const char *wanted)
{
  g_auto (GStrv) parts = g_strsplit (wanted, "=", 2);
  JsonNode *node = json_object_get_member (arguments, parts[0]);

  if (node == NULL || JSON_NODE_HOLDS_NULL (node))
    return FALSE;
  if (parts[1] == NULL)
    return TRUE;
  if (json_node_get_value_type (node) == G_TYPE_BOOLEAN)
    return json_node_get_boolean (node) == g_str_equal (parts[1], "true");
  return g_strcmp0 (peek_string (node), parts[1]) == 0;
}

/* (nullable) */
static const Wording *
find_wording (const char *operation, JsonObject *arguments)
{
  const Wording *general = NULL, *special = NULL;
  guint n_special = 0;

  for (guint i = 0; i < G_N_ELEMENTS (wordings); i++) {
    const Wording *wording = &wordings[i];
    if (!g_str_equal (wording->operation, operation))
      continue;
    if (wording->argument == NULL) {
      general = wording;
    } else if (has_argument (arguments, wording->argument)) {
      n_special += special == NULL || !g_str_equal (special->of_one, wording->of_one);
      special = wording;
    }
  }
  return n_special == 1 ? special : general;
}

static char *
put_name (const char *sentence, const char *name)
{
  GString *text = g_string_new (sentence);

  g_string_replace (text, "%s", name, 1);
  return g_string_free (text, FALSE);
}

/* The operations of a step: several under "operations", else the arguments themselves. Those of one
 * step are worded alike, by the first of them. (nullable) */
static char *
describe (const char *operation, JsonObject *arguments, Objects *objects)
{
  JsonArray *several = peek_array (arguments, "operations");
  JsonObject *first = arguments;

  for (guint i = 0; several != NULL && i < json_array_get_length (several); i++) {
    JsonObject *one = json_array_get_object_element (several, i);
    add_objects (objects, one);
    if (i == 0)
      first = one;
  }
  if (several == NULL)
    add_objects (objects, arguments);

  const Wording *wording = find_wording (operation, first);
  if (wording == NULL || objects->names->len == 0)
    return NULL;
  if (objects->names->len > 1)
    return g_strdup (_ (wording->of_several));
  return put_name (_ (wording->of_one), g_ptr_array_index (objects->names, 0));
}

char *
pn_operation_describe_step (PnHistory *history, guint step)
{
  const char *operation = pn_history_step_operation (history, step);
  JsonNode *arguments = pn_history_step_arguments (history, step);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  Objects objects = {.names = names};
  char *description = NULL;

  pn_history_step_roots (history, step, &objects.before, &objects.after);
  if (arguments != NULL && JSON_NODE_HOLDS_OBJECT (arguments))
    description = describe (operation, json_node_get_object (arguments), &objects);
  return description != NULL ? description : pn_operation_describe (operation);
}
