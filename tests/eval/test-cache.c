/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <gio/gio.h>
#include <stdatomic.h>

#include "pn-cache-private.h"
#include "pn-random.h"

/* Values that say how many of them there are, of 1000 bytes and some. */
typedef struct {
  atomic_int ref_count; /* GLib's is hidden from the thread sanitizer */
  guint number;
} Thing;

#define THING_BYTES 1000

static gint n_alive;
static gint n_made;

static gpointer
thing_ref_cb (gpointer value)
{
  Thing *thing = value;
  atomic_fetch_add (&thing->ref_count, 1);
  return thing;
}

static void
thing_unref_cb (gpointer value)
{
  Thing *thing = value;
  if (atomic_fetch_sub (&thing->ref_count, 1) > 1)
    return;
  g_atomic_int_add (&n_alive, -1);
  g_free (thing);
}

static gsize
thing_n_bytes_cb (gconstpointer value)
{
  return THING_BYTES;
}

static const PnCacheKind thing_kind = {thing_ref_cb, thing_unref_cb, thing_n_bytes_cb};
static const PnCacheKind other_kind = {thing_ref_cb, thing_unref_cb, thing_n_bytes_cb};

typedef struct {
  guint number;
  gulong delay_us;
  PnCacheFailure failure;
  gboolean fails;
} Recipe;

static gpointer
make_cb (gpointer data, PnCacheFailure *failure, GError **error)
{
  Recipe *recipe = data;
  g_atomic_int_inc (&n_made);
  if (recipe->delay_us > 0)
    g_usleep (recipe->delay_us);
  *failure = recipe->failure;
  if (recipe->fails) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "no %u", recipe->number);
    return NULL;
  }
  Thing *thing = g_new0 (Thing, 1);
  atomic_init (&thing->ref_count, 1);
  thing->number = recipe->number;
  g_atomic_int_inc (&n_alive);
  return thing;
}

static Thing *
get (PnCache *cache, const PnCacheKind *kind, Recipe recipe, GError **error)
{
  PnCacheKey key = {kind, &recipe.number, sizeof recipe.number};
  return pn_cache_get (cache, &key, make_cb, &recipe, error);
}

/* Gets and gives back; TRUE if it had to be made. */
static gboolean
is_made_for (PnCache *cache, guint number)
{
  gint before = n_made;
  Thing *thing = get (cache, &thing_kind, (Recipe){.number = number}, NULL);
  g_assert_cmpuint (thing->number, ==, number);
  thing_unref_cb (thing);
  return n_made != before;
}

static void
test_by_value (void)
{
  PnCache *cache = pn_cache_new (1 << 20);
  g_assert_true (is_made_for (cache, 1));
  g_assert_true (is_made_for (cache, 2));
  g_assert_false (is_made_for (cache, 1));
  g_assert_false (is_made_for (cache, 2));

  /* The kind is part of the key. */
  gint before = n_made;
  Thing *thing = get (cache, &other_kind, (Recipe){.number = 1}, NULL);
  g_assert_cmpint (n_made, ==, before + 1);
  thing_unref_cb (thing);

  guint number = 2;
  PnCacheKey key = {&thing_kind, &number, sizeof number};
  thing = pn_cache_peek (cache, &key);
  g_assert_cmpuint (thing->number, ==, 2);
  thing_unref_cb (thing);
  number = 3;
  g_assert_null (pn_cache_peek (cache, &key));
  pn_cache_free (cache);
  g_assert_cmpint (n_alive, ==, 0);
}

static void
test_budget (void)
{
  const gsize budget = 10 * THING_BYTES + 5000;
  PnCache *cache = pn_cache_new (budget);
  PnRandom random = pn_random (41);
  for (int i = 0; i < 2000; i++) {
    is_made_for (cache, (guint)pn_random_below (&random, 100));
    g_assert_cmpuint (pn_cache_n_bytes (cache), <=, budget);
    g_assert_cmpint (n_alive, <=, 15);
  }

  /* The least recently used goes first: 0 is asked for again and again and stays. */
  is_made_for (cache, 0);
  for (guint i = 1; i < 50; i++) {
    is_made_for (cache, i);
    g_assert_false (is_made_for (cache, 0));
  }
  g_assert_true (is_made_for (cache, 1));

  pn_cache_set_budget (cache, 0);
  g_assert_cmpint (n_alive, ==, 1);
  /* What alone is over the budget is kept as long as it is the newest. */
  is_made_for (cache, 7);
  g_assert_false (is_made_for (cache, 7));
  g_assert_cmpint (n_alive, ==, 1);
  pn_cache_free (cache);
  g_assert_cmpint (n_alive, ==, 0);
}

/* A value in use outlives its entry. */
static void
test_held (void)
{
  PnCache *cache = pn_cache_new (0);
  Thing *thing = get (cache, &thing_kind, (Recipe){.number = 5}, NULL);
  is_made_for (cache, 6);
  g_assert_cmpint (n_alive, ==, 2);
  g_assert_cmpuint (thing->number, ==, 5);
  pn_cache_free (cache);
  g_assert_cmpint (n_alive, ==, 1);
  thing_unref_cb (thing);
}

