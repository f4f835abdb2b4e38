/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>

#include "pn-gpu-plan-private.h"
#include "pn-test-bits.h"

/* Op streams in a string: `d` a draw, `x` one that is clear, `(` a push of everything, `<` one of
 * the left half, `[` one outside of the picture, `{` one that is clear, `)` a pop. */
static PnOp *
parse (const char *text)
{
  PnOp *ops = g_new0 (PnOp, strlen (text) + 1);

  for (int i = 0; text[i] != 0; i++) {
    ops[i].kind = text[i] == 'd' || text[i] == 'x' ? PN_OP_DRAW
                  : text[i] == ')'                 ? PN_OP_POP
                                                   : PN_OP_PUSH;
    if (ops[i].kind == PN_OP_DRAW)
      ops[i].draw.opacity = text[i] == 'd';
    else if (ops[i].kind == PN_OP_PUSH) {
      ops[i].push.bounds_doc = (PnBox){0, 0, text[i] == '<' ? 49.5 : 100, 100};
      if (text[i] == '[')
        ops[i].push.bounds_doc = (PnBox){200, 0, 300, 100};
      ops[i].push.opacity = text[i] == '{' ? 0 : 0.5;
    }
  }
  return ops;
}

/* The passes in their order, as the indices of the ops they draw and the passes they lay. */
static char *
describe (const char *text, gint64 *peak)
{
  g_autofree PnOp *ops = parse (text);
  PnFrame frame = {.width = 100, .height = 100, .ops = ops, .n_ops = (guint)strlen (text)};
  PnGpuView view = {.px_from_corner = PN_AFFINE_IDENTITY, .width = 100, .height = 100};
  GString *out = g_string_new (NULL);
  PnGpuPlan plan;

  pn_gpu_plan_init (&plan, &frame, &view, (PnGpuRect){0, 0, 100, 100});
  for (guint p = 0; p < plan.passes->len; p++) {
    const PnGpuPass *pass = pn_gpu_plan_pass (&plan, p);

    g_string_append_printf (out, "%s%dx%d:", p > 0 ? " " : "", pass->rect.x1 - pass->rect.x0,
                            pass->rect.y1 - pass->rect.y0);
    for (guint i = pass->first; i != PN_GPU_NONE; i = pn_gpu_plan_item (&plan, i)->next) {
      const PnGpuItem *item = pn_gpu_plan_item (&plan, i);

      if (item->kind == PN_GPU_ITEM_LAY) {
        g_assert_cmpuint (item->lay, <, p);
        g_string_append_printf (out, "L%u", item->lay);
      } else
        g_string_append_printf (out, "d%d",
                                (int)((const PnOp *)(gconstpointer)((const char *)item->draw -
                                                                    G_STRUCT_OFFSET (PnOp, draw)) -
                                      ops));
    }
  }
  *peak = plan.peak_area;
  pn_gpu_plan_clear (&plan);
  return g_string_free (out, FALSE);
}

static void
test_passes (void)
{
  const struct {
    const char *ops, *passes;
    int peak; /* surfaces of all and of halves, in halves */
  } cases[] = {
      {"", "100x100:", 2},
      {"dd", "100x100:d0d1", 2},
      {"d(dd)d", "100x100:d2d3 100x100:d0L0d5", 4},
      {"(d)(d)", "100x100:d1 100x100:d4 100x100:L0L1", 6},
      {"(((d)))", "100x100:d3 100x100:L0 100x100:L1 100x100:L2", 4},
      {"(d(d)d)d", "100x100:d3 100x100:d1L0d5 100x100:L1d7", 4},
      {"<d(d)>", "50x100:d3 50x100:d1L0 100x100:L1", 3},
      {"[d(d)d]d", "100x100:d7", 2},
      {"{d(d)d}d", "100x100:d7", 2},
      {"()d", "100x100:d2", 2},
      {"(())d", "100x100:d4", 2},
      {"xdx", "100x100:d1", 2},
      {"(x)d", "100x100:d3", 2},
      {"((d)(d))(d)", "100x100:d2 100x100:d5 100x100:L0L1 100x100:d9 100x100:L2L3", 6},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *text = g_strdup (cases[i].ops);
    gint64 peak;

    g_strdelimit (text, ">]}", ')');
    g_autofree char *passes = describe (text, &peak);
    g_assert_cmpstr (passes, ==, cases[i].passes);
    g_assert_cmpint (peak, ==, cases[i].peak * 5000);
  }
}

/* However deep, a chain of groups needs two surfaces at a time, and time in proportion. */
static void
test_deep (void)
{
  g_autofree char *text = g_malloc (200002);
  gint64 peak;

  memset (text, '(', 100000);
  text[100000] = 'd';
  memset (text + 100001, ')', 100000);
  text[200001] = 0;
  g_autofree char *passes = describe (text, &peak);
  g_assert_cmpint (peak, ==, 20000);
}

