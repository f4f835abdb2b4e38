/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-rig-cache-private.h"

#include <glib/gi18n-lib.h>
#include <stdatomic.h>
#include <string.h>

#include "pn-cache-private.h"
#include "pn-evaluator.h"
#include "pn-trace.h"

/* Some twenty rigs of 10,000 vertices. */
#define BUDGET_DEFAULT ((gsize)256 << 20)

/* The pin sets of one factor. Each pin that is added makes another set, which grows with the square of
 * its pins, and older ones are only wanted by who undoes so far, and quickly made. */
#define PIN_SETS_SHARE 16 /* of the budget */

struct PnRigCache {
  PnCache *cache;
  gsize pin_sets_bytes;
  PnAssetLoader loader;
  gpointer loader_data;
  GDestroyNotify loader_destroy;
  atomic_uint n_meshes_loaded, n_factors_made, n_pin_sets_made;
};

static gpointer
mesh_ref_cb (gpointer value)
{
  return pn_mesh_ref (value);
}

static void
mesh_unref_cb (gpointer value)
{
  pn_mesh_unref (value);
}

static gsize
mesh_n_bytes_cb (gconstpointer value)
{
  return pn_mesh_n_bytes (value);
}

static gpointer
factor_ref_cb (gpointer value)
{
  return pn_elastic_factor_ref (value);
}

static void
factor_unref_cb (gpointer value)
{
  pn_elastic_factor_unref (value);
}

static gsize
factor_n_bytes_cb (gconstpointer value)
{
  return pn_elastic_factor_n_bytes (value);
}

static gpointer
rig_ref_cb (gpointer value)
{
  return pn_elastic_pins_ref (value);
}

static void
rig_unref_cb (gpointer value)
{
  pn_elastic_pins_unref (value);
}

static gsize
rig_n_bytes_cb (gconstpointer value)
{
  return pn_elastic_pins_n_bytes (value);
}

/* Keyed by asset, by size, by signature, and by signature and pins. */
static const PnCacheKind mesh_kind = {mesh_ref_cb, mesh_unref_cb, mesh_n_bytes_cb};
static const PnCacheKind quad_kind = {mesh_ref_cb, mesh_unref_cb, mesh_n_bytes_cb};
static const PnCacheKind factor_kind = {factor_ref_cb, factor_unref_cb, factor_n_bytes_cb};
static const PnCacheKind rig_kind = {rig_ref_cb, rig_unref_cb, rig_n_bytes_cb};

PnRigCache *
pn_rig_cache_new (PnAssetLoader loader, gpointer loader_data, GDestroyNotify destroy)
{
  PnRigCache *self = g_new0 (PnRigCache, 1);
  self->cache = pn_cache_new (BUDGET_DEFAULT);
  self->pin_sets_bytes = BUDGET_DEFAULT / PIN_SETS_SHARE;
  self->loader = loader;
  self->loader_data = loader_data;
  self->loader_destroy = destroy;
  return self;
}

void
pn_rig_cache_free (PnRigCache *self)
{
  pn_cache_free (self->cache);
  if (self->loader_destroy)
    self->loader_destroy (self->loader_data);
  g_free (self);
}

void
pn_rig_cache_set_budget (PnRigCache *self, gsize budget_bytes)
{
  pn_cache_set_budget (self->cache, budget_bytes);
  self->pin_sets_bytes = budget_bytes / PIN_SETS_SHARE;
}

PnRigCacheStats
pn_rig_cache_get_stats (PnRigCache *self)
{
  return (PnRigCacheStats){
      .n_meshes_loaded = self->n_meshes_loaded,
      .n_factors_made = self->n_factors_made,
      .n_pin_sets_made = self->n_pin_sets_made,
      .n_bytes = pn_cache_n_bytes (self->cache),
  };
}

/* As GLib does where memory ends. */
static void
stop_without_memory (PnStatus status)
{
  if (status == PN_STATUS_NO_MEMORY)
    g_error ("out of memory");
}

typedef struct {
  PnRigCache *self;
  const char *asset;
} MeshRequest;

