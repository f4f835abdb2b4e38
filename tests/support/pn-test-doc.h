/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "pn-field.h"

/* Documents for tests: one made by hand, and random ones from a seed. */

#define PN_TEST_ASSET_PICTURE "8d969eef6ecad3c29a3a629280e686cf0c3f5d5a86aff3ca12020c923adc6c92"
#define PN_TEST_ASSET_MESH "ef92b778bafe771e89245b89ecbc08a44a4e166c06659911881f383d4473e94f"

/* Shows the first line that differs, rather than two whole documents. */
static inline void
pn_test_assert_same_text (const char *text, const char *wanted)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_auto (GStrv) wanted_lines = g_strsplit (wanted, "\n", -1);

  for (guint i = 0; lines[i] != NULL || wanted_lines[i] != NULL; i++)
    g_assert_cmpstr (lines[i], ==, wanted_lines[i]);
}

/* Ids of the document below. */
enum {
  PN_TEST_FIGURE = 0x11,
  PN_TEST_ARM = 0x12,
  PN_TEST_HEAD = 0x13,
  PN_TEST_BACKDROP = 0x14,
  PN_TEST_HAND_PIN = 0x21,
  PN_TEST_ELBOW_PIN = 0x22,
  PN_TEST_SKELETON = 0x40,
  PN_TEST_UPPER = 0x41,
  PN_TEST_LOWER = 0x42,
};

static inline void
pn_test_add_key (PnTrack *track, double frame, double x, double y, PnEaseKind ease)
{
  const PnKey key = {.frame = frame, .value = {x, y}, .ease = {.kind = ease}};

  pn_track_set_key (track, &key);
}

/* Takes the reference. The list is kept in its order. */
static inline void
pn_test_add_track (PnRoot *root, PnTrack *track)
{
  guint index = 0;

  while (index < root->tracks.n_items && pn_track_compare (root->tracks.items[index], track) < 0)
    index++;
  pn_node_list_insert (&root->tracks, index, track);
  pn_node_unref (track);
}

static inline PnLayer *
pn_test_picture (PnId id, const char *name, int width, int height)
{
  PnLayer *layer = pn_layer_new (id, name, PN_LAYER_IMAGE);

  layer->picture_asset = g_strdup (PN_TEST_ASSET_PICTURE);
  layer->picture_width = width;
  layer->picture_height = height;
  return layer;
}

/* A backdrop, and a group "figure" of a rigged "arm" and a "head", with keys. */
static inline PnRoot *
pn_test_figure (void)
{
  const PnMeshRecipe recipe = {.mode = PN_MESH_SILHOUETTE,
                               .density = PN_MESH_DENSITY_DEFAULT,
                               .expansion = PN_MESH_EXPANSION_DEFAULT};
  PnRoot *root = pn_root_new (640, 480, 24, 1);
  g_autoptr (PnLayer) backdrop = pn_test_picture (PN_TEST_BACKDROP, "backdrop", 640, 480);
  g_autoptr (PnLayer) figure = pn_layer_new (PN_TEST_FIGURE, "figure", PN_LAYER_GROUP);
  g_autoptr (PnLayer) arm = pn_test_picture (PN_TEST_ARM, "arm", 200, 100);
  g_autoptr (PnLayer) head = pn_test_picture (PN_TEST_HEAD, "head", 80, 90);
  g_autoptr (PnPin) hand = pn_pin_new (PN_TEST_HAND_PIN, "hand", pn_vec2 (180, 50));
  g_autoptr (PnPin) elbow = pn_pin_new (PN_TEST_ELBOW_PIN, "elbow", pn_vec2 (100.25, 48));
  PnPuppet *puppet = pn_puppet_new (&recipe, PN_TEST_ASSET_MESH);
  PnTrack *track;

  g_free (root->document_id);
  root->document_id = g_strdup ("6ba7b810-9dad-41d1-80b4-00c04fd430c8");
  root->next_id = 0x30;
  puppet->mesh_builder = 1; /* whatever the newest is */
  pn_node_list_insert (&puppet->pins, 0, hand);
  pn_node_list_insert (&puppet->pins, 1, elbow);
  arm->puppet = puppet;
  arm->position = pn_vec2 (20, 0.1);
  head->rotation_deg = 90;
  figure->position = pn_vec2 (300, 200);
  figure->anchor = pn_vec2 (10, 10);
  figure->scale_x = 2;
  pn_node_list_insert (&figure->children, 0, arm);
  pn_node_list_insert (&figure->children, 1, head);
  pn_node_list_insert (&root->layers, 0, backdrop);
  pn_node_list_insert (&root->layers, 1, figure);

  track = pn_track_new (PN_TARGET_PIN, PN_TEST_HAND_PIN, PN_PROPERTY_POSITION);
  pn_test_add_key (track, 0, 180, 50, PN_EASE_IN_OUT);
  pn_test_add_key (track, 12, 150.5, -20, PN_EASE_LINEAR);
  pn_test_add_key (track, 24, 180, 50, PN_EASE_HOLD);
  pn_test_add_track (root, track);
  track = pn_track_new (PN_TARGET_LAYER, PN_TEST_FIGURE, PN_PROPERTY_ROTATION);
  pn_test_add_key (track, 0, 0, 0, PN_EASE_LINEAR);
  pn_test_add_key (track, 10, 90, 0, PN_EASE_LINEAR);
  pn_test_add_track (root, track);
  return root;
}

