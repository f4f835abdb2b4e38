/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A step is the root before it and the root after it; what both hold is shared, so a step costs what
 * it changed. The bytes of the steps are counted as what each root holds beyond its neighbour
 * nearer to the newest one, which is what dropping the step gives back. */
#include "pn-history.h"

#define DEFAULT_BUDGET ((gsize)256 << 20)

typedef struct {
  char *operation;
  JsonNode *arguments; /* (nullable) */
  char *merge_key;     /* (nullable) */
  PnRoot *before, *after;
  GVariant *memory_before, *memory_after; /* (nullable) */
  gsize undo_bytes;                       /* held for the step while it is done ... */
  gsize redo_bytes;                       /* ... and while it is undone */
} Step;

struct _PnHistory {
  GObject parent_instance;
  PnDocument *document;
  PnJournal *journal; /* (nullable) borrowed */
  GPtrArray *steps;   /* Step, oldest first */
  guint n_done;       /* the first so many are done, the others undone */
  Step *open;         /* (nullable) the transaction */
  PnRoot *saved;      /* (nullable) */
  gsize budget;
  PnHistoryRemember remember; /* (nullable) */
  PnHistoryRecall recall;     /* (nullable) */
  gpointer memory_data;
};

G_DEFINE_FINAL_TYPE (PnHistory, pn_history, G_TYPE_OBJECT)

enum {
  CHANGED,
  N_SIGNALS,
};
static guint signals[N_SIGNALS];

static void
step_free (gpointer data)
{
  Step *step = data;

  g_free (step->operation);
  g_clear_pointer (&step->arguments, json_node_unref);
  g_free (step->merge_key);
  pn_node_unref (step->before);
  pn_node_unref (step->after);
  g_clear_pointer (&step->memory_before, g_variant_unref);
  g_clear_pointer (&step->memory_after, g_variant_unref);
  g_free (step);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Step, step_free)

static Step *
get_step (PnHistory *self, guint index)
{
  return g_ptr_array_index (self->steps, index);
}

static void
pn_history_dispose (GObject *object)
{
  PnHistory *self = PN_HISTORY (object);

  g_clear_object (&self->document);
  g_clear_pointer (&self->steps, g_ptr_array_unref);
  g_clear_pointer (&self->open, step_free);
  g_clear_pointer (&self->saved, pn_node_unref);
  G_OBJECT_CLASS (pn_history_parent_class)->dispose (object);
}

