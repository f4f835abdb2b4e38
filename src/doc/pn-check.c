/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <float.h>
#include <glib/gi18n-lib.h>

#include "pn-elastic.h"
#include "pn-field-private.h"

typedef struct {
  GHashTable *ids;   /* PnId, of layers and pins */
  const char *label; /* what is being checked, for people */
  GError **error;
} Check;

static gboolean
fail (Check *check, const char *key)
{
  g_set_error (check->error, PN_DOC_ERROR, PN_DOC_ERROR_VALUE, _ ("In “%s”, “%s” is out of range."),
               check->label, key);
  return FALSE;
}

/* Ends included; no NaN. */
static gboolean
in_range (Check *check, const char *key, double value, double low, double high)
{
  return (value >= low && value <= high) || fail (check, key);
}

static gboolean
is_finite (Check *check, const char *key, double value)
{
  return in_range (check, key, value, -DBL_MAX, DBL_MAX);
}

static gboolean
is_point (Check *check, const char *key, PnVec2 point)
{
  return is_finite (check, key, point.x) && is_finite (check, key, point.y);
}

static gboolean
is_asset (Check *check, const char *key, const char *hash)
{
  return (hash != NULL && pn_is_asset_name (hash)) || fail (check, key);
}

/* What goes by this id and name from here on. */
static gboolean
enter (Check *check, const PnId *id, const char *name, char **id_text)
{
  *id_text = pn_id_to_string (*id);
  check->label = *name != '\0' ? name : *id_text;
  if (!g_utf8_validate (name, -1, NULL)) {
    check->label = *id_text;
    return fail (check, "name");
  }
  if (*id == 0)
    return fail (check, "id");
  if (!g_hash_table_add (check->ids, (gpointer)(guintptr)id)) {
    g_set_error (check->error, PN_DOC_ERROR, PN_DOC_ERROR_VALUE,
                 _ ("Two things in the document have the id %s."), *id_text);
    return FALSE;
  }
  return TRUE;
}

static gboolean
check_fields (Check *check, gconstpointer node, const PnField *fields)
{
  const PnField *field = pn_fields_check (node, fields);

  return field == NULL || fail (check, field->name);
}

static gboolean
check_pin (Check *check, const PnPin *pin)
{
  g_autofree char *id = NULL;

  return enter (check, &pin->id, pin->name, &id) && check_fields (check, pin, pn_pin_fields);
}

static gboolean
check_puppet (Check *check, const PnPuppet *puppet)
{
  if (!is_asset (check, "mesh", puppet->mesh_asset) ||
      !in_range (check, "mesh_builder", puppet->mesh_builder, 1, G_MAXINT) ||
      !is_finite (check, "density", puppet->recipe.density) ||
      !is_finite (check, "expansion", puppet->recipe.expansion) ||
      !in_range (check, "passes", puppet->passes, 0, PN_ELASTIC_PASSES_MAX) ||
      !check_fields (check, puppet, pn_puppet_fields))
    return FALSE;
  for (guint i = 0; i < puppet->pins.n_items; i++)
    if (!check_pin (check, puppet->pins.items[i]))
      return FALSE;
  return TRUE;
}

static gboolean
check_picture (Check *check, const PnLayer *layer)
{
  return is_asset (check, "picture", layer->picture_asset) &&
         in_range (check, "picture_size", layer->picture_width, 1, PN_PICTURE_SIDE_MAX) &&
         in_range (check, "picture_size", layer->picture_height, 1, PN_PICTURE_SIDE_MAX);
}

static gboolean check_layers (Check *check, const PnNodeList *layers, guint level);

static gboolean
check_layer (Check *check, const PnLayer *layer, guint level)
{
  g_autofree char *id = NULL;

  return enter (check, &layer->id, layer->name, &id) &&
         is_finite (check, "opacity", layer->opacity) &&
         is_point (check, "position", layer->position) &&
         is_point (check, "anchor", layer->anchor) &&
         is_finite (check, "rotation", layer->rotation_deg) &&
         is_finite (check, "scale_x", layer->scale_x) &&
         is_finite (check, "scale_y", layer->scale_y) &&
         check_fields (check, layer, pn_binding_fields) &&
         (layer->kind != PN_LAYER_IMAGE || check_picture (check, layer)) &&
         (layer->puppet == NULL || check_puppet (check, layer->puppet)) &&
         check_layers (check, &layer->children, level + 1);
}

static gboolean
check_layers (Check *check, const PnNodeList *layers, guint level)
{
  if (layers->n_items > 0 && level > PN_LAYER_NEST_MAX) {
    g_set_error (check->error, PN_DOC_ERROR, PN_DOC_ERROR_VALUE,
                 _ ("Groups are nested more than %d levels deep."), PN_LAYER_NEST_MAX);
    return FALSE;
  }
  for (guint i = 0; i < layers->n_items; i++)
    if (!check_layer (check, layers->items[i], level))
      return FALSE;
  return TRUE;
}