/* A figure of two bones, a chain of both, and a layer bound to it. */
static inline void
pn_test_add_skeleton (PnRoot *root)
{
  g_autoptr (PnSkeletonNode) skeleton = pn_skeleton_node_new (PN_TEST_SKELETON, "skeleton");
  PnLayer *arm = (PnLayer *)(guintptr)pn_root_find_layer (root, PN_TEST_ARM, NULL, NULL);
  PnTrack *track;

  skeleton->group = PN_TEST_FIGURE;
  for (guint i = 0; i < 2; i++) {
    g_autoptr (PnBoneNode) bone = pn_bone_node_new (PN_TEST_UPPER + i, i == 0 ? "upper" : "lower");
    bone->parent = i == 0 ? 0 : PN_TEST_UPPER;
    bone->x = 40;
    bone->y = 5.5;
    bone->rotation_deg = 30;
    bone->length = 60;
    bone->scale_x = 1.5;
    bone->scale_y = -1;
    bone->colour = (PnColour){TRUE, {0x20, 0xc0, 0xff}};
    bone->jiggle_mix = 0.5;
    bone->jiggle_frequency = 3;
    bone->jiggle_damping = 0.25;
    pn_node_list_insert (&skeleton->bones, i, bone);
  }
  g_autoptr (PnIkNode) ik = pn_ik_node_new (PN_TEST_LOWER);
  *ik = (PnIkNode){ik->node, ik->bone, 3, FALSE, TRUE, TRUE, {90, 40}, {0, 50}, PN_IK_MODE_FK, 0.5};
  pn_node_list_insert (&skeleton->iks, 0, ik);
  pn_node_list_insert (&root->skeletons, 0, skeleton);
  arm->skeleton = PN_TEST_SKELETON;
  arm->bind_method = PN_BIND_FOLLOW;
  arm->bind_bone = PN_TEST_LOWER;
  track = pn_track_new (PN_TARGET_BONE, PN_TEST_UPPER, PN_PROPERTY_ROTATION);
  pn_test_add_key (track, 0, 30, 0, PN_EASE_LINEAR);
  pn_test_add_key (track, 12, 75, 0, PN_EASE_LINEAR);
  pn_test_add_track (root, track);
  track = pn_track_new (PN_TARGET_IK, PN_TEST_LOWER, PN_PROPERTY_TARGET);
  pn_test_add_key (track, 0, 90, 40, PN_EASE_OUT);
  pn_test_add_track (root, track);
  track = pn_track_new (PN_TARGET_IK, PN_TEST_LOWER, PN_PROPERTY_MODE);
  pn_test_add_key (track, 6, 1, 0, PN_EASE_HOLD);
  pn_test_add_track (root, track);
}

/* The document above with everything that version 2 of the format added. (transfer
 * full) */
