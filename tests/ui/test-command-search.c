/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Finding commands by a few letters. */

#include <string.h>

#include "pn-command-search.h"
#include "pn-fuzzy.h"
#include "pn-test-gtk.h"

static const PnCommandEntry entries[] = {
    {.name = "undo", .label = "Undo", .group = "Edit"},
    {.name = "turn-left",
     .label = "Turn the View Left",
     .group = "View",
     .keywords = "rotate canvas counterclockwise"},
    {.name = "turn-back", .label = "Turn the View Upright", .group = "View", .keywords = "reset"},
    {.name = "next-key", .label = "Next Key", .group = "Time", .keywords = "jump forward"},
    {.name = "next-frame", .label = "Next Frame", .group = "Time", .keywords = "step"},
    {.name = "export", .label = "Export…", .group = "File", .keywords = "film render save"},
    {.name = "delete-keys", .label = "Delete Keys", .group = "Time"},
    {.name = "ease-keys", .label = "Ease Keys", .group = "Time"},
};

static const char *
find_best (const char *typed)
{
  const char *best = NULL;
  int best_score = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (entries); i++) {
    int score = pn_command_search (&entries[i], typed, NULL);
    if (score > best_score) {
      best_score = score;
      best = entries[i].name;
    }
  }
  return best;
}

/* What one types, and what one means by it. */
static void
test_best (void)
{
  static const struct {
    const char *typed, *name;
  } cases[] = {
      {"undo", "undo"},
      {"und", "undo"},
      {"UNDO", "undo"},
      {"nk", "next-key"},
      {"nf", "next-frame"},
      {"next key", "next-key"},
      {"key next", "next-key"},
      {"tvl", "turn-left"},
      {"rotate", "turn-left"},
      {"film", "export"},
      {"exp", "export"},
      {"rotate left", "turn-left"},
      {"view reset", "turn-back"},
      {"dk", "delete-keys"},
      {"ease", "ease-keys"},
      {"  export ", "export"},
      {"zzz", NULL},
      {"undo rotate", NULL},
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_test_message ("%s", cases[i].typed);
    g_assert_cmpstr (find_best (cases[i].typed), ==, cases[i].name);
  }
}

/* Case and accents do not matter, and letters are counted, not bytes. */
static void
test_letters (void)
{
  guint64 matched;

  g_assert_cmpint (pn_fuzzy_match ("uber", "Über", NULL), >, 0);
  g_assert_cmpint (pn_fuzzy_match ("ÜBER", "uber", NULL), >, 0);
  g_assert_cmpint (pn_fuzzy_match ("tn", "Ätn", &matched), >, 0);
  g_assert_cmpuint (matched, ==, 6);
  g_assert_cmpint (pn_fuzzy_match ("nt", "Ätn", &matched), ==, 0);
  g_assert_cmpuint (matched, ==, 0);
  g_assert_cmpint (pn_fuzzy_match ("", "abc", NULL), ==, 0);
  g_assert_cmpint (pn_fuzzy_match ("abc", "", NULL), ==, 0);
  g_assert_true (pn_fuzzy_begins ("vie", "Turn the View"));
  g_assert_false (pn_fuzzy_begins ("iew", "Turn the View"));
  g_assert_false (pn_fuzzy_begins ("views", "Turn the View"));
}

static gboolean
is_subsequence (const char *word, const char *text)
{
  for (; *word != '\0'; word++, text++) {
    text = strchr (text, *word);
    if (text == NULL)
      return FALSE;
  }
  return TRUE;
}

/* Against the plain question whether the letters are there, in texts of few letters. */
static void
test_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (4711);

  for (int i = 0; i < 20000; i++) {
    char word[5], text[13];
    guint64 matched;
    int n_word = g_rand_int_range (rand, 1, 5), n_text = g_rand_int_range (rand, 1, 13);
    for (int j = 0; j < n_word; j++)
      word[j] = "abc "[g_rand_int_range (rand, 0, 3)];
    for (int j = 0; j < n_text; j++)
      text[j] = "abc "[g_rand_int_range (rand, 0, 4)];
    word[n_word] = text[n_text] = '\0';
    int score = pn_fuzzy_match (word, text, &matched);
    g_assert_cmpint (score > 0, ==, is_subsequence (word, text));
    int n_matched = 0;
    for (int j = 0; j < n_text; j++) {
      if ((matched >> j & 1) != 0) {
        g_assert_cmpint (text[j], ==, word[n_matched]);
        n_matched++;
      }
    }
    g_assert_cmpint (n_matched, ==, score > 0 ? n_word : 0);
  }
}

/* Where words begin, rather than where the letters come first. */
static void
test_emphasis (void)
{
  guint64 matched;

  pn_command_search (&entries[3], "k", &matched);
  g_autofree char *key = pn_command_emphasize (entries[3].label, matched);
  g_assert_cmpstr (key, ==, "Next <b>K</b>ey");
  pn_command_search (&entries[1], "rotate", &matched);
  g_assert_cmpuint (matched, ==, 0);
  g_autofree char *escaped = pn_command_emphasize ("Ö & <K>", 1 << 0 | 1 << 2);
  g_assert_cmpstr (escaped, ==, "<b>Ö</b> <b>&amp;</b> &lt;K&gt;");
}

int
main (int argc, char **argv)
{
  pn_test_gtk_init (&argc, &argv);
  g_test_add_func ("/ui/command-search/best", test_best);
  g_test_add_func ("/ui/command-search/letters", test_letters);
  g_test_add_func ("/ui/command-search/random", test_random);
  g_test_add_func ("/ui/command-search/emphasis", test_emphasis);
  return g_test_run ();
}
