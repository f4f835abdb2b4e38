/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-evaluator.h"
#include "pn-test-rig.h"

/* An evaluator over assets in memory, as a fixture of g_test_add; its data is the number of
 * workers, NULL for two. */
typedef struct {
  PnTestStore *store;
  PnTaskPool *pool;
  PnEvaluator *evaluator;
} PnTestStage;

static inline void
pn_test_stage_set_up (PnTestStage *stage, gconstpointer data)
{
  guint n_workers = GPOINTER_TO_UINT (data);
  stage->store = pn_test_store_new ();
  stage->pool = pn_task_pool_new (n_workers > 0 ? n_workers : 2);
  stage->evaluator = pn_evaluator_new (stage->pool, pn_test_store_load_cb, stage->store, NULL);
}

static inline void
pn_test_stage_tear_down (PnTestStage *stage, gconstpointer data)
{
  g_assert_finalize_object (stage->evaluator);
  pn_task_pool_free (stage->pool);
  pn_test_store_free (stage->store);
}

/* (transfer full) */
static inline PnFrame *
pn_test_evaluate (PnTestStage *stage, const PnRoot *root, double time)
{
  g_autoptr (GError) error = NULL;
  PnFrame *frame = pn_evaluate (stage->evaluator, root, time, &error);
  g_assert_no_error (error);
  return frame;
}
