/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>

#include "pn-cli.h"
#include "pn-config.h"
#include "pn-language.h"

typedef struct {
  const char *name;
  int (*run) (int argc, char **argv);
  const char *synopsis;
  const char *help;
} Verb;

static const Verb verbs[] = {
    {"new", pn_cli_new, "--size 1920x1080 --fps 24 -o F.pantin", N_ ("Make an empty document")},
    {"import", pn_cli_import, "PICTURE... -o F.pantin",
     N_ ("Make a document of pictures, one layer each")},
    {"edit", pn_cli_edit, "F.pantin OPS.json [-o G.pantin]",
     N_ ("Run operations, and save when all are done")},
    {"pose", pn_cli_pose, "F.pantin --frame N", N_ ("Print what evaluation gives, as JSON")},
    {"render", pn_cli_render, "F.pantin -o PATH [OPTION...]", N_ ("Render pictures or a film")},
    {"thumbnail", pn_cli_thumbnail, "F.pantin -o PICTURE.png", N_ ("Make a small picture")},
    {"info", pn_cli_info, "F.pantin [--json]", N_ ("Say what a document holds")},
    {"validate", pn_cli_validate, "F.pantin", N_ ("Check a document through and through")},
    {"bench", pn_cli_bench, "[F.pantin] [OPTION...]", N_ ("Measure gestures, step by step")},
};

static void
print_help (FILE *stream)
{
  fprintf (stream, "%s\n\n", _ ("pantin-cli VERB ...   makes drawings move, without a window"));
  for (guint i = 0; i < G_N_ELEMENTS (verbs); i++)
    fprintf (stream, "  %-9s %-40s %s\n", verbs[i].name, verbs[i].synopsis, _ (verbs[i].help));
  fprintf (stream, "\n%s\n", _ ("pantin-cli VERB --help says more about one of them."));
}

/* What was printed is a result: where it did not arrive, the run has failed. */
static int
close_output (int code)
{
  gboolean was_well = ferror (stdout) == 0;

  if (fflush (stdout) == 0 && was_well)
    return code;
  g_printerr ("%s\n", _ ("pantin-cli: Standard output did not take all that was to be printed."));
  return code == PN_CLI_DONE ? PN_CLI_FAILED : code;
}

static int
run (int argc, char **argv)
{
  if (argc < 2) {
    print_help (stderr);
    return PN_CLI_USAGE;
  }
  if (g_str_equal (argv[1], "--help") || g_str_equal (argv[1], "-h")) {
    print_help (stdout);
    return PN_CLI_DONE;
  }
  if (g_str_equal (argv[1], "--version")) {
    printf ("pantin-cli %s\n", PN_VERSION);
    return PN_CLI_DONE;
  }
  for (guint i = 0; i < G_N_ELEMENTS (verbs); i++)
    if (g_str_equal (argv[1], verbs[i].name))
      return verbs[i].run (argc - 1, argv + 1);
  pn_cli_usage (_ ("There is no verb “%s”."), argv[1]);
  print_help (stderr);
  return PN_CLI_USAGE;
}

int
main (int argc, char **argv)
{
  pn_language_start (PN_NUMBERS_PLAIN);
  return close_output (run (argc, argv));
}
