/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which frames are kept, without anything being drawn. */

#include "pn-frame-cache.h"

/* What the cache may hold in these tests: three pictures of 100 x 100 px and what they cost beside
 * their pixels. */
#define PICTURE_BYTES (100 * 100 * 4)
#define BUDGET (3 * PICTURE_BYTES + 2000)

static PnRenderTarget
make_target (int width, double x0)
{
  return (PnRenderTarget){.width = width,
                          .height = 100,
                          .samples = 1,
                          .has_map = TRUE,
                          .px_from_doc = {1, 0, 0, 1, x0, 0}};
}

static PnRendered *
make_rendered (const PnRenderTarget *target)
{
  PnRendered *rendered = g_new0 (PnRendered, 1);
  gsize n_bytes = (gsize)target->width * (gsize)target->height * 4;

  g_atomic_ref_count_init (&rendered->ref_count);
  rendered->target = *target;
  rendered->stride = (gsize)target->width * 4;
  rendered->bytes = g_bytes_new_take (g_malloc0 (n_bytes), n_bytes);
  return rendered;
}

static void
insert (PnFrameCache *cache, const PnRoot *root, double frame, const PnRenderTarget *target)
{
  g_autoptr (PnRendered) rendered = make_rendered (target);

  pn_frame_cache_insert (cache, root, frame, rendered);
}

static void
count_cb (guint *n)
{
  ++*n;
}

/* A frame is found for its version, number and target, and for nothing else. */
static void
test_key (void)
{
  g_autoptr (PnFrameCache) cache = pn_frame_cache_new (BUDGET);
  g_autoptr (PnRoot) root = pn_root_new (100, 100, 24, 1);
  g_autoptr (PnRoot) other = pn_root_new (100, 100, 24, 1);
  PnRenderTarget target = make_target (100, 0), wider = make_target (101, 0);
  PnRenderTarget aside = make_target (100, 1), fine = target;
  guint n_changed = 0;

  fine.samples = 4;
  g_signal_connect_swapped (cache, "changed", G_CALLBACK (count_cb), &n_changed);
  pn_frame_cache_set_target (cache, &target);
  pn_frame_cache_set_target (cache, &target);
  g_assert_cmpuint (n_changed, ==, 1);
  insert (cache, root, 5, &target);
  g_assert_cmpuint (n_changed, ==, 2);
  g_assert_true (pn_frame_cache_has (cache, root, 5));
  g_assert_false (pn_frame_cache_has (cache, root, 6));
  g_assert_false (pn_frame_cache_has (cache, other, 5));
  g_autoptr (PnRendered) found = pn_frame_cache_lookup (cache, root, 5);
  g_assert_cmpint (found->target.width, ==, 100);

  /* A picture for another target that comes late is not one for this. */
  const PnRenderTarget others[] = {wider, aside, fine};
  for (guint i = 0; i < G_N_ELEMENTS (others); i++) {
    insert (cache, root, 6, &others[i]);
    g_assert_false (pn_frame_cache_has (cache, root, 6));
  }
  for (guint i = 0; i < G_N_ELEMENTS (others); i++) {
    insert (cache, root, 5, &target);
    pn_frame_cache_set_target (cache, &others[i]);
    g_assert_false (pn_frame_cache_has (cache, root, 5));
    g_assert_null (pn_frame_cache_lookup (cache, root, 5));
    g_assert_cmpuint (pn_frame_cache_get_n_bytes (cache), ==, 0);
    pn_frame_cache_set_target (cache, &target);
  }
  insert (cache, root, 5, &target);
  g_assert_true (pn_frame_cache_has (cache, root, 5));
  pn_frame_cache_clear (cache);
  g_assert_false (pn_frame_cache_has (cache, root, 5));
  g_assert_cmpuint (pn_frame_cache_get_n_bytes (cache), ==, 0);
}

