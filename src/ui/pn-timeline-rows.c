/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-timeline-rows.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* --- Making them. */

static void
row_clear (gpointer data)
{
  g_free (((PnTimelineRow *)data)->frames);
}

/* What is being made; the rows of a folded layer are left out, its tracks are not. */
typedef struct {
  PnTimelineRows *rows;
  GHashTable *folded;
  gboolean is_hidden;
} Maker;

static void
add_track (Maker *maker, const PnLayer *layer, guint depth, PnTargetKind kind, PnId target)
{
  PnTimelineRows *rows = maker->rows;

  for (int property = 0; property < PN_PROPERTY_UNKNOWN; property++) {
    if (!pn_property_belongs ((PnProperty)property, kind))
      continue;
    const PnTrack *track = pn_root_find_track (rows->root, kind, target, (PnProperty)property);
    if (track == NULL)
      continue;
    PnTimelineRow row = {
        .kind = PN_ROW_TRACK,
        .depth = depth,
        .layer = layer,
        .track = track,
        .first_track = rows->tracks->len,
        .n_tracks = 1,
    };
    g_ptr_array_add (rows->tracks, (gpointer)track);
    g_ptr_array_add (rows->owners, (gpointer)layer);
    rows->last_frame = MAX (rows->last_frame, track->keys[track->n_keys - 1].frame);
    if (!maker->is_hidden)
      g_array_append_val (rows->rows, row);
  }
}

static void add_layers (Maker *maker, const PnNodeList *layers, guint depth);

static void
add_layer (Maker *maker, const PnLayer *layer, guint depth)
{
  PnTimelineRows *rows = maker->rows;
  gboolean was_hidden = maker->is_hidden;
  guint at = rows->rows->len;
  PnTimelineRow row = {
      .kind = PN_ROW_LAYER,
      .depth = depth,
      .layer = layer,
      .first_track = rows->tracks->len,
      .is_folded = g_hash_table_contains (maker->folded, &layer->id),
  };

  if (!was_hidden)
    g_array_append_val (rows->rows, row);
  maker->is_hidden |= row.is_folded;
  add_track (maker, layer, depth + 1, PN_TARGET_LAYER, layer->id);
  for (guint i = 0; layer->puppet != NULL && i < layer->puppet->pins.n_items; i++) {
    const PnPin *pin = layer->puppet->pins.items[i];
    add_track (maker, layer, depth + 1, PN_TARGET_PIN, pin->id);
  }
  add_layers (maker, &layer->children, depth + 1);
  maker->is_hidden = was_hidden;
  if (was_hidden)
    return;
  PnTimelineRow *own = pn_timeline_rows_get (rows, at);
  own->n_tracks = rows->tracks->len - own->first_track;
  own->is_foldable = own->n_tracks > 0 || layer->children.n_items > 0;
}

static void
add_layers (Maker *maker, const PnNodeList *layers, guint depth)
{
  for (guint i = layers->n_items; i > 0; i--)
    add_layer (maker, layers->items[i - 1], depth);
}

PnTimelineRows *
pn_timeline_rows_new (const PnRoot *root, GHashTable *folded)
{
  PnTimelineRows *self = g_new0 (PnTimelineRows, 1);
  Maker maker = {.rows = self, .folded = folded};

  self->root = pn_node_ref (root);
  self->rows = g_array_new (FALSE, FALSE, sizeof (PnTimelineRow));
  g_array_set_clear_func (self->rows, row_clear);
  self->tracks = g_ptr_array_new ();
  self->owners = g_ptr_array_new ();
  add_layers (&maker, &root->layers, 0);
  return self;
}

void
pn_timeline_rows_free (PnTimelineRows *self)
{
  g_array_unref (self->rows);
  g_ptr_array_unref (self->tracks);
  g_ptr_array_unref (self->owners);
  pn_node_unref ((gpointer)self->root);
  g_free (self);
}

/* --- Frames with keys. */

