/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-cli.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "pn-export.h"
#include "pn-field.h"
#include "pn-parse.h"

/* render: pictures and films. */

#define SIZE_LIMIT 65536

typedef struct {
  char *output, *frames, *size, *format, *depth, *device, *background, *progress;
  int n_workers;
} Options;

static void
options_clear (Options *options)
{
  g_free (options->output);
  g_free (options->frames);
  g_free (options->size);
  g_free (options->format);
  g_free (options->depth);
  g_free (options->device);
  g_free (options->background);
  g_free (options->progress);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static gboolean
parse_options (int argc, char **argv, Options *options, char ***words)
{
  const GOptionEntry entries[] = {
      {"output", 'o', 0, G_OPTION_ARG_FILENAME, &options->output,
       N_ ("The film to write, or the folder of the pictures"), "PATH"},
      {"frames", 0, 0, G_OPTION_ARG_STRING, &options->frames,
       N_ ("The frames to render, the whole film by default"), "A-B"},
      {"size", 0, 0, G_OPTION_ARG_STRING, &options->size,
       N_ ("Size in pixels, the document's by default"), "WxH"},
      {"format", 0, 0, G_OPTION_ARG_STRING, &options->format, N_ ("png, apng, gif, webm or mp4"),
       "FORMAT"},
      {"depth", 0, 0, G_OPTION_ARG_STRING, &options->depth, N_ ("Bits a channel, 8 or 16"), "BITS"},
      {"device", 0, 0, G_OPTION_ARG_STRING, &options->device,
       N_ ("“software” for the same pixels on every machine"), "DEVICE"},
      {"background", 0, 0, G_OPTION_ARG_STRING, &options->background,
       N_ ("“none”, or a colour such as #20c0ff"), "COLOUR"},
      {"progress", 0, 0, G_OPTION_ARG_STRING, &options->progress,
       N_ ("“json”: a line for each frame, for programs"), "KIND"},
      {"workers", 0, 0, G_OPTION_ARG_INT, &options->n_workers,
       N_ ("Threads to use; the result is the same for any number"), "N"},
      {NULL},
  };

  return pn_cli_parse (argc, argv, "F.pantin -o PATH [OPTION...]", entries, 1, 1, words);
}

/* The format asked for, or the one that the name of the file stands for; pictures for a folder and
 * for a name without an ending. Another ending is somebody's film, not a folder: FALSE. */
static gboolean
choose_format (const Options *options, PnExportFormat *format)
{
  if (options->format != NULL)
    return pn_export_format_from_name (options->format, format);

  const char *dot = strrchr (options->output, '.');
  *format = PN_EXPORT_PNG;
  if (dot == NULL || dot[1] == '\0' || strchr (dot, G_DIR_SEPARATOR) != NULL)
    return TRUE;
  g_autofree char *extension = g_ascii_strdown (dot + 1, -1);
  return pn_export_format_from_name (extension, format) ||
         g_file_test (options->output, G_FILE_TEST_IS_DIR);
}

/* The names that --format takes. (transfer full) */
static char *
list_formats (void)
{
  GString *names = g_string_new (NULL);

  for (int i = PN_EXPORT_PNG; i <= PN_EXPORT_MP4; i++)
    g_string_append_printf (names, "%s%s", i == PN_EXPORT_PNG ? "" : ", ",
                            pn_export_format_name ((PnExportFormat)i));
  return g_string_free (names, FALSE);
}

static int
refuse_format (const Options *options)
{
  g_autofree char *names = list_formats ();

  if (options->format != NULL)
    return pn_cli_usage (_ ("There is no format “%s”. There are: %s."), options->format, names);
  return pn_cli_usage (_ ("The ending of “%s” stands for no format that can be written. Choose one "
                          "with --format: %s."),
                       options->output, names);
}

/* Everything that can be judged without the document. */
static int
read_job (const Options *options, PnExportJob *job)
{
  if (options->output == NULL)
    return pn_cli_usage (_ ("Name the film or the folder to write with -o."));
  job->path = options->output;
  if (!choose_format (options, &job->format))
    return refuse_format (options);
  if (options->size != NULL &&
      !pn_parse_size (options->size, SIZE_LIMIT, &job->width, &job->height))
    return pn_cli_usage (_ ("“%s” is not a size. Write one such as 1920x1080."), options->size);
  if (options->frames != NULL &&
      !pn_parse_range (options->frames, &job->first_frame, &job->last_frame))
    return pn_cli_usage (_ ("“%s” is no range of frames. Write one such as 0-47."),
                         options->frames);
  if (options->depth != NULL && !g_str_equal (options->depth, "8") &&
      !g_str_equal (options->depth, "16"))
    return pn_cli_usage (_ ("“%s” is no depth. Write 8 or 16."), options->depth);
  job->depth = g_strcmp0 (options->depth, "16") == 0 ? PN_DEPTH_16 : PN_DEPTH_8;
  if (options->device != NULL && !g_str_equal (options->device, "software"))
    return pn_cli_usage (_ ("“%s” is no device. Write software, or leave the choice to Pantin."),
                         options->device);
  if (options->background != NULL && !g_str_equal (options->background, "none") &&
      !pn_color_parse (options->background, job->background))
    return pn_cli_usage (_ ("“%s” is no background. Write none, or a colour such as #20c0ff."),
                         options->background);
  if (options->progress != NULL && !g_str_equal (options->progress, "json"))
    return pn_cli_usage (_ ("“%s” is no kind of progress. Write json."), options->progress);
  return PN_CLI_DONE;
}

/* What is not asked for comes from the document. */
static void
complete_job (const Options *options, const PnRoot *root, PnExportJob *job)
{
  if (options->frames == NULL) {
    job->first_frame = 0;
    job->last_frame = pn_export_n_frames (root) - 1;
  }
  if (options->background != NULL) {
    job->has_background = !g_str_equal (options->background, "none");
  } else {
    job->has_background = root->has_background;
    memcpy (job->background, root->background, sizeof job->background);
  }
}

/* --- Progress and cancelling. */

typedef enum {
  PROGRESS_NONE,
  PROGRESS_TERMINAL,
  PROGRESS_JSON,
} ProgressKind;

static void
progress_cb (gpointer data, int done, int total)
{
  ProgressKind kind = *(ProgressKind *)data;

  if (kind == PROGRESS_JSON)
    fprintf (stderr, "{\"done\": %d, \"total\": %d}\n", done, total);
  else if (kind == PROGRESS_TERMINAL)
    fprintf (stderr, done < total ? "\r%d / %d" : "\r%d / %d\n", done, total);
}

/* SIGINT and SIGTERM are waited for on a thread of their own, so that a render ends tidily. */
static void *
wait_for_signal (void *data)
{
  GCancellable *cancellable = data;
  sigset_t set;
  int signal_number;

  sigemptyset (&set);
  sigaddset (&set, SIGINT);
  sigaddset (&set, SIGTERM);
  while (sigwait (&set, &signal_number) == 0)
    g_cancellable_cancel (cancellable);
  return NULL;
}

/* Before any other thread is started, so that all of them leave the signals alone. */
static void
watch_signals (GCancellable *cancellable)
{
  pthread_t thread;
  sigset_t set;

  sigemptyset (&set);
  sigaddset (&set, SIGINT);
  sigaddset (&set, SIGTERM);
  pthread_sigmask (SIG_BLOCK, &set, NULL);
  if (pthread_create (&thread, NULL, wait_for_signal, cancellable) == 0)
    pthread_detach (thread);
}

static char *
name_of_document (const char *path)
{
  char *name = g_path_get_basename (path);
  if (g_str_has_suffix (name, ".pantin"))
    name[strlen (name) - strlen (".pantin")] = '\0';
  return name;
}

int
pn_cli_render (int argc, char **argv)
{
  g_auto (Options) options = {0};
  g_auto (GStrv) words = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) notices = g_ptr_array_new_with_free_func (g_free);
  /* Lives as long as the thread that waits for signals, which is as long as the process. */
  static GCancellable *cancellable;
  PnExportJob job = {0};

  if (!parse_options (argc, argv, &options, &words))
    return PN_CLI_USAGE;
  int code = read_job (&options, &job);
  if (code != PN_CLI_DONE)
    return code;
  if (!pn_cli_check_workers (options.n_workers) || !pn_cli_check_output (options.output, words[0]))
    return PN_CLI_USAGE;

  cancellable = g_cancellable_new ();
  watch_signals (cancellable);
  g_auto (PnCliDocument) document = {0};
  if (!pn_cli_document_open (&document, words[0], options.n_workers,
                             options.device != NULL ? PN_GPU_SOFTWARE : PN_GPU_ANY, &error))
    return pn_cli_fail (error);

  const PnRoot *root = pn_session_get_root (document.session);
  complete_job (&options, root, &job);
  g_autofree char *name = name_of_document (words[0]);
  job.name = name;

  PnRenderer *renderer = pn_ops_context_get_renderer (document.context, &error);
  if (renderer == NULL)
    return pn_cli_fail (error);
  ProgressKind kind = options.progress != NULL ? PROGRESS_JSON
                      : isatty (STDERR_FILENO) ? PROGRESS_TERMINAL
                                               : PROGRESS_NONE;
  gboolean done = pn_export_run (&job, root, pn_ops_context_get_evaluator (document.context),
                                 renderer, progress_cb, &kind, cancellable, notices, &error);
  for (guint i = 0; i < notices->len; i++)
    g_printerr ("pantin-cli: %s\n", (const char *)g_ptr_array_index (notices, i));
  return done ? PN_CLI_DONE : pn_cli_fail (error);
}