/* The one not looked at for longest goes; what is too large is not kept, and takes nothing away. */
static void
test_budget (void)
{
  g_autoptr (PnFrameCache) cache = pn_frame_cache_new (BUDGET);
  g_autoptr (PnRoot) root = pn_root_new (100, 100, 24, 1);
  PnRenderTarget target = make_target (100, 0), huge = make_target (1000, 0);

  pn_frame_cache_set_target (cache, &target);
  for (int i = 0; i < 3; i++)
    insert (cache, root, i, &target);
  g_autoptr (PnRendered) first = pn_frame_cache_lookup (cache, root, 0);
  insert (cache, root, 3, &target);
  g_assert_true (pn_frame_cache_has (cache, root, 0));
  g_assert_false (pn_frame_cache_has (cache, root, 1));
  g_assert_true (pn_frame_cache_has (cache, root, 2));
  g_assert_true (pn_frame_cache_has (cache, root, 3));
  insert (cache, root, 4, &huge);
  g_assert_true (pn_frame_cache_has (cache, root, 2));
  g_assert_cmpuint (pn_frame_cache_get_n_bytes (cache), <=, BUDGET);

  /* The same frame again counts once. */
  gsize before = pn_frame_cache_get_n_bytes (cache);
  insert (cache, root, 3, &target);
  g_assert_cmpuint (pn_frame_cache_get_n_bytes (cache), ==, before);
  pn_frame_cache_set_budget (cache, PICTURE_BYTES + 1000);
  g_assert_true (pn_frame_cache_has (cache, root, 3));
  g_assert_false (pn_frame_cache_has (cache, root, 2));
}

/* A version lives as long as its frames: another one never has its address. */
static void
test_roots_stay (void)
{
  g_autoptr (PnFrameCache) cache = pn_frame_cache_new (BUDGET);
  PnRenderTarget target = make_target (100, 0);
  PnRoot *root = pn_root_new (100, 100, 24, 1);

  pn_frame_cache_set_target (cache, &target);
  insert (cache, root, 0, &target);
  pn_node_unref (root);
  for (int i = 0; i < 100; i++) {
    g_autoptr (PnRoot) another = pn_root_new (100, 100, 24, 1);

    g_assert_false (pn_frame_cache_has (cache, another, 0));
  }
}

/* --- Where pictures go. */

typedef struct {
  GThread *main;
  int n_gone, n_here; /* atomic: all, and those on the main thread */
} Gone;

static void
gone_cb (gpointer data)
{
  Gone *gone = data;

  if (g_thread_self () == gone->main)
    g_atomic_int_inc (&gone->n_here);
  g_atomic_int_inc (&gone->n_gone);
}

/* All that go at once go aside: the system takes its time for so much. */
static void
test_go_aside (void)
{
  static guint8 pixels[PICTURE_BYTES];
  g_autoptr (PnFrameCache) cache = pn_frame_cache_new (BUDGET);
  g_autoptr (PnRoot) root = pn_root_new (100, 100, 24, 1);
  PnRenderTarget target = make_target (100, 0), other = make_target (100, 1);
  Gone gone = {.main = g_thread_self ()};

  pn_frame_cache_set_target (cache, &target);
  for (int i = 0; i < 3; i++) {
    g_autoptr (PnRendered) rendered = make_rendered (&target);
    g_bytes_unref (rendered->bytes);
    rendered->bytes = g_bytes_new_with_free_func (pixels, sizeof pixels, gone_cb, &gone);
    pn_frame_cache_insert (cache, root, i, rendered);
  }
  pn_frame_cache_set_target (cache, &other);
  g_assert_cmpuint (pn_frame_cache_get_n_bytes (cache), ==, 0);
  g_assert_false (pn_frame_cache_has (cache, root, 0));
  for (int i = 0; i < 20000 && g_atomic_int_get (&gone.n_gone) < 3; i++)
    g_usleep (1000);
  g_assert_cmpint (g_atomic_int_get (&gone.n_gone), ==, 3);
  g_assert_cmpint (g_atomic_int_get (&gone.n_here), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gpu/frame-cache/key", test_key);
  g_test_add_func ("/gpu/frame-cache/budget", test_budget);
  g_test_add_func ("/gpu/frame-cache/roots-stay", test_roots_stay);
  g_test_add_func ("/gpu/frame-cache/go-aside", test_go_aside);
  return g_test_run ();
}
