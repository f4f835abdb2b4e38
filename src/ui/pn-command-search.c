/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-command-search.h"

#include <glib/gi18n-lib.h>

#include "pn-fuzzy.h"

/* A word of the label's counts more than any that only stands for it. */
#define KEYWORD_SCORE 8
#define GROUP_SCORE 4

static gboolean
is_among (const char *word, const char *text)
{
  return text != NULL && (pn_fuzzy_begins (word, _ (text)) || pn_fuzzy_begins (word, text));
}

static int
search_word (const PnCommandEntry *entry, const char *word, guint64 *matched)
{
  int score = pn_fuzzy_match (word, _ (entry->label), matched);
  int by_other_name = 0;

  if (is_among (word, entry->keywords) || pn_fuzzy_begins (word, entry->label))
    by_other_name = KEYWORD_SCORE;
  else if (is_among (word, entry->group))
    by_other_name = GROUP_SCORE;
  if (score >= by_other_name)
    return score;
  *matched = 0;
  return by_other_name;
}

int
pn_command_search (const PnCommandEntry *entry, const char *typed, guint64 *matched)
{
  g_auto (GStrv) words = g_strsplit_set (typed, " \t", -1);
  guint64 all = 0;
  int sum = 0;

  for (guint i = 0; words[i] != NULL; i++) {
    guint64 of_word = 0;
    if (words[i][0] == '\0')
      continue;
    int score = search_word (entry, words[i], &of_word);
    if (score == 0)
      return 0;
    sum += score;
    all |= of_word;
  }
  if (matched != NULL)
    *matched = all;
  return sum;
}

char *
pn_command_emphasize (const char *label, guint64 matched)
{
  GString *markup = g_string_new (NULL);
  guint at = 0;

  for (const char *p = label; *p != '\0'; p = g_utf8_next_char (p), at++) {
    g_autofree char *letter = g_markup_escape_text (p, g_utf8_next_char (p) - p);
    gboolean is_matched = at < 64 && (matched >> at & 1) != 0;
    g_string_append_printf (markup, is_matched ? "<b>%s</b>" : "%s", letter);
  }
  return g_string_free (markup, FALSE);
}