static inline PnRoot *
pn_test_rigged (void)
{
  PnRoot *root = pn_test_figure ();
  const PnLayer *arm = pn_root_find_layer (root, PN_TEST_ARM, NULL, NULL);
  PnPuppet *puppet = arm->puppet; /* nobody else has seen it */

  puppet->solver = PN_SOLVER_TWO_STEP;
  puppet->passes = 1;
  puppet->max_rotation_deg = 60;
  puppet->stretch = 0.5;
  puppet->stretch_mode = PN_STRETCH_FREE;
  for (guint kind = PN_PIN_KIND_ADVANCED; kind < PN_PIN_KIND_UNKNOWN; kind++) {
    g_autoptr (PnPin) pin =
        pn_pin_new (0x22 + kind, pn_pin_kind_name ((PnPinKind)kind), pn_vec2 (20.0 * kind, 40));
    double value = 0.5;

    pin->kind = (PnPinKind)kind;
    for (const PnField *field = pn_pin_fields; field->name != NULL; field++) {
      gpointer at = pn_field_at (pin, field);
      if (!pn_field_belongs (field, kind))
        continue;
      if (field->type == PN_FIELD_NUMBER)
        *(double *)at = value += 0.0625;
      else if (field->type == PN_FIELD_COLOUR)
        *(PnColour *)at = (PnColour){TRUE, {0x20, (guint8)kind, 0xff}};
      else if (field->type == PN_FIELD_ID)
        *(PnId *)at = 0x41;
      if (field->property != PN_PROPERTY_UNKNOWN && field->type == PN_FIELD_NUMBER) {
        PnTrack *track = pn_track_new (PN_TARGET_PIN, pin->id, field->property);
        pn_test_add_key (track, 0, 0.25, 0, PN_EASE_IN);
        pn_test_add_key (track, 12, 0.75, 0, PN_EASE_LINEAR);
        pn_test_add_track (root, track);
      }
    }
    pn_node_list_insert (&puppet->pins, puppet->pins.n_items, pin);
  }
  pn_test_add_skeleton (root);
  return root;
}

static inline double
pn_test_random_number (GRand *rand)
{
  switch (g_rand_int_range (rand, 0, 4)) {
  case 0:
    return g_rand_int_range (rand, -1000, 1000);
  case 1:
    return g_rand_double_range (rand, -1000, 1000);
  case 2:
    return g_rand_double (rand) * 1e-9;
  default:
    return g_rand_int_range (rand, -8, 8) / 8.0;
  }
}

static inline PnVec2
pn_test_random_point (GRand *rand)
{
  double x = pn_test_random_number (rand);

  return pn_vec2 (x, pn_test_random_number (rand));
}

/* Names with all that a writer has to escape, and an empty one. */
static inline const char *
pn_test_random_name (GRand *rand)
{
  static const char *const names[] = {"",        "hand",      "left \"arm\"", "a\\b",
                                      "рука é😀", "tab\there", "line\nbreak",  "\x01\x7f"};

  return names[g_rand_int_range (rand, 0, G_N_ELEMENTS (names))];
}

static inline PnTrack *
pn_test_random_track (GRand *rand, PnTargetKind kind, PnId target, PnProperty property)
{
  PnTrack *track = pn_track_new (kind, target, property);
  gint32 n_keys = g_rand_int_range (rand, 1, 6);

  for (gint32 i = 0; i < n_keys; i++) {
    PnKey key = {.frame = g_rand_int_range (rand, -4, 40) / 2.0};

    key.value = pn_test_random_point (rand);
    if (!pn_property_is_point (property))
      key.value.y = 0;
    key.ease.kind = (PnEaseKind)g_rand_int_range (rand, PN_EASE_LINEAR, PN_EASE_BEZIER + 1);
    if (key.ease.kind == PN_EASE_BEZIER) {
      key.ease.x1 = g_rand_double (rand);
      key.ease.y1 = pn_test_random_number (rand);
      key.ease.x2 = g_rand_double (rand);
      key.ease.y2 = pn_test_random_number (rand);
    }
    pn_track_set_key (track, &key);
  }
  return track;
}

/* A value that the property can have, mostly another than its default. */
static inline void
pn_test_random_field (GRand *rand, gpointer node, const PnField *field)
{
  gpointer at = pn_field_at (node, field);
  double least = MAX (field->low, -1000), most = MIN (field->high, 1000);
  gint32 n_words = 0;

  switch (field->type) {
  case PN_FIELD_NUMBER:
    *(double *)at = g_rand_double_range (rand, least, most);
    break;
  case PN_FIELD_COUNT:
    *(guint *)at = (guint)g_rand_int_range (rand, (gint32)least, (gint32)most + 1);
    break;
  case PN_FIELD_FLAG:
    *(gboolean *)at = g_rand_boolean (rand);
    break;
  case PN_FIELD_POINT:
    *(PnVec2 *)at = pn_test_random_point (rand);
    break;
  case PN_FIELD_COLOUR:
    *(PnColour *)at = (PnColour){TRUE, {(guint8)g_rand_int_range (rand, 0, 256), 7, 255}};
    break;
  case PN_FIELD_CHOICE:
    while (field->words[n_words] != NULL)
      n_words++;
    *(int *)at = g_rand_int_range (rand, 0, n_words);
    break;
  case PN_FIELD_ID:
  default:
    *(PnId *)at = 1 + g_rand_int (rand);
    break;
  }
}

