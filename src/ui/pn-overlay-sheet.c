/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-overlay-sheet-private.h"

#include <math.h>
#include <string.h>

#include "pn-canvas-private.h"
#include "pn-trace.h"

/* So many view px around the view are drawn as well, for the next move of the hand. */
#define MARGIN 128.0

/* While the view moves, its picture may be scaled by so much before it is drawn anew. */
#define STRETCH_MAX 1.6

struct PnOverlaySheet {
  const PnOverlaySheetKind *kind;
  void (*changed) (gpointer data);
  gpointer data;
  PnOverlayPicture *shown;   /* (nullable) */
  GCancellable *cancellable; /* of the worker; cancelled when there is nobody to tell any more */
  gboolean is_drawing;
};

/* --- Drawing. */

static GdkTexture *
texture_from_surface (cairo_surface_t *surface)
{
  int width = cairo_image_surface_get_width (surface);
  int height = cairo_image_surface_get_height (surface);
  gsize stride = (gsize)cairo_image_surface_get_stride (surface);

  cairo_surface_flush (surface);
  g_autoptr (GBytes) bytes =
      g_bytes_new_with_free_func (cairo_image_surface_get_data (surface), stride * (gsize)height,
                                  (GDestroyNotify)cairo_surface_destroy, surface);
  return gdk_memory_texture_new (width, height, GDK_MEMORY_DEFAULT, bytes, stride);
}

/* The box in whole device px: then every pixel of the picture is one of the screen. */
static PnBox
rounded_out (const PnBox *box, double scale_factor)
{
  return (PnBox){
      floor (box->x0 * scale_factor) / scale_factor, floor (box->y0 * scale_factor) / scale_factor,
      ceil (box->x1 * scale_factor) / scale_factor, ceil (box->y1 * scale_factor) / scale_factor};
}

/* Of the same screen: bit by bit, for nothing is computed there. */
static gboolean
is_same_scale (const PnOverlayTerms *a, const PnOverlayTerms *b)
{
  return memcmp (&a->scale_factor, &b->scale_factor, sizeof a->scale_factor) == 0;
}

static gboolean
holds (const PnBox *outer, const PnBox *inner)
{
  return outer->x0 <= inner->x0 && outer->y0 <= inner->y0 && inner->x1 <= outer->x1 &&
         inner->y1 <= outer->y1;
}

PnOverlayPicture *
pn_overlay_picture_draw (const PnOverlaySheetKind *kind,
                         gpointer subject,
                         const PnOverlayTerms *terms)
{
  PnOverlayPicture *picture = g_new0 (PnOverlayPicture, 1);
  guint64 span = pn_trace_begin ();
  PnBox all = kind->measure (subject, terms);
  PnBox room = pn_overlay_grown (&terms->view, MARGIN);

  picture->terms = *terms;
  picture->subject = subject;
  picture->area = pn_box_intersect (&all, &room);
  picture->is_whole = pn_box_is_empty (&all) || holds (&room, &all);
  if (!pn_box_is_empty (&picture->area)) {
    picture->area = rounded_out (&picture->area, terms->scale_factor);
    double width = (picture->area.x1 - picture->area.x0) * terms->scale_factor;
    double height = (picture->area.y1 - picture->area.y0) * terms->scale_factor;
    cairo_surface_t *surface = cairo_image_surface_create (
        CAIRO_FORMAT_ARGB32, MAX (1, (int)(width + 0.5)), MAX (1, (int)(height + 0.5)));
    cairo_surface_set_device_scale (surface, terms->scale_factor, terms->scale_factor);
    cairo_t *cr = cairo_create (surface);
    cairo_translate (cr, -picture->area.x0, -picture->area.y0);
    kind->draw (subject, terms, cr);
    cairo_destroy (cr);
    picture->texture = texture_from_surface (surface);
  }
  pn_trace_end (kind->span, span);
  return picture;
}

void
pn_overlay_picture_free (const PnOverlaySheetKind *kind, PnOverlayPicture *picture)
{
  if (picture == NULL)
    return;
  kind->free (picture->subject);
  g_clear_object (&picture->texture);
  g_free (picture);
}

/* --- The worker. */

typedef struct {
  const PnOverlaySheetKind *kind;
  gpointer subject; /* (nullable) gone into the picture */
  PnOverlayTerms terms;
  PnOverlayPicture *picture; /* (nullable) not taken yet */
} Job;

/* On whichever thread lets go of the task last. */
static void
job_free (gpointer data)
{
  Job *job = data;

  if (job->subject != NULL)
    job->kind->free (job->subject);
  pn_overlay_picture_free (job->kind, job->picture);
  g_free (job);
}

static void
draw_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;

  job->picture = pn_overlay_picture_draw (job->kind, g_steal_pointer (&job->subject), &job->terms);
  g_task_return_boolean (task, TRUE);
}

static void
drawn_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  PnOverlaySheet *self = data;

  /* Cancelled: the sheet is no more. */
  if (!g_task_propagate_boolean (G_TASK (result), NULL))
    return;
  Job *job = g_task_get_task_data (G_TASK (result));
  pn_overlay_picture_free (self->kind, self->shown);
  self->shown = g_steal_pointer (&job->picture);
  self->is_drawing = FALSE;
  self->changed (self->data);
}

