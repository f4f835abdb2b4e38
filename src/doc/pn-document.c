/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-document.h"

struct _PnDocument {
  GObject parent_instance;
  const PnRoot *root; /* a reference */
};

G_DEFINE_FINAL_TYPE (PnDocument, pn_document, G_TYPE_OBJECT)

enum {
  CHANGED,
  N_SIGNALS,
};
static guint signals[N_SIGNALS];

static void
pn_document_finalize (GObject *object)
{
  PnDocument *self = PN_DOCUMENT (object);

  pn_node_unref ((gpointer)(guintptr)self->root);
  G_OBJECT_CLASS (pn_document_parent_class)->finalize (object);
}

static void
pn_document_class_init (PnDocumentClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = pn_document_finalize;

  /**
   * PnDocument::changed:
   * @from: (type gpointer): the PnRoot before
   * @to: (type gpointer): the PnRoot now
   *
   * Both are held for the emission.
   */
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 2, G_TYPE_POINTER, G_TYPE_POINTER);
}

static void
pn_document_init (PnDocument *self)
{
}

PnDocument *
pn_document_new (PnRoot *root)
{
  PnDocument *self;

  g_return_val_if_fail (root != NULL, NULL);

  self = g_object_new (PN_TYPE_DOCUMENT, NULL);
  self->root = pn_node_ref (root);
  return self;
}

const PnRoot *
pn_document_get_root (PnDocument *self)
{
  g_return_val_if_fail (PN_IS_DOCUMENT (self), NULL);

  return self->root;
}

void
pn_document_set_root (PnDocument *self, const PnRoot *root)
{
  g_autoptr (PnRoot) from = NULL;
  g_autoptr (PnRoot) to = NULL;

  g_return_if_fail (PN_IS_DOCUMENT (self));
  g_return_if_fail (root != NULL);

  if (root == self->root)
    return;
  /* A reference of the emission's own: a handler may set the next root. */
  from = (PnRoot *)(guintptr)self->root;
  self->root = pn_node_ref (root);
  to = pn_node_ref (root);
  g_signal_emit (self, signals[CHANGED], 0, from, to);
}
