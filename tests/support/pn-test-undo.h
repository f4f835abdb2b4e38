/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-test-session.h"

/* Does each operation of a script, undoes them all and does them again: every one is one step, and
 * the serialised bytes are compared at each (BR29). */
static inline void
pn_test_undo_each (PnTestSession *t, const char *const *script, gsize n_operations)
{
  g_autoptr (GPtrArray) states = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (states, pn_test_bytes (t));
  for (gsize i = 0; i < n_operations; i++) {
    g_autoptr (JsonNode) result = pn_test_run (t, "%s", script[i]);
    g_ptr_array_add (states, pn_test_bytes (t));
    g_assert_cmpstr (states->pdata[i], !=, states->pdata[i + 1]);
  }
  for (gsize i = n_operations; i > 0; i--) {
    g_autoptr (JsonNode) result = pn_test_run (t, "{'op': 'undo'}");
    g_autofree char *state = pn_test_bytes (t);
    g_assert_cmpstr (state, ==, states->pdata[i - 1]);
  }
  for (gsize i = 0; i < n_operations; i++) {
    g_autoptr (JsonNode) result = pn_test_run (t, "{'op': 'redo'}");
    g_autofree char *state = pn_test_bytes (t);
    g_assert_cmpstr (state, ==, states->pdata[i + 1]);
  }
}