static gboolean
check_skeleton (Check *check, const PnSkeletonNode *skeleton)
{
  g_autofree char *id = NULL;
  g_autoptr (GHashTable) chains = g_hash_table_new (g_int64_hash, g_int64_equal);

  if (!enter (check, &skeleton->id, skeleton->name, &id))
    return FALSE;
  for (guint i = 0; i < skeleton->bones.n_items; i++) {
    const PnBoneNode *bone = skeleton->bones.items[i];
    g_autofree char *bone_id = NULL;

    if (!enter (check, &bone->id, bone->name, &bone_id) ||
        !check_fields (check, bone, pn_bone_fields))
      return FALSE;
  }
  check->label = *skeleton->name != '\0' ? skeleton->name : id;
  for (guint i = 0; i < skeleton->iks.n_items; i++) {
    const PnIkNode *ik = skeleton->iks.items[i];

    if (!check_fields (check, ik, pn_ik_fields))
      return FALSE;
    if (ik->bone == 0 || !g_hash_table_add (chains, (gpointer)(guintptr)&ik->bone))
      return fail (check, "ik");
  }
  return TRUE;
}

static gboolean
check_skeletons (Check *check, const PnNodeList *skeletons)
{
  for (guint i = 0; i < skeletons->n_items; i++)
    if (!check_skeleton (check, skeletons->items[i]))
      return FALSE;
  return TRUE;
}

static gboolean
check_ease (Check *check, const PnEase *ease)
{
  return ease->kind != PN_EASE_BEZIER ||
         (in_range (check, "ease", ease->x1, 0, 1) && is_finite (check, "ease", ease->y1) &&
          in_range (check, "ease", ease->x2, 0, 1) && is_finite (check, "ease", ease->y2));
}

static gboolean
check_keys (Check *check, const PnTrack *track)
{
  if (pn_track_is_known (track) && track->n_keys == 0)
    return fail (check, "keys");
  for (guint i = 0; i < track->n_keys; i++) {
    const PnKey *key = &track->keys[i];

    if (!is_finite (check, "frame", key->frame) || !is_point (check, "value", key->value) ||
        !is_point (check, "start_offset", key->start_offset) || !check_ease (check, &key->ease))
      return FALSE;
    if (i > 0 && !(key->frame > track->keys[i - 1].frame))
      return fail (check, "frame");
  }
  return TRUE;
}

static gboolean
check_tracks (Check *check, const PnNodeList *tracks)
{
  for (guint i = 0; i < tracks->n_items; i++) {
    const PnTrack *track = tracks->items[i];
    g_autofree char *id = pn_id_to_string (track->target);
    g_autofree char *label =
        g_strdup_printf ("%s.%s", pn_target_kind_name (track->target_kind), id);
    int order = i > 0 ? pn_track_compare (tracks->items[i - 1], track) : -1;

    check->label = label;
    if (order > 0 || (order == 0 && pn_track_is_known (track))) {
      g_set_error (check->error, PN_DOC_ERROR, PN_DOC_ERROR_VALUE,
                   _ ("The document has two tracks for “%s” of “%s”, or tracks out of order."),
                   pn_property_name (track->property), label);
      return FALSE;
    }
    if (!check_keys (check, track))
      return FALSE;
  }
  return TRUE;
}

static gboolean
check_document (Check *check, const PnRoot *root)
{
  gint64 numerator = root->fps_numerator;
  gint64 denominator = root->fps_denominator;

  check->label = _ ("document");
  if (!g_uuid_string_is_valid (root->document_id))
    return fail (check, "id");
  if (numerator > PN_FPS_MAX * denominator || denominator > PN_FPS_MAX * numerator)
    return fail (check, "fps");
  if ((gint64)root->width * root->height > PN_ROOT_PIXELS_MAX)
    return fail (check, "size");
  return in_range (check, "version", root->version, 1, G_MAXINT) &&
         in_range (check, "next_id", (double)root->next_id, 1, (double)G_MAXINT64) &&
         in_range (check, "size", root->width, 1, PN_ROOT_SIDE_MAX) &&
         in_range (check, "size", root->height, 1, PN_ROOT_SIDE_MAX) &&
         in_range (check, "fps", root->fps_numerator, 1, PN_FPS_TERM_MAX) &&
         in_range (check, "fps", root->fps_denominator, 1, PN_FPS_TERM_MAX) &&
         in_range (check, "duration", root->duration, 1, PN_DURATION_MAX);
}

gboolean
pn_root_check (const PnRoot *root, GError **error)
{
  g_autoptr (GHashTable) ids = g_hash_table_new (g_int64_hash, g_int64_equal);
  Check check = {.ids = ids, .error = error};

  return check_document (&check, root) && check_layers (&check, &root->layers, 1) &&
         check_skeletons (&check, &root->skeletons) && check_tracks (&check, &root->tracks);
}