static gpointer
load_mesh_cb (gpointer data, PnCacheFailure *failure, GError **error)
{
  MeshRequest *request = data;
  PnRigCache *self = request->self;
  g_autoptr (GBytes) bytes = self->loader (self->loader_data, request->asset, error);
  if (!bytes)
    return NULL;

  PnMesh *mesh = NULL;
  gsize n_bytes;
  const guint8 *content = g_bytes_get_data (bytes, &n_bytes);
  PnStatus status = pn_mesh_deserialize (content, n_bytes, &mesh);
  stop_without_memory (status);
  atomic_fetch_add (&self->n_meshes_loaded, 1);
  if (status == PN_STATUS_OK)
    return mesh;

  *failure = PN_CACHE_REMEMBER;
  if (status == PN_STATUS_LIMIT)
    g_set_error_literal (error, PN_EVAL_ERROR, PN_EVAL_ERROR_NEWER,
                         _ ("Its stored mesh was made by a newer version."));
  else
    g_set_error_literal (error, PN_EVAL_ERROR, PN_EVAL_ERROR_DAMAGED,
                         _ ("Its stored mesh is damaged."));
  return NULL;
}

PnMesh *
pn_rig_cache_get_mesh (PnRigCache *self, const char *asset, GError **error)
{
  MeshRequest request = {self, asset};
  PnCacheKey key = {&mesh_kind, asset, strlen (asset)};
  return pn_cache_get (self->cache, &key, load_mesh_cb, &request, error);
}

static gpointer
make_quad_cb (gpointer data, PnCacheFailure *failure, GError **error)
{
  const int *size = data;
  double width = size[0], height = size[1];
  const PnVec2 corners[4] = {
      {-1.0, -1.0}, {width + 1.0, -1.0}, {width + 1.0, height + 1.0}, {-1.0, height + 1.0}};
  const guint32 triangles[6] = {0, 1, 2, 0, 2, 3};
  PnMesh *mesh = NULL;
  PnStatus status = pn_mesh_new (corners, NULL, 4, triangles, 2, width, height, NULL, &mesh);
  stop_without_memory (status);
  PN_ASSERT (status == PN_STATUS_OK);
  return mesh;
}

PnMesh *
pn_rig_cache_get_quad (PnRigCache *self, int width, int height)
{
  int size[2] = {width, height};
  PnCacheKey key = {&quad_kind, size, sizeof size};
  return pn_cache_get (self->cache, &key, make_quad_cb, size, NULL);
}

typedef struct {
  PnRigCache *self;
  const PnMesh *mesh;
  const PnElasticPin *pins;
  guint n_pins;
} RigRequest;

/* Only callers of this file see the error. */
static void
set_unsolvable (PnCacheFailure *failure, GError **error)
{
  *failure = PN_CACHE_REMEMBER;
  g_set_error_literal (error, PN_EVAL_ERROR, PN_EVAL_ERROR_DAMAGED, "unsolvable mesh");
}

static gpointer
make_factor_cb (gpointer data, PnCacheFailure *failure, GError **error)
{
  RigRequest *request = data;
  PnElasticFactor *factor = NULL;
  guint64 span = pn_trace_begin ();
  PnStatus status = pn_elastic_factor_new (request->mesh, &factor);
  pn_trace_end ("rig.factor", span);
  stop_without_memory (status);
  atomic_fetch_add (&request->self->n_factors_made, 1);
  if (status != PN_STATUS_OK)
    set_unsolvable (failure, error);
  return factor;
}

static PnElasticFactor *
get_factor (RigRequest *request, GError **error)
{
  guint64 signature = pn_mesh_signature (request->mesh);
  PnCacheKey key = {&factor_kind, &signature, sizeof signature};
  return pn_cache_get (request->self->cache, &key, make_factor_cb, request, error);
}

static gboolean
has_factor_cb (gconstpointer value, gconstpointer factor)
{
  return pn_elastic_pins_factor (value) == factor;
}

