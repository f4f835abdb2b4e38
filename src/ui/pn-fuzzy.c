/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-fuzzy.h"

/* The best of all ways in which the letters can lie in the text, by dynamic programming over (letter,
 * place): the cost is their product. Each letter counts one, more where a word begins, more where it
 * follows the one before; a gap costs. */

#define LETTER 1
#define BEGINS_WORD 8
#define FOLLOWS 6
#define GAP 2
#define WHOLE_TEXT 12

/* What is longer is cut off: no label is. */
#define TEXT_MAX 128

#define NONE G_MININT

/* Letters without case and accents; each stays where it is in the text. */
static guint
fold (const char *text, gunichar letters[TEXT_MAX])
{
  guint n = 0;

  for (const char *p = text; *p != '\0' && n < TEXT_MAX; p = g_utf8_next_char (p)) {
    gunichar decomposed[G_UNICHAR_MAX_DECOMPOSITION_LENGTH];
    g_unichar_fully_decompose (g_utf8_get_char (p), FALSE, decomposed, G_N_ELEMENTS (decomposed));
    letters[n++] = g_unichar_tolower (decomposed[0]);
  }
  return n;
}

static gboolean
begins_word (const gunichar *text, guint at)
{
  return g_unichar_isalnum (text[at]) && (at == 0 || !g_unichar_isalnum (text[at - 1]));
}

/* Fills one letter's row: its best score at each place, and the place of the letter before it. */
static void
fill_row (gunichar letter,
          const gunichar *text,
          guint n_text,
          const int *previous, /* (nullable) the row before */
          int *row,
          int *from)
{
  int best = NONE, best_at = -1;

  for (guint at = 0; at < n_text; at++) {
    int before = previous == NULL ? 0 : NONE;
    row[at] = NONE;
    from[at] = -1;
    if (previous != NULL && at > 0) {
      /* `best` is of places before the neighbour. */
      if (previous[at - 1] != NONE) {
        before = previous[at - 1] + FOLLOWS;
        from[at] = (int)at - 1;
      }
      if (best != NONE && best - GAP > before) {
        before = best - GAP;
        from[at] = best_at;
      }
      if (previous[at - 1] > best) {
        best = previous[at - 1];
        best_at = (int)at - 1;
      }
    }
    if (before != NONE && text[at] == letter)
      row[at] = before + LETTER + (begins_word (text, at) ? BEGINS_WORD : 0);
  }
}

static guint64
trace_back (const int *from, guint n_text, guint n_word, guint end)
{
  guint64 matched = 0;
  int at = (int)end;

  for (guint i = n_word; i-- > 0;) {
    if (at < 64)
      matched |= G_GUINT64_CONSTANT (1) << at;
    at = from[i * n_text + (guint)at];
  }
  return matched;
}

int
pn_fuzzy_match (const char *word, const char *text, guint64 *matched)
{
  gunichar word_letters[TEXT_MAX], text_letters[TEXT_MAX];
  guint n_word = fold (word, word_letters), n_text = fold (text, text_letters);
  int score = NONE;
  guint end = 0;

  if (matched != NULL)
    *matched = 0;
  if (n_word == 0 || n_word > n_text)
    return 0;
  g_autofree int *rows = g_new (int, n_word *n_text);
  g_autofree int *from = g_new (int, n_word *n_text);
  for (guint i = 0; i < n_word; i++)
    fill_row (word_letters[i], text_letters, n_text, i > 0 ? rows + (i - 1) * n_text : NULL,
              rows + i * n_text, from + i * n_text);
  for (guint at = 0; at < n_text; at++) {
    if (rows[(n_word - 1) * n_text + at] > score) {
      score = rows[(n_word - 1) * n_text + at];
      end = at;
    }
  }
  if (score == NONE)
    return 0;
  if (matched != NULL)
    *matched = trace_back (from, n_text, n_word, end);
  /* A poor way with many gaps is one all the same. */
  return MAX (score, 1) + (n_word == n_text ? WHOLE_TEXT : 0);
}

gboolean
pn_fuzzy_begins (const char *word, const char *text)
{
  gunichar word_letters[TEXT_MAX], text_letters[TEXT_MAX];
  guint n_word = fold (word, word_letters), n_text = fold (text, text_letters);

  for (guint at = 0; n_word > 0 && at + n_word <= n_text; at++) {
    guint n_same = 0;
    while (begins_word (text_letters, at) && n_same < n_word &&
           text_letters[at + n_same] == word_letters[n_same])
      n_same++;
    if (n_same == n_word)
      return TRUE;
  }
  return FALSE;
}