/* Some of those that mean something for its kind. */
static inline void
pn_test_random_fields (GRand *rand, gpointer node, const PnField *fields, guint kind)
{
  for (const PnField *field = fields; field->name != NULL; field++)
    if (pn_field_belongs (field, kind) && g_rand_boolean (rand))
      pn_test_random_field (rand, node, field);
}

static inline PnPuppet *
pn_test_random_puppet (GRand *rand, PnRoot *root)
{
  const PnMeshRecipe recipe = {.mode = g_rand_boolean (rand) ? PN_MESH_GRID : PN_MESH_SILHOUETTE,
                               .density = g_rand_int_range (rand, 2, 50),
                               .expansion = g_rand_double_range (rand, 0, 100)};
  PnPuppet *puppet = pn_puppet_new (&recipe, PN_TEST_ASSET_MESH);
  gint32 n_pins = g_rand_int_range (rand, 0, 4);

  puppet->passes = (guint)g_rand_int_range (rand, 1, 9);
  puppet->solver = (PnSolverKind)g_rand_int_range (rand, 0, PN_SOLVER_UNKNOWN);
  pn_test_random_fields (rand, puppet, pn_puppet_fields, 0);
  for (gint32 i = 0; i < n_pins; i++) {
    PnId id = pn_root_make_id (root);
    g_autoptr (PnPin) pin =
        pn_pin_new (id, pn_test_random_name (rand), pn_test_random_point (rand));

    pin->kind = (PnPinKind)g_rand_int_range (rand, 0, PN_PIN_KIND_UNKNOWN);
    pn_test_random_fields (rand, pin, pn_pin_fields, pin->kind);
    if (!pn_pin_kind_holds (pin->kind))
      pin->position_layer = pin->rest_layer;
    pn_node_list_insert (&puppet->pins, (guint)i, pin);
    for (const PnField *field = pn_pin_fields; field->name != NULL; field++)
      if (field->property != PN_PROPERTY_UNKNOWN && pn_field_belongs (field, pin->kind) &&
          g_rand_boolean (rand))
        pn_test_add_track (root, pn_test_random_track (rand, PN_TARGET_PIN, id, field->property));
  }
  return puppet;
}

/* A skeleton with ids and tracks of `root`, not yet in it; its bones hang on any, maybe in rings. */
static inline PnSkeletonNode *
pn_test_random_skeleton (GRand *rand, PnRoot *root)
{
  PnSkeletonNode *skeleton =
      pn_skeleton_node_new (pn_root_make_id (root), pn_test_random_name (rand));
  gint32 n_bones = g_rand_int_range (rand, 0, 5);

  skeleton->group = g_rand_boolean (rand) ? g_rand_int (rand) : 0;
  for (gint32 i = 0; i < n_bones; i++) {
    g_autoptr (PnBoneNode) bone =
        pn_bone_node_new (pn_root_make_id (root), pn_test_random_name (rand));
    pn_test_random_fields (rand, bone, pn_bone_fields, 0);
    pn_node_list_insert (&skeleton->bones, (guint)i, bone);
    if (g_rand_boolean (rand))
      pn_test_add_track (root,
                         pn_test_random_track (rand, PN_TARGET_BONE, bone->id, PN_PROPERTY_X));
    if (g_rand_boolean (rand))
      continue;
    g_autoptr (PnIkNode) ik = pn_ik_node_new (bone->id);
    pn_test_random_fields (rand, ik, pn_ik_fields, 0);
    ik->bone = bone->id;
    pn_node_list_insert (&skeleton->iks, skeleton->iks.n_items, ik);
    pn_test_add_track (root,
                       pn_test_random_track (rand, PN_TARGET_IK, bone->id, PN_PROPERTY_TARGET));
  }
  return skeleton;
}

