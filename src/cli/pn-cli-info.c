/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-cli.h"

#include "pn-pose-json.h"

/* info and validate: what a document holds, and whether all of it is sound. */

/* --- info */

static void
print_layers (const PnNodeList *layers, int depth)
{
  for (guint i = layers->n_items; i > 0; i--) {
    const PnLayer *layer = layers->items[i - 1];
    g_print ("%*s%s (%s", 2 + 2 * depth, "", layer->name, pn_layer_kind_name (layer->kind));
    if (layer->kind == PN_LAYER_IMAGE)
      g_print (" %d×%d", layer->picture_width, layer->picture_height);
    if (layer->puppet != NULL)
      g_print (ngettext (", %u pin", ", %u pins", layer->puppet->pins.n_items),
               layer->puppet->pins.n_items);
    if (!layer->visible)
      g_print ("%s", _ (", hidden"));
    g_print (")\n");
    print_layers (&layer->children, depth + 1);
  }
}

static void
add_layers (JsonBuilder *builder, const PnNodeList *layers)
{
  json_builder_begin_array (builder);
  for (guint i = 0; i < layers->n_items; i++) {
    const PnLayer *layer = layers->items[i];
    g_autofree char *id = pn_id_to_string (layer->id);
    json_builder_begin_object (builder);
    json_builder_set_member_name (builder, "id");
    json_builder_add_string_value (builder, id);
    json_builder_set_member_name (builder, "name");
    json_builder_add_string_value (builder, layer->name);
    json_builder_set_member_name (builder, "kind");
    json_builder_add_string_value (builder, pn_layer_kind_name (layer->kind));
    json_builder_set_member_name (builder, "pins");
    json_builder_add_int_value (builder, layer->puppet != NULL ? layer->puppet->pins.n_items : 0);
    if (layer->kind == PN_LAYER_GROUP) {
      json_builder_set_member_name (builder, "layers");
      add_layers (builder, &layer->children);
    }
    json_builder_end_object (builder);
  }
  json_builder_end_array (builder);
}

static void
add_pair (JsonBuilder *builder, const char *name, int first, int second)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_array (builder);
  json_builder_add_int_value (builder, first);
  json_builder_add_int_value (builder, second);
  json_builder_end_array (builder);
}

static void
print_info_json (const PnRoot *root)
{
  g_autoptr (JsonBuilder) builder = json_builder_new_immutable ();

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "version");
  json_builder_add_int_value (builder, root->version);
  add_pair (builder, "size", root->width, root->height);
  add_pair (builder, "fps", root->fps_numerator, root->fps_denominator);
  json_builder_set_member_name (builder, "duration");
  json_builder_add_double_value (builder, root->duration);
  json_builder_set_member_name (builder, "tracks");
  json_builder_add_int_value (builder, root->tracks.n_items);
  json_builder_set_member_name (builder, "layers");
  add_layers (builder, &root->layers);
  json_builder_end_object (builder);
  g_autoptr (JsonNode) node = json_builder_get_root (builder);
  pn_cli_print_json (node);
}

static void
print_info (const char *path, const PnRoot *root)
{
  double seconds = root->duration * root->fps_denominator / root->fps_numerator;
  g_autofree char *name = g_path_get_basename (path);

  /* Translators: a file, its width and height, the number of its frames, frames in a second, and its
   * duration. */
  g_print (ngettext ("%s: %d×%d pixels, %g frame at %g per second (%.2f s)\n",
                     "%s: %d×%d pixels, %g frames at %g per second (%.2f s)\n",
                     (gulong)root->duration),
           name, root->width, root->height, root->duration,
           (double)root->fps_numerator / root->fps_denominator, seconds);
  g_print (ngettext ("%u animated property\n", "%u animated properties\n", root->tracks.n_items),
           root->tracks.n_items);
  print_layers (&root->layers, 0);
}

int
pn_cli_info (int argc, char **argv)
{
  gboolean as_json = FALSE;
  g_auto (GStrv) words = NULL;
  g_autoptr (GError) error = NULL;
  const GOptionEntry entries[] = {
      {"json", 0, 0, G_OPTION_ARG_NONE, &as_json, N_ ("For programs"), NULL},
      {NULL},
  };

  if (!pn_cli_parse (argc, argv, "F.pantin [--json]", entries, 1, 1, &words))
    return PN_CLI_USAGE;
  g_auto (PnCliDocument) document = {0};
  if (!pn_cli_document_open (&document, words[0], 1, PN_GPU_ANY, &error))
    return pn_cli_fail (error);
  if (as_json)
    print_info_json (pn_session_get_root (document.session));
  else
    print_info (words[0], pn_session_get_root (document.session));
  return PN_CLI_DONE;
}

