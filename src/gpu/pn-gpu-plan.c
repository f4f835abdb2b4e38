/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Orders the passes of a frame. A group's surface is drawn in full before the pass that lays it, so
 * no pass is ever interrupted, one multisampled image serves all of them, and groups inside groups
 * inside groups need no more than two or three surfaces at a time. What does add up is neighbours in
 * one group; `peak_area` says how far, and the renderer then draws in smaller tiles. */

#include "pn-gpu-plan-private.h"

typedef struct {
  PnGpuPass pass;
  gint64 laid_area; /* px of the surfaces that it lays */
} Open;

static gint64
area_of (const PnGpuRect *rect)
{
  return (gint64)(rect->x1 - rect->x0) * (rect->y1 - rect->y0);
}

static Open *
innermost (GArray *open)
{
  return &g_array_index (open, Open, open->len - 1);
}

static void
add_item (PnGpuPlan *self, Open *to, PnGpuItem item)
{
  guint index = self->items->len;

  item.next = PN_GPU_NONE;
  g_array_append_val (self->items, item);
  if (to->pass.first == PN_GPU_NONE)
    to->pass.first = index;
  else
    pn_gpu_plan_item (self, to->pass.last)->next = index;
  to->pass.last = index;
}

static void
open_pass (GArray *open, PnGpuRect rect, double opacity)
{
  Open new = {.pass = {rect, opacity, PN_GPU_NONE, PN_GPU_NONE}};

  g_array_append_val (open, new);
}

/* The innermost pass is complete: `live` is the area of the surfaces kept for those around it. */
static void
close_pass (PnGpuPlan *self, GArray *open, gint64 *live)
{
  Open closed = *innermost (open);
  gint64 area = area_of (&closed.pass.rect);

  g_array_set_size (open, open->len - 1);
  if (open->len > 0 && closed.pass.first == PN_GPU_NONE)
    return;
  self->peak_area = MAX (self->peak_area, *live + area);
  *live += area - closed.laid_area;
  g_array_append_val (self->passes, closed.pass);
  if (open->len == 0)
    return;
  add_item (self, innermost (open),
            (PnGpuItem){.kind = PN_GPU_ITEM_LAY,
                        .lay = self->passes->len - 1,
                        .opacity = closed.pass.opacity});
  innermost (open)->laid_area += area;
  self->n_lays++;
}

void
pn_gpu_plan_init (PnGpuPlan *self, const PnFrame *frame, const PnGpuView *view, PnGpuRect rect)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (Open));
  guint n_skipped = 0; /* pushes inside one that shows nothing, and that one */
  gint64 live = 0;

  *self = (PnGpuPlan){.rect = rect};
  self->items = g_array_new (FALSE, FALSE, sizeof (PnGpuItem));
  self->passes = g_array_new (FALSE, FALSE, sizeof (PnGpuPass));
  open_pass (open, rect, 1);

  for (guint i = 0; i < frame->n_ops; i++) {
    const PnOp *op = &frame->ops[i];

    if (op->kind == PN_OP_PUSH) {
      PnGpuRect inside =
          pn_gpu_view_rect (view, &op->push.bounds_doc, &innermost (open)->pass.rect);

      if (n_skipped > 0 || pn_gpu_rect_is_empty (&inside) || !(op->push.opacity > 0))
        n_skipped++;
      else
        open_pass (open, inside, op->push.opacity);
    } else if (op->kind == PN_OP_POP) {
      if (n_skipped > 0)
        n_skipped--;
      else if (open->len > 1)
        close_pass (self, open, &live);
    } else if (n_skipped == 0 && op->draw.opacity > 0)
      add_item (
          self, innermost (open),
          (PnGpuItem){.kind = PN_GPU_ITEM_DRAW, .draw = &op->draw, .opacity = op->draw.opacity});
  }
  while (open->len > 0)
    close_pass (self, open, &live);
}

void
pn_gpu_plan_clear (PnGpuPlan *self)
{
  g_clear_pointer (&self->items, g_array_unref);
  g_clear_pointer (&self->passes, g_array_unref);
}