/* A layer with ids and tracks of `root`, not yet in it; groups of up to `depth` levels. */
static inline PnLayer *
pn_test_random_layer (GRand *rand, PnRoot *root, guint depth)
{
  PnId id = pn_root_make_id (root);
  PnLayer *layer;

  if (depth > 0 && g_rand_int_range (rand, 0, 3) == 0) {
    gint32 n_children = g_rand_int_range (rand, 0, 4);

    layer = pn_layer_new (id, pn_test_random_name (rand), PN_LAYER_GROUP);
    for (gint32 i = 0; i < n_children; i++) {
      g_autoptr (PnLayer) child = pn_test_random_layer (rand, root, depth - 1);

      pn_node_list_insert (&layer->children, (guint)i, child);
    }
  } else {
    layer = pn_test_picture (id, pn_test_random_name (rand), g_rand_int_range (rand, 1, 5000),
                             g_rand_int_range (rand, 1, 5000));
    if (g_rand_boolean (rand))
      layer->puppet = pn_test_random_puppet (rand, root);
  }
  layer->visible = g_rand_boolean (rand);
  layer->locked = g_rand_boolean (rand);
  if (g_rand_boolean (rand)) {
    layer->opacity = g_rand_double (rand);
    layer->position = pn_test_random_point (rand);
    layer->anchor = pn_test_random_point (rand);
    layer->rotation_deg = pn_test_random_number (rand);
    layer->scale_x = pn_test_random_number (rand);
    layer->scale_y = pn_test_random_number (rand);
  }
  if (g_rand_boolean (rand))
    pn_test_add_track (root, pn_test_random_track (
                                 rand, PN_TARGET_LAYER, id,
                                 (PnProperty)g_rand_int_range (rand, 0, PN_PROPERTY_OPACITY + 1)));
  return layer;
}

static inline PnRoot *
pn_test_random_root (GRand *rand)
{
  PnRoot *root = pn_root_new (g_rand_int_range (rand, 1, 4097), g_rand_int_range (rand, 1, 4097),
                              g_rand_int_range (rand, 1, 61), g_rand_int_range (rand, 1, 3));
  gint32 n_layers = g_rand_int_range (rand, 0, 5);

  root->duration = g_rand_int_range (rand, 2, 400) / 2.0;
  root->has_background = g_rand_boolean (rand);
  for (guint i = 0; root->has_background && i < 3; i++)
    root->background[i] = (guint8)g_rand_int_range (rand, 0, 256);
  for (gint32 i = 0; i < n_layers; i++) {
    g_autoptr (PnLayer) layer = pn_test_random_layer (rand, root, 3);

    pn_node_list_insert (&root->layers, (guint)i, layer);
  }
  for (gint32 i = g_rand_int_range (rand, 0, 3); i > 0; i--) {
    g_autoptr (PnSkeletonNode) skeleton = pn_test_random_skeleton (rand, root);

    pn_node_list_insert (&root->skeletons, 0, skeleton);
  }
  return root;
}

/* A skeleton comes, goes, changes or moves in the list. */
static inline void
pn_test_change_skeletons (GRand *rand, PnRoot *root)
{
  PnNodeList *list = &root->skeletons;
  g_autoptr (PnSkeletonNode) made = pn_test_random_skeleton (rand, root);

  if (list->n_items > 0 && g_rand_boolean (rand)) {
    guint at = (guint)g_rand_int_range (rand, 0, (gint32)list->n_items);
    PnSkeletonNode *old = pn_node_ref (list->items[at]);
    g_autoptr (PnSkeletonNode) copy = pn_skeleton_node_copy (old);

    g_free (copy->name);
    copy->name = g_strdup (pn_test_random_name (rand));
    pn_node_list_remove (list, at);
    if (g_rand_boolean (rand))
      pn_node_list_insert (list, (guint)g_rand_int_range (rand, 0, (gint32)list->n_items + 1),
                           g_rand_boolean (rand) ? copy : old);
    pn_node_unref (old);
  } else {
    pn_node_list_insert (list, 0, made);
  }
}

/* Random edits, written as plainly as can be: another way than src/edit goes. */

/* Copies the list with the layer `id` replaced by `with` (nullable: removed), where it is. */
static inline void
pn_test_map_layers (PnNodeList *to, const PnNodeList *from, PnId id, const PnLayer *with)
{
  for (guint i = 0; i < from->n_items; i++) {
    g_autoptr (PnLayer) copy = pn_layer_copy (from->items[i]);

    if (copy->id == id) {
      if (with != NULL)
        pn_node_list_insert (to, to->n_items, with);
      continue;
    }
    pn_node_list_clear (&copy->children);
    pn_test_map_layers (&copy->children, &((const PnLayer *)from->items[i])->children, id, with);
    pn_node_list_insert (to, to->n_items, copy);
  }
}