static void
test_view (void)
{
  PnFrame frame = {.width = 200, .height = 100};
  PnRenderTarget target = {.width = 400, .height = 400, .samples = 1};
  PnGpuView view;
  g_autoptr (GError) error = NULL;

  g_assert_true (pn_gpu_view_init (&view, &frame, &target, &error));
  pn_assert_same_bits (view.px_from_corner.xx, 2.0);
  pn_assert_same_bits (view.px_from_corner.yy, 4.0);

  PnGpuRect all = {0, 0, 400, 400};
  PnGpuRect rect = pn_gpu_view_rect (&view, &(PnBox){10.3, -5, 20.6, 500}, &all);
  g_assert_cmpint (rect.x0, ==, 20);
  g_assert_cmpint (rect.x1, ==, 42);
  g_assert_cmpint (rect.y0, ==, 0);
  g_assert_cmpint (rect.y1, ==, 400);
  rect = pn_gpu_view_rect (&view, &(PnBox){NAN, 0, NAN, 1e300}, &all);
  g_assert_true (pn_gpu_rect_is_empty (&rect));
  rect = pn_gpu_view_rect (&view, &(PnBox){-INFINITY, 0, 5, 5}, &all);
  g_assert_cmpint (rect.x1 - rect.x0, ==, 400);
  PnBox nothing = pn_box_empty ();
  rect = pn_gpu_view_rect (&view, &nothing, &all);
  g_assert_true (pn_gpu_rect_is_empty (&rect));

  const PnRenderTarget bad[] = {
      {.width = 0, .height = 5},
      {.width = 5, .height = -1},
      {.width = 1 << 20, .height = 1 << 20},
      {.width = 5, .height = 5, .x0 = 3, .x1 = 3, .y1 = 1},
      {.width = 5, .height = 5, .x1 = NAN, .y1 = 1},
      {.width = 5, .height = 5, .x1 = INFINITY, .y1 = 1},
      {.width = 5, .height = 5, .has_map = TRUE},
      {.width = 5, .height = 5, .has_map = TRUE, .px_from_doc = {1, 1, 1, 1, 0, 0}},
      {.width = 5, .height = 5, .has_map = TRUE, .px_from_doc = {1, 0, 0, NAN, 0, 0}},
  };
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++) {
    g_autoptr (GError) refused = NULL;

    g_assert_false (pn_gpu_view_init (&view, &frame, &bad[i], &refused));
    g_assert_error (refused, PN_GPU_ERROR, PN_GPU_ERROR_LIMIT);
  }
}

/* A quarter turn and a mirror put a box where they put its corners. */
static void
test_turned_view (void)
{
  PnFrame frame = {.width = 200, .height = 100};
  PnRenderTarget target = {.width = 300,
                           .height = 300,
                           .samples = 1,
                           .x1 = 1, /* which a map overrules */
                           .has_map = TRUE,
                           .px_from_doc = {0, 2, 2, 0, 10, 30}};
  PnGpuRect all = {0, 0, 300, 300};
  PnGpuView view;
  g_autoptr (GError) error = NULL;

  g_assert_true (pn_gpu_view_init (&view, &frame, &target, &error));
  PnGpuRect rect = pn_gpu_view_rect (&view, &(PnBox){10, 20, 30.25, 60}, &all);
  g_assert_cmpint (rect.x0, ==, 50);
  g_assert_cmpint (rect.x1, ==, 130);
  g_assert_cmpint (rect.y0, ==, 50);
  g_assert_cmpint (rect.y1, ==, 91);
}

static void
test_tiles (void)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (PnGpuRect));
  PnGpuRect whole = {0, 0, 17013, 4099};
  gint64 area = 0;

  g_array_append_val (open, whole);
  while (open->len > 0) {
    PnGpuRect rect = g_array_index (open, PnGpuRect, open->len - 1), halves[2];

    g_array_set_size (open, open->len - 1);
    g_assert_false (pn_gpu_rect_is_empty (&rect));
    if (pn_gpu_tile_fits (&rect, 4096)) {
      g_assert_cmpint (rect.x1 - rect.x0, <=, 4096);
      g_assert_cmpint (rect.y1 - rect.y0, <=, 4096);
      area += (gint64)(rect.x1 - rect.x0) * (rect.y1 - rect.y0);
      continue;
    }
    pn_gpu_tile_halve (&rect, halves);
    g_array_append_vals (open, halves, 2);
  }
  g_assert_cmpint (area, ==, (gint64)17013 * 4099);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gpu/plan/passes", test_passes);
  g_test_add_func ("/gpu/plan/deep", test_deep);
  g_test_add_func ("/gpu/plan/view", test_view);
  g_test_add_func ("/gpu/plan/turned-view", test_turned_view);
  g_test_add_func ("/gpu/plan/tiles", test_tiles);
  return g_test_run ();
}