/* --- validate */

typedef struct {
  PnCliDocument *document;
  guint n_problems;
} Check;

static void
report (Check *check, const char *format, ...)
{
  va_list values;

  va_start (values, format);
  g_autofree char *text = g_strdup_vprintf (format, values);
  va_end (values);
  g_printerr ("pantin-cli: %s\n", text);
  check->n_problems++;
}

/* A stored mesh is checked as it is read. */
static void
check_mesh (Check *check, const PnLayer *layer)
{
  g_autoptr (GError) error = NULL;
  PnEvaluator *evaluator = pn_ops_context_get_evaluator (check->document->context);
  g_autoptr (PnMesh) mesh = pn_evaluator_get_mesh (evaluator, layer->puppet->mesh_asset, &error);

  if (mesh == NULL)
    report (check, _ ("The mesh of “%s”: %s"), layer->name, error->message);
}

static void
check_picture (Check *check, const PnLayer *layer)
{
  g_autoptr (GError) error = NULL;
  PnPictureCache *pictures = pn_ops_context_get_pictures (check->document->context);
  g_autoptr (PnPicture) picture = pn_picture_cache_get (pictures, layer->picture_asset, &error);

  if (picture == NULL)
    report (check, _ ("The picture of “%s”: %s"), layer->name, error->message);
  else if (picture->width != layer->picture_width || picture->height != layer->picture_height)
    report (check, _ ("The picture of “%s” is %d×%d, but the layer says %d×%d."), layer->name,
            picture->width, picture->height, layer->picture_width, layer->picture_height);
}

static void
check_layers (Check *check, const PnNodeList *layers)
{
  for (guint i = 0; i < layers->n_items; i++) {
    const PnLayer *layer = layers->items[i];
    if (layer->kind == PN_LAYER_IMAGE)
      check_picture (check, layer);
    if (layer->kind == PN_LAYER_IMAGE && layer->puppet != NULL)
      check_mesh (check, layer);
    check_layers (check, &layer->children);
  }
}

static void
check_tracks (Check *check, const PnRoot *root)
{
  for (guint i = 0; i < root->tracks.n_items; i++) {
    const PnTrack *track = root->tracks.items[i];
    g_autofree char *id = pn_id_to_string (track->target);
    if (track->target_kind == PN_TARGET_LAYER &&
        pn_root_find_layer (root, track->target, NULL, NULL) == NULL)
      report (check, _ ("A track belongs to the layer %s, which is not there."), id);
    if (track->target_kind == PN_TARGET_PIN && pn_root_find_pin (root, track->target, NULL) == NULL)
      report (check, _ ("A track belongs to the pin %s, which is not there."), id);
  }
}

static void
check_poses (Check *check, const PnRoot *root)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PnFrame) posed =
      pn_evaluate (pn_ops_context_get_evaluator (check->document->context), root, 0, &error);

  if (posed == NULL) {
    report (check, "%s", error->message);
    return;
  }
  for (guint i = 0; i < posed->n_layers; i++) {
    const PnLayerPose *layer = &posed->layers[i];
    for (guint j = 0; j < layer->n_pins; j++)
      if (layer->pins[j].state != PN_PIN_HOLDS)
        report (check, _ ("The pin “%s” of “%s” holds nothing (%s)."), layer->pins[j].pin->name,
                layer->layer->name, pn_pose_ignored_text (layer->pins[j].state));
  }
}

int
pn_cli_validate (int argc, char **argv)
{
  g_auto (GStrv) words = NULL;
  g_autoptr (GError) error = NULL;
  const GOptionEntry entries[] = {{NULL}};

  if (!pn_cli_parse (argc, argv, "F.pantin", entries, 1, 1, &words))
    return PN_CLI_USAGE;
  g_auto (PnCliDocument) document = {0};
  if (!pn_cli_document_open (&document, words[0], 1, PN_GPU_ANY, &error))
    return pn_cli_fail (error);

  const PnRoot *root = pn_session_get_root (document.session);
  Check check = {&document, 0};
  check_layers (&check, &root->layers);
  check_tracks (&check, root);
  if (check.n_problems == 0)
    check_poses (&check, root);
  if (check.n_problems > 0)
    return PN_CLI_FAILED;
  g_print (_ ("%s is sound.\n"), words[0]);
  return PN_CLI_DONE;
}