static void
test_failures (void)
{
  PnCache *cache = pn_cache_new (1 << 20);
  Recipe lasting = {.number = 1, .fails = TRUE, .failure = PN_CACHE_REMEMBER};
  Recipe passing = {.number = 2, .fails = TRUE, .failure = PN_CACHE_FORGET};
  gint before = n_made;
  for (int i = 0; i < 3; i++) {
    g_autoptr (GError) error = NULL;
    g_assert_null (get (cache, &thing_kind, lasting, &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_FAILED);
    g_assert_cmpstr (error->message, ==, "no 1");
    g_assert_null (get (cache, &thing_kind, lasting, NULL));
  }
  g_assert_cmpint (n_made, ==, before + 1);

  g_autoptr (GError) error = NULL;
  g_assert_null (get (cache, &thing_kind, passing, &error));
  g_assert_cmpstr (error->message, ==, "no 2");
  g_assert_true (is_made_for (cache, 2));
  g_assert_false (is_made_for (cache, 2));
  pn_cache_free (cache);
}

static gboolean
is_even_cb (gconstpointer value, gconstpointer data)
{
  return ((const Thing *)value)->number % 2 == 0;
}

static void
test_find (void)
{
  PnCache *cache = pn_cache_new (1 << 20);
  g_assert_null (pn_cache_find (cache, &thing_kind, is_even_cb, NULL));
  for (guint i = 0; i < 10; i++)
    is_made_for (cache, i);
  is_made_for (cache, 4);
  is_made_for (cache, 5);
  Thing *thing = pn_cache_find (cache, &thing_kind, is_even_cb, NULL);
  g_assert_cmpuint (thing->number, ==, 4);
  thing_unref_cb (thing);
  g_assert_null (pn_cache_find (cache, &other_kind, is_even_cb, NULL));
  pn_cache_free (cache);
}

typedef struct {
  PnCache *cache;
  Recipe recipe;
  gint n_errors;
} Crowd;

static gpointer
crowd_main (gpointer data)
{
  Crowd *crowd = data;
  g_autoptr (GError) error = NULL;
  Thing *thing = get (crowd->cache, &thing_kind, crowd->recipe, &error);
  if (!thing)
    g_atomic_int_inc (&crowd->n_errors);
  return thing;
}

/* Eight ask at once while the first is still at it: made once, the same for all. */
static void
test_crowd (void)
{
  Crowd crowd = {.cache = pn_cache_new (1 << 20)};
  for (int fails = 0; fails < 2; fails++) {
    crowd.recipe = (Recipe){
        .number = (guint)fails, .delay_us = 50000, .fails = fails, .failure = PN_CACHE_REMEMBER};
    GThread *threads[8];
    gint before = n_made;
    for (int i = 0; i < 8; i++)
      threads[i] = g_thread_new ("crowd", crowd_main, &crowd);
    Thing *first = NULL;
    for (int i = 0; i < 8; i++) {
      Thing *thing = g_thread_join (threads[i]);
      if (i == 0)
        first = thing;
      g_assert_true (thing == first);
      if (thing && i > 0)
        thing_unref_cb (thing);
    }
    if (first)
      thing_unref_cb (first);
    g_assert_cmpint (n_made, ==, before + 1);
    g_assert_cmpint (crowd.n_errors, ==, 8 * fails);
  }
  pn_cache_free (crowd.cache);
  g_assert_cmpint (n_alive, ==, 0);
}

typedef struct {
  PnCache *cache;
  guint64 seed;
} Churn;

static gpointer
churn_main (gpointer data)
{
  Churn *churn = data;
  PnCache *cache = churn->cache;
  PnRandom random = pn_random (churn->seed);
  for (int i = 0; i < 3000; i++) {
    guint number = (guint)pn_random_below (&random, 30);
    Recipe recipe = {.number = number,
                     .fails = number % 7 == 3,
                     .failure = number % 2 ? PN_CACHE_FORGET : PN_CACHE_REMEMBER};
    Thing *thing = get (cache, &thing_kind, recipe, NULL);
    g_assert_true ((thing != NULL) == (number % 7 != 3));
    if (thing) {
      g_assert_cmpuint (thing->number, ==, number);
      thing_unref_cb (thing);
    }
  }
  return NULL;
}

static void
test_churn (void)
{
  PnCache *cache = pn_cache_new (10 * THING_BYTES);
  GThread *threads[4];
  Churn churns[4];
  for (int i = 0; i < 4; i++) {
    churns[i] = (Churn){cache, 42 + (guint64)i};
    threads[i] = g_thread_new ("churn", churn_main, &churns[i]);
  }
  for (int i = 0; i < 4; i++)
    g_thread_join (threads[i]);
  g_assert_cmpuint (pn_cache_n_bytes (cache), <=, 10 * THING_BYTES);
  pn_cache_free (cache);
  g_assert_cmpint (n_alive, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/eval/cache/by-value", test_by_value);
  g_test_add_func ("/eval/cache/budget", test_budget);
  g_test_add_func ("/eval/cache/held", test_held);
  g_test_add_func ("/eval/cache/failures", test_failures);
  g_test_add_func ("/eval/cache/find", test_find);
  g_test_add_func ("/eval/cache/crowd", test_crowd);
  g_test_add_func ("/eval/cache/churn", test_churn);
  return g_test_run ();
}