static void
start (PnOverlaySheet *self, gpointer subject, const PnOverlayTerms *terms)
{
  Job *job = g_new0 (Job, 1);
  g_autoptr (GTask) task = g_task_new (NULL, self->cancellable, drawn_cb, self);

  job->kind = self->kind;
  job->subject = subject;
  job->terms = *terms;
  self->is_drawing = TRUE;
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, draw_in_thread);
}

/* --- What there is, and what is missing. */

static gboolean
is_same_map (const PnAffine *a, const PnAffine *b)
{
  return memcmp (a, b, sizeof *a) == 0;
}

/* From the view as it was when the picture was drawn; FALSE where that view had no size. */
static gboolean
map_from_then (const PnOverlayPicture *picture,
               const PnOverlayTerms *terms,
               PnAffine *now_from_then)
{
  PnAffine doc_from_then;

  if (pn_affine_invert (&picture->terms.view_from_doc, &doc_from_then) != PN_STATUS_OK)
    return FALSE;
  *now_from_then = pn_affine_multiply (&terms->view_from_doc, &doc_from_then);
  return TRUE;
}

/* Whether the picture, moved along with the view, is still all of it and sharp enough for something
 * that moves. */
static gboolean
will_do (const PnOverlayPicture *picture, const PnOverlayTerms *terms)
{
  PnAffine now_from_then, then_from_now;
  PnBox seen = pn_box_empty ();

  if (!is_same_scale (&picture->terms, terms) || !map_from_then (picture, terms, &now_from_then) ||
      pn_affine_invert (&now_from_then, &then_from_now) != PN_STATUS_OK)
    return FALSE;
  double stretch = hypot (now_from_then.xx, now_from_then.yx);
  if (stretch > STRETCH_MAX || stretch < 1 / STRETCH_MAX)
    return FALSE;
  for (guint i = 0; i < 4; i++)
    pn_box_add_point (
        &seen, pn_affine_apply (&then_from_now, pn_vec2 (i & 1 ? terms->view.x1 : terms->view.x0,
                                                         i & 2 ? terms->view.y1 : terms->view.y0)));
  PnBox drawn = pn_overlay_grown (&picture->terms.view, MARGIN);
  return picture->is_whole || holds (&drawn, &seen);
}

static gboolean
is_wanting (PnOverlaySheet *self, gconstpointer subject, const PnOverlayTerms *terms)
{
  const PnOverlayPicture *shown = self->shown;

  if (shown == NULL || !self->kind->is_same (shown->subject, subject) ||
      memcmp (&shown->terms.look, &terms->look, sizeof terms->look) != 0)
    return TRUE;
  if (terms->quality == PN_OVERLAY_QUICK)
    return !will_do (shown, terms);
  return shown->terms.quality != PN_OVERLAY_FINE ||
         !is_same_map (&shown->terms.view_from_doc, &terms->view_from_doc) ||
         memcmp (&shown->terms.view, &terms->view, sizeof terms->view) != 0 ||
         !is_same_scale (&shown->terms, terms);
}

static void
append (const PnOverlayPicture *picture, const PnOverlayTerms *terms, GtkSnapshot *snapshot)
{
  PnAffine map;
  graphene_rect_t bounds;

  if (!map_from_then (picture, terms, &map))
    return;
  graphene_rect_init (&bounds, (float)picture->area.x0, (float)picture->area.y0,
                      (float)(picture->area.x1 - picture->area.x0),
                      (float)(picture->area.y1 - picture->area.y0));
  gtk_snapshot_save (snapshot);
  if (!is_same_map (&picture->terms.view_from_doc, &terms->view_from_doc))
    pn_canvas_transform (snapshot, &map);
  gtk_snapshot_append_texture (snapshot, picture->texture, &bounds);
  gtk_snapshot_restore (snapshot);
}

void
pn_overlay_sheet_snapshot (PnOverlaySheet *self,
                           gpointer subject,
                           const PnOverlayTerms *terms,
                           GtkSnapshot *snapshot)
{
  if (self->shown != NULL &&
      (subject == NULL || !self->kind->is_kin (self->shown->subject, subject)))
    pn_overlay_picture_free (self->kind, g_steal_pointer (&self->shown));
  if (self->shown != NULL && self->shown->texture != NULL)
    append (self->shown, terms, snapshot);
  if (subject == NULL)
    return;
  if (!self->is_drawing && is_wanting (self, subject, terms))
    start (self, subject, terms);
  else
    self->kind->free (subject);
}

gboolean
pn_overlay_sheet_is_drawing (PnOverlaySheet *self)
{
  return self->is_drawing;
}

/* --- Life. */

PnOverlaySheet *
pn_overlay_sheet_new (const PnOverlaySheetKind *kind,
                      void (*changed) (gpointer data),
                      gpointer data)
{
  PnOverlaySheet *self = g_new0 (PnOverlaySheet, 1);

  self->kind = kind;
  self->changed = changed;
  self->data = data;
  self->cancellable = g_cancellable_new ();
  return self;
}

void
pn_overlay_sheet_free (PnOverlaySheet *self)
{
  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  pn_overlay_picture_free (self->kind, self->shown);
  g_free (self);
}