static inline void
pn_test_set_layer (PnRoot *root, PnId id, const PnLayer *with)
{
  PnNodeList layers = {0};

  pn_test_map_layers (&layers, &root->layers, id, with);
  pn_node_list_clear (&root->layers);
  root->layers = layers;
}

static inline void
pn_test_list_layers (const PnNodeList *layers, GPtrArray *all)
{
  for (guint i = 0; i < layers->n_items; i++) {
    g_ptr_array_add (all, pn_node_ref (layers->items[i]));
    pn_test_list_layers (&((const PnLayer *)layers->items[i])->children, all);
  }
}

/* Any layer, or NULL where there is none. (transfer full) */
static inline PnLayer *
pn_test_pick_layer (GRand *rand, const PnRoot *root)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (pn_node_unref);

  pn_test_list_layers (&root->layers, all);
  if (all->len == 0)
    return NULL;
  return pn_node_ref (g_ptr_array_index (all, g_rand_int_range (rand, 0, (gint32)all->len)));
}

/* Into a random group, or the document itself. */
static inline void
pn_test_put_layer (GRand *rand, PnRoot *root, const PnLayer *layer)
{
  g_autoptr (PnLayer) group = pn_test_pick_layer (rand, root);
  PnNodeList *list = &root->layers;
  g_autoptr (PnLayer) copy = NULL;

  if (group != NULL && group->kind == PN_LAYER_GROUP) {
    copy = pn_layer_copy (group);
    list = &copy->children;
  }
  pn_node_list_insert (list, (guint)g_rand_int_range (rand, 0, (gint32)list->n_items + 1), layer);
  if (copy != NULL)
    pn_test_set_layer (root, copy->id, copy);
}

static inline void
pn_test_change_layer (GRand *rand, PnRoot *root, const PnLayer *layer)
{
  g_autoptr (PnLayer) copy = pn_layer_copy (layer);

  switch (g_rand_int_range (rand, 0, 3)) {
  case 0:
    g_free (copy->name);
    copy->name = g_strdup (pn_test_random_name (rand));
    break;
  case 1:
    copy->position = pn_test_random_point (rand);
    break;
  default:
    if (copy->kind == PN_LAYER_IMAGE) {
      pn_node_unref (copy->puppet);
      copy->puppet = g_rand_boolean (rand) ? pn_test_random_puppet (rand, root) : NULL;
    }
    break;
  }
  pn_test_set_layer (root, copy->id, copy);
}

static inline void
pn_test_change_tracks (GRand *rand, PnRoot *root, const PnLayer *layer)
{
  PnProperty property = (PnProperty)g_rand_int_range (rand, 0, PN_PROPERTY_OPACITY + 1);

  for (guint i = root->tracks.n_items; i-- > 0;) {
    const PnTrack *track = root->tracks.items[i];

    if (track->target_kind == PN_TARGET_LAYER && track->target == layer->id &&
        track->property == property)
      pn_node_list_remove (&root->tracks, i);
  }
  if (g_rand_boolean (rand))
    pn_test_add_track (root, pn_test_random_track (rand, PN_TARGET_LAYER, layer->id, property));
}

/* One edit of any kind. (transfer full) */
static inline PnRoot *
pn_test_random_edit (GRand *rand, const PnRoot *root)
{
  PnRoot *edited = pn_root_copy (root);
  g_autoptr (PnLayer) layer = pn_test_pick_layer (rand, root);
  g_autoptr (PnLayer) made = NULL;

  switch (layer != NULL ? g_rand_int_range (rand, 0, 9) : 0) {
  case 0:
    made = pn_test_random_layer (rand, edited, 2);
    pn_test_put_layer (rand, edited, made);
    break;
  case 1:
    pn_test_set_layer (edited, layer->id, NULL);
    break;
  case 2:
    pn_test_set_layer (edited, layer->id, NULL);
    pn_test_put_layer (rand, edited, layer);
    break;
  case 3:
    edited->duration = g_rand_int_range (rand, 1, 1000);
    edited->has_background = !edited->has_background;
    break;
  case 4:
    pn_test_change_tracks (rand, edited, layer);
    break;
  case 5:
  case 6:
    pn_test_change_skeletons (rand, edited);
    break;
  default:
    pn_test_change_layer (rand, edited, layer);
    break;
  }
  return edited;
}