static gpointer
make_rig_cb (gpointer data, PnCacheFailure *failure, GError **error)
{
  RigRequest *request = data;
  guint64 span = pn_trace_begin ();
  PnElasticFactor *factor = get_factor (request, error);
  if (!factor) {
    *failure = PN_CACHE_REMEMBER;
    return NULL;
  }

  /* While pins are added and moved, the set of the frame before holds nearly all of the new one. */
  PnElasticPins *previous = pn_cache_find (request->self->cache, &rig_kind, has_factor_cb, factor);
  PnElasticPins *rig = NULL;
  PnStatus status = pn_elastic_pins_new (factor, request->pins, request->n_pins, previous, &rig);
  if (previous)
    pn_elastic_pins_unref (previous);
  pn_elastic_factor_unref (factor);
  pn_trace_end ("rig.prepare", span);
  stop_without_memory (status);
  atomic_fetch_add (&request->self->n_pin_sets_made, 1);
  if (status != PN_STATUS_OK)
    set_unsolvable (failure, error);
  return rig;
}

/* The signature, then all there is of each pin. On the stack for as many pins as figures have. */
#define PINS_ON_STACK 64
#define WORDS_OF_PIN 8

static PnElasticPins *
get_pins (RigRequest *request)
{
  guint64 on_stack[1 + WORDS_OF_PIN * PINS_ON_STACK];
  gsize n_bytes = (1 + WORDS_OF_PIN * (gsize)request->n_pins) * sizeof (guint64);
  g_autofree guint64 *on_heap = request->n_pins > PINS_ON_STACK ? g_malloc (n_bytes) : NULL;
  guint64 *words = on_heap ? on_heap : on_stack;

  words[0] = pn_mesh_signature (request->mesh);
  for (guint i = 0; i < request->n_pins; i++) {
    const PnElasticPin *pin = &request->pins[i];
    const double numbers[WORDS_OF_PIN] = {pin->rest.x,        pin->rest.y,        pin->grip,
                                          pin->kind,          pin->extent,        pin->stiffness,
                                          pin->starch_extent, pin->overlap_extent};
    memcpy (&words[1 + WORDS_OF_PIN * i], numbers, sizeof numbers);
  }
  PnCacheKey key = {&rig_kind, words, n_bytes};
  PnElasticPins *rig = pn_cache_peek (request->self->cache, &key);
  if (rig)
    return rig;
  rig = pn_cache_get (request->self->cache, &key, make_rig_cb, request, NULL);
  if (rig)
    pn_cache_trim (request->self->cache, &rig_kind, has_factor_cb, pn_elastic_pins_factor (rig),
                   request->self->pin_sets_bytes);
  return rig;
}

/* Counts as a use of what is there. */
static void
touch (PnCache *cache, PnCacheKey key)
{
  gpointer value = pn_cache_peek (cache, &key);
  if (value)
    key.kind->unref (value);
}

gboolean
pn_rig_cache_get_rig (PnRigCache *self,
                      const char *asset,
                      const PnElasticPin *pins,
                      guint n_pins,
                      PnMesh **mesh,
                      PnElasticPins **rig,
                      GError **error)
{
  *rig = NULL;
  *mesh = pn_rig_cache_get_mesh (self, asset, error);
  if (!*mesh)
    return FALSE;
  if (n_pins == 0)
    return TRUE;

  RigRequest request = {self, *mesh, pins, n_pins};
  *rig = get_pins (&request);
  /* A pin set keeps its factor and mesh alive. Used after it, they are dropped after it, and what
   * the cache counts is what it holds. */
  guint64 signature = pn_mesh_signature (*mesh);
  touch (self->cache, (PnCacheKey){&factor_kind, &signature, sizeof signature});
  touch (self->cache, (PnCacheKey){&mesh_kind, asset, strlen (asset)});
  if (*rig) {
    /* A signature can be forged: whoever poses needs the very mesh that the pins are on. */
    PnMesh *rigged = pn_mesh_ref (pn_elastic_factor_mesh (pn_elastic_pins_factor (*rig)));
    pn_mesh_unref (*mesh);
    *mesh = rigged;
  }
  return TRUE;
}
