/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-document.h"
#include "pn-test-doc.h"

typedef struct {
  guint n_changes;
  const PnRoot *from;
  const PnRoot *to;
  const PnRoot *then; /* (nullable) what the handler sets */
} Log;

static void
changed_cb (PnDocument *document, const PnRoot *from, const PnRoot *to, Log *log)
{
  g_assert_true (pn_document_get_root (document) == to);
  log->n_changes++;
  log->from = from;
  log->to = to;
  if (log->then != NULL) {
    const PnRoot *then = g_steal_pointer (&log->then);

    pn_document_set_root (document, then);
    /* The nodes of the outer emission outlive the inner one. */
    g_assert_nonnull (pn_root_find_layer (from, PN_TEST_ARM, NULL, NULL));
    g_assert_nonnull (pn_root_find_layer (to, PN_TEST_ARM, NULL, NULL));
  }
}

static void
test_changed (void)
{
  g_autoptr (PnRoot) first = pn_test_figure ();
  g_autoptr (PnRoot) second = pn_root_copy (first);
  PnDocument *document = pn_document_new (first);
  Log log = {0};

  g_signal_connect (document, "changed", G_CALLBACK (changed_cb), &log);
  g_assert_true (pn_document_get_root (document) == first);
  pn_document_set_root (document, first);
  g_assert_cmpuint (log.n_changes, ==, 0);
  pn_document_set_root (document, second);
  g_assert_cmpuint (log.n_changes, ==, 1);
  g_assert_true (log.from == first);
  g_assert_true (log.to == second);
  g_assert_true (pn_document_get_root (document) == second);
  g_assert_finalize_object (document);
  g_assert_cmpint (first->node.ref_count, ==, 1);
  g_assert_cmpint (second->node.ref_count, ==, 1);
}

static void
test_changed_within (void)
{
  PnRoot *first = pn_test_figure ();
  PnRoot *second = pn_root_copy (first);
  g_autoptr (PnRoot) third = pn_root_copy (first);
  PnDocument *document = pn_document_new (first);
  Log log = {.then = third};

  g_signal_connect (document, "changed", G_CALLBACK (changed_cb), &log);
  pn_node_unref (first);
  pn_document_set_root (document, second);
  pn_node_unref (second);
  g_assert_cmpuint (log.n_changes, ==, 2);
  g_assert_true (log.to == third);
  g_assert_true (pn_document_get_root (document) == third);
  g_assert_finalize_object (document);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/doc/document/changed", test_changed);
  g_test_add_func ("/doc/document/changed-within", test_changed_within);
  return g_test_run ();
}