static void
pn_history_class_init (PnHistoryClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = pn_history_dispose;

  /**
   * PnHistory::changed:
   *
   * Steps were added, joined, done, undone or dropped, or the document was saved.
   */
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
pn_history_init (PnHistory *self)
{
  self->steps = g_ptr_array_new_with_free_func (step_free);
  self->budget = DEFAULT_BUDGET;
}

PnHistory *
pn_history_new (PnDocument *document, PnJournal *journal)
{
  PnHistory *self;

  g_return_val_if_fail (PN_IS_DOCUMENT (document), NULL);

  self = g_object_new (PN_TYPE_HISTORY, NULL);
  self->document = g_object_ref (document);
  self->journal = journal;
  return self;
}

void
pn_history_set_journal (PnHistory *self, PnJournal *journal)
{
  g_return_if_fail (PN_IS_HISTORY (self));
  g_return_if_fail (self->open == NULL);

  self->journal = journal;
}

static void
emit_changed (PnHistory *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

static PnJournalStep
make_move (const Step *step, PnJournalMove move)
{
  gboolean is_back = move == PN_JOURNAL_UNDO;

  return (PnJournalStep){
      .move = move,
      .operation = step->operation,
      .arguments = step->arguments,
      .from = is_back ? step->after : step->before,
      .to = is_back ? step->before : step->after,
  };
}

static gboolean
append_to_journal (PnHistory *self, const Step *step, PnJournalMove move, GError **error)
{
  const PnJournalStep record = make_move (step, move);

  return self->journal == NULL || pn_journal_append (self->journal, &record, error);
}

static void
measure (Step *step)
{
  gsize argument_bytes = pn_json_n_bytes (step->arguments);

  step->undo_bytes = pn_root_bytes_beyond (step->before, step->after) + argument_bytes;
  step->redo_bytes = pn_root_bytes_beyond (step->after, step->before) + argument_bytes;
}

static gsize
sum_bytes (PnHistory *self)
{
  gsize sum = 0;

  for (guint i = 0; i < self->steps->len; i++)
    sum += i < self->n_done ? get_step (self, i)->undo_bytes : get_step (self, i)->redo_bytes;
  return sum;
}

/* Drops the oldest steps, and when all but the last one done are gone, the farthest of those that
 * are undone. One step each way stays, however large. */
static void
keep_to_budget (PnHistory *self)
{
  while (sum_bytes (self) > self->budget) {
    if (self->n_done > 1) {
      g_ptr_array_remove_index (self->steps, 0);
      self->n_done--;
    } else if (self->steps->len > self->n_done + 1) {
      g_ptr_array_remove_index (self->steps, self->steps->len - 1);
    } else {
      break;
    }
  }
}

void
pn_history_set_memory (PnHistory *self,
                       PnHistoryRemember remember,
                       PnHistoryRecall recall,
                       gpointer data)
{
  g_return_if_fail (PN_IS_HISTORY (self));

  self->remember = remember;
  self->recall = recall;
  self->memory_data = data;
}

static GVariant *
remember (PnHistory *self)
{
  return self->remember != NULL ? g_variant_ref_sink (self->remember (self->memory_data)) : NULL;
}

static void
recall (PnHistory *self, GVariant *memory)
{
  if (self->recall != NULL && memory != NULL)
    self->recall (self->memory_data, memory);
}

void
pn_history_begin (PnHistory *self,
                  const char *operation,
                  JsonNode *arguments,
                  const char *merge_key)
{
  g_return_if_fail (PN_IS_HISTORY (self));
  g_return_if_fail (self->open == NULL);
  g_return_if_fail (operation != NULL);

  self->open = g_new0 (Step, 1);
  self->open->operation = g_strdup (operation);
  self->open->arguments = arguments != NULL ? json_node_ref (arguments) : NULL;
  self->open->merge_key = g_strdup (merge_key);
  self->open->before = pn_node_ref (pn_document_get_root (self->document));
  self->open->memory_before = remember (self);
}

void
pn_history_update (PnHistory *self, const PnRoot *root)
{
  g_return_if_fail (PN_IS_HISTORY (self));
  g_return_if_fail (self->open != NULL);

  pn_document_set_root (self->document, root);
}

void
pn_history_set_arguments (PnHistory *self, JsonNode *arguments)
{
  g_return_if_fail (PN_IS_HISTORY (self));
  g_return_if_fail (self->open != NULL);

  json_node_ref (arguments);
  g_clear_pointer (&self->open->arguments, json_node_unref);
  self->open->arguments = arguments;
}

/* The last step, if the new one joins it: nothing came between them, a save neither, which has to
 * be found again by undoing. */
static Step *
find_to_join (PnHistory *self, const Step *step)
{
  Step *last;

  if (self->n_done == 0 || self->n_done < self->steps->len || step->merge_key == NULL)
    return NULL;
  last = get_step (self, self->n_done - 1);
  return g_strcmp0 (last->merge_key, step->merge_key) == 0 && last->after == step->before &&
                 last->after != self->saved
             ? last
             : NULL;
}

/* The step in the place of all after the last one done. */
static void
add_step (PnHistory *self, Step *step)
{
  Step *joined = find_to_join (self, step);

  if (joined != NULL) {
    pn_node_unref (step->before);
    step->before = pn_node_ref (joined->before);
    g_clear_pointer (&step->memory_before, g_variant_unref);
    step->memory_before = g_steal_pointer (&joined->memory_before);
    self->n_done--;
  }
  g_ptr_array_set_size (self->steps, (int)self->n_done);
  measure (step);
  g_ptr_array_add (self->steps, step);
  self->n_done++;
  keep_to_budget (self);
}

gboolean
pn_history_commit (PnHistory *self, GError **error)
{
  g_autoptr (Step) step = NULL;
  gboolean is_written;

  g_return_val_if_fail (PN_IS_HISTORY (self), FALSE);
  g_return_val_if_fail (self->open != NULL, FALSE);

  step = g_steal_pointer (&self->open);
  step->after = pn_node_ref (pn_document_get_root (self->document));
  if (step->after == step->before)
    return TRUE;
  step->memory_after = remember (self);
  /* Before anyone hears of the step: who does may make the next one. */
  is_written = append_to_journal (
      self, step, find_to_join (self, step) != NULL ? PN_JOURNAL_JOIN : PN_JOURNAL_DO, error);
  add_step (self, g_steal_pointer (&step));
  emit_changed (self);
  return is_written;
}

void
pn_history_cancel (PnHistory *self)
{
  g_autoptr (Step) step = NULL;

  g_return_if_fail (PN_IS_HISTORY (self));
  g_return_if_fail (self->open != NULL);

  step = g_steal_pointer (&self->open);
  pn_document_set_root (self->document, step->before);
  recall (self, step->memory_before);
}

gboolean
pn_history_is_open (PnHistory *self)
{
  g_return_val_if_fail (PN_IS_HISTORY (self), FALSE);

  return self->open != NULL;
}

gboolean
pn_history_can_undo (PnHistory *self)
{
  g_return_val_if_fail (PN_IS_HISTORY (self), FALSE);

  return self->open == NULL && self->n_done > 0;
}

gboolean
pn_history_can_redo (PnHistory *self)
{
  g_return_val_if_fail (PN_IS_HISTORY (self), FALSE);

  return self->open == NULL && self->n_done < self->steps->len;
}

/* From one end of a step to the other. */
static gboolean
go (PnHistory *self, const Step *step, PnJournalMove move, GError **error)
{
  gboolean is_back = move == PN_JOURNAL_UNDO;
  GVariant *memory = is_back ? step->memory_before : step->memory_after;
  g_autoptr (PnRoot) reached = pn_node_ref (is_back ? step->before : step->after);
  g_autoptr (GVariant) kept = memory != NULL ? g_variant_ref (memory) : NULL;
  gboolean is_written = append_to_journal (self, step, move, error);

  self->n_done += is_back ? -1 : 1;
  keep_to_budget (self);
  pn_document_set_root (self->document, reached);
  recall (self, kept);
  emit_changed (self);
  return is_written;
}

gboolean
pn_history_undo (PnHistory *self, GError **error)
{
  g_return_val_if_fail (pn_history_can_undo (self), FALSE);

  return go (self, get_step (self, self->n_done - 1), PN_JOURNAL_UNDO, error);
}

gboolean
pn_history_redo (PnHistory *self, GError **error)
{
  g_return_val_if_fail (pn_history_can_redo (self), FALSE);

  return go (self, get_step (self, self->n_done), PN_JOURNAL_REDO, error);
}

guint
pn_history_n_steps (PnHistory *self, guint *current)
{
  g_return_val_if_fail (PN_IS_HISTORY (self), 0);

  if (current != NULL)
    *current = self->n_done;
  return self->steps->len;
}

const char *
pn_history_step_operation (PnHistory *self, guint step)
{
  g_return_val_if_fail (PN_IS_HISTORY (self), NULL);
  g_return_val_if_fail (step < self->steps->len, NULL);

  return get_step (self, step)->operation;
}

JsonNode *
pn_history_step_arguments (PnHistory *self, guint step)
{
  g_return_val_if_fail (PN_IS_HISTORY (self), NULL);
  g_return_val_if_fail (step < self->steps->len, NULL);

  return get_step (self, step)->arguments;
}

void
pn_history_step_roots (PnHistory *self, guint step, const PnRoot **before, const PnRoot **after)
{
  g_return_if_fail (PN_IS_HISTORY (self));
  g_return_if_fail (step < self->steps->len);

  *before = get_step (self, step)->before;
  *after = get_step (self, step)->after;
}

void
pn_history_restore (PnHistory *self, GPtrArray *steps)
{
  g_return_if_fail (PN_IS_HISTORY (self));
  g_return_if_fail (self->open == NULL && self->steps->len == 0);

  for (guint i = 0; i < steps->len; i++) {
    const PnJournalStep *found = g_ptr_array_index (steps, i);
    const char *operation = found->operation != NULL ? found->operation : PN_HISTORY_SEVERAL_STEPS;
    Step *step = g_new0 (Step, 1);

    step->operation = g_strdup (operation);
    step->arguments = found->arguments != NULL ? json_node_ref (found->arguments) : NULL;
    step->before = pn_node_ref (found->from);
    step->after = pn_node_ref (found->to);
    measure (step);
    g_ptr_array_add (self->steps, step);
    self->n_done += found->move == PN_JOURNAL_DO;
  }
  keep_to_budget (self);
  emit_changed (self);
}

/* From what is shown back through the steps that are done, or those that were undone, as far as
 * `from`; oldest first. (transfer full) (nullable): it is not among them */
static GPtrArray *
list_back (PnHistory *self, const PnRoot *from, PnJournalMove move)
{
  g_autoptr (GPtrArray) moves = g_ptr_array_new_with_free_func (g_free);
  const PnRoot *at = pn_document_get_root (self->document);
  guint n_steps = move == PN_JOURNAL_DO ? self->n_done : self->steps->len - self->n_done;

  for (guint i = 0; i < n_steps && at != from; i++) {
    guint index = move == PN_JOURNAL_DO ? self->n_done - 1 - i : self->n_done + i;
    const PnJournalStep one = make_move (get_step (self, index), move);
    g_ptr_array_insert (moves, 0, g_memdup2 (&one, sizeof one));
    at = one.from;
  }
  return at == from ? g_steal_pointer (&moves) : NULL;
}

GPtrArray *
pn_history_list_moves (PnHistory *self, const PnRoot *from)
{
  g_return_val_if_fail (PN_IS_HISTORY (self), NULL);

  GPtrArray *moves = list_back (self, from, PN_JOURNAL_DO);
  return moves != NULL ? moves : list_back (self, from, PN_JOURNAL_UNDO);
}

void
pn_history_set_budget (PnHistory *self, gsize n_bytes)
{
  g_return_if_fail (PN_IS_HISTORY (self));

  self->budget = n_bytes;
  keep_to_budget (self);
  emit_changed (self);
}

void
pn_history_set_saved (PnHistory *self, const PnRoot *saved)
{
  g_return_if_fail (PN_IS_HISTORY (self));
  g_return_if_fail (saved != NULL);

  PnRoot *old = self->saved;
  self->saved = pn_node_ref (saved);
  pn_node_unref (old);
  emit_changed (self);
}

const PnRoot *
pn_history_get_saved (PnHistory *self)
{
  g_return_val_if_fail (PN_IS_HISTORY (self), NULL);

  return self->saved;
}

gboolean
pn_history_is_saved (PnHistory *self)
{
  g_return_val_if_fail (PN_IS_HISTORY (self), FALSE);

  return pn_document_get_root (self->document) == self->saved;
}

gboolean
pn_history_find_saved (PnHistory *self, guint *n_done)
{
  g_return_val_if_fail (PN_IS_HISTORY (self), FALSE);

  if (pn_history_is_saved (self)) {
    *n_done = self->n_done;
    return TRUE;
  }
  for (guint i = 0; i < self->steps->len; i++) {
    const Step *step = get_step (self, i);
    if (step->before != self->saved && step->after != self->saved)
      continue;
    *n_done = step->before == self->saved ? i : i + 1;
    return TRUE;
  }
  return FALSE;
}