static int
compare_frames (gconstpointer a, gconstpointer b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void
gather_frames (const PnTimelineRows *self, PnTimelineRow *row)
{
  g_autoptr (GArray) frames = g_array_new (FALSE, FALSE, sizeof (double));
  guint n_kept = 0;

  for (guint i = 0; i < row->n_tracks; i++) {
    const PnTrack *track = g_ptr_array_index (self->tracks, row->first_track + i);
    for (guint j = 0; j < track->n_keys; j++)
      g_array_append_val (frames, track->keys[j].frame);
  }
  if (row->n_tracks > 1)
    g_array_sort (frames, compare_frames);
  for (guint i = 0; i < frames->len; i++) {
    double frame = g_array_index (frames, double, i);
    if (n_kept == 0 || g_array_index (frames, double, n_kept - 1) < frame)
      g_array_index (frames, double, n_kept++) = frame;
  }
  row->n_frames = n_kept;
  /* Never NULL, so that it is done once. */
  row->frames = g_new (double, MAX (1, n_kept));
  for (guint i = 0; i < n_kept; i++)
    row->frames[i] = g_array_index (frames, double, i);
}

const double *
pn_timeline_rows_get_frames (const PnTimelineRows *self, guint index, guint *n_frames)
{
  PnTimelineRow *row = pn_timeline_rows_get (self, index);

  if (row->frames == NULL)
    gather_frames (self, row);
  *n_frames = row->n_frames;
  return row->frames;
}

/* How many are less than `frame`. */
static guint
count_before (const double *frames, guint n_frames, double frame)
{
  guint low = 0, high = n_frames;

  while (low < high) {
    guint middle = low + (high - low) / 2;
    if (frames[middle] < frame)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

gboolean
pn_timeline_rows_find_near (const PnTimelineRows *self,
                            guint row,
                            double frame,
                            double reach,
                            double *found)
{
  guint n_frames;
  const double *frames = pn_timeline_rows_get_frames (self, row, &n_frames);
  guint at = count_before (frames, n_frames, frame);
  double best = reach;
  gboolean is_found = FALSE;

  for (guint i = at > 0 ? at - 1 : 0; i < n_frames && i <= at; i++) {
    if (fabs (frames[i] - frame) > best)
      continue;
    best = fabs (frames[i] - frame);
    *found = frames[i];
    is_found = TRUE;
  }
  return is_found;
}

gboolean
pn_timeline_rows_find_next (const PnTimelineRows *self,
                            guint row,
                            double frame,
                            PnKeyStep step,
                            double *found)
{
  guint n_frames;
  const double *frames = pn_timeline_rows_get_frames (self, row, &n_frames);
  guint at = count_before (frames, n_frames, frame);

  if (step == PN_KEY_PREVIOUS) {
    if (at == 0)
      return FALSE;
    *found = frames[at - 1];
    return TRUE;
  }
  if (at < n_frames && !(frames[at] > frame))
    at++;
  if (at == n_frames)
    return FALSE;
  *found = frames[at];
  return TRUE;
}

/* --- Keys. */

void
pn_timeline_rows_collect (const PnTimelineRows *self,
                          guint index,
                          double first,
                          double last,
                          GArray *refs)
{
  const PnTimelineRow *row = pn_timeline_rows_get (self, index);

  for (guint i = 0; i < row->n_tracks; i++) {
    const PnTrack *track = g_ptr_array_index (self->tracks, row->first_track + i);
    ptrdiff_t at = pn_sample_find (track->keys, track->n_keys, first);
    guint from = at < 0 ? 0 : (guint)at + (track->keys[at].frame < first);
    for (guint j = from; j < track->n_keys && track->keys[j].frame <= last; j++) {
      PnKeyRef ref = pn_key_ref (track, track->keys[j].frame);
      g_array_append_val (refs, ref);
    }
  }
}

void
pn_timeline_rows_collect_box (const PnTimelineRows *self,
                              guint first_row,
                              guint last_row,
                              double first,
                              double last,
                              GArray *refs)
{
  gboolean has_track = FALSE;

  for (guint i = first_row; i <= last_row; i++)
    has_track |= pn_timeline_rows_get (self, i)->kind == PN_ROW_TRACK;
  for (guint i = first_row; i <= last_row; i++) {
    const PnTimelineRow *row = pn_timeline_rows_get (self, i);
    if (row->kind == PN_ROW_TRACK || row->is_folded || !has_track)
      pn_timeline_rows_collect (self, i, first, last, refs);
  }
}

/* --- Finding rows. */

gboolean
pn_timeline_rows_find_layer (const PnTimelineRows *self, PnId layer, guint *found)
{
  const PnLayer *wanted = NULL;

  /* From the layer outwards until there is a row. */
  while (layer != 0) {
    const PnLayer *parent = NULL;
    wanted = pn_root_find_layer (self->root, layer, &parent, NULL);
    for (guint i = 0; wanted != NULL && i < self->rows->len; i++) {
      const PnTimelineRow *row = pn_timeline_rows_get (self, i);
      if (row->kind == PN_ROW_LAYER && row->layer == wanted) {
        *found = i;
        return TRUE;
      }
    }
    layer = parent != NULL ? parent->id : 0;
  }
  return FALSE;
}

gboolean
pn_timeline_rows_find_track (const PnTimelineRows *self, const PnKeyRef *ref, guint *found)
{
  const PnTrack *track =
      pn_root_find_track (self->root, ref->target_kind, ref->target, ref->property);
  guint index;

  if (track == NULL || !g_ptr_array_find (self->tracks, track, &index))
    return FALSE;
  /* The last row that stands for the track is the track's own, or what folds it. */
  for (guint i = self->rows->len; i > 0; i--) {
    const PnTimelineRow *row = pn_timeline_rows_get (self, i - 1);
    if (index >= row->first_track && index - row->first_track < row->n_tracks) {
      *found = i - 1;
      return TRUE;
    }
  }
  return FALSE;
}

PnId
pn_timeline_row_get_pin (const PnTimelineRow *row)
{
  return row->track != NULL && row->track->target_kind == PN_TARGET_PIN ? row->track->target : 0;
}

/* --- Words. */

const char *
pn_property_get_label (PnProperty property)
{
  static const char *const labels[] = {
      [PN_PROPERTY_POSITION] = N_ ("position"),
      [PN_PROPERTY_ANCHOR] = N_ ("anchor"),
      [PN_PROPERTY_ROTATION] = N_ ("turn"),
      [PN_PROPERTY_SCALE_X] = N_ ("scale x"),
      [PN_PROPERTY_SCALE_Y] = N_ ("scale y"),
      [PN_PROPERTY_OPACITY] = N_ ("opacity"),
      [PN_PROPERTY_SCALE] = N_ ("scale"),
      [PN_PROPERTY_STIFFNESS] = N_ ("stiffness"),
      [PN_PROPERTY_DEPTH] = N_ ("depth"),
      [PN_PROPERTY_X] = N_ ("x"),
      [PN_PROPERTY_Y] = N_ ("y"),
      [PN_PROPERTY_TARGET] = N_ ("target"),
      [PN_PROPERTY_POLE] = N_ ("pole"),
      [PN_PROPERTY_MODE] = N_ ("mode"),
      [PN_PROPERTY_MIX] = N_ ("mix"),
  };

  return property < G_N_ELEMENTS (labels) ? _ (labels[property]) : "";
}

char *
pn_timeline_row_get_label (const PnTimelineRow *row, const PnRoot *root)
{
  if (row->kind == PN_ROW_LAYER)
    return g_strdup (row->layer->name[0] != '\0' ? row->layer->name : _ ("Layer without a name"));

  const PnTrack *track = row->track;
  const char *property = pn_property_get_label (track->property);
  if (track->target_kind != PN_TARGET_PIN)
    return g_strdup (property);
  const PnPin *pin = pn_root_find_pin (root, track->target, NULL);
  const char *name = pin != NULL && pin->name[0] != '\0' ? pin->name : _ ("pin");
  /* Translators: a pin and what of it has keys, as in “hand · position”. */
  return g_strdup_printf (_ ("%s · %s"), name, property);
}
