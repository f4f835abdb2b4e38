/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pn-palette.h"

#include <glib/gi18n-lib.h>

#include "pn-command-search.h"
#include "pn-idle-work.h"
#include "pn-refresh.h"
#include "pn-settings.h"
#include "pn-trace.h"

#define WIDTH 560
#define LIST_HEIGHT 384
#define TOP_MARGIN 54
#define MARK_WIDTH 16
#define KEY_CHARS 13
#define PAGE 10 /* lines */

/* How many are remembered, and shown first while nothing is typed. */
#define N_RECENT 5

/* Where two are meant about equally, what was used before goes first, and last what cannot be run. */
#define RECENT_SCORE 2
#define DISABLED_SCORE (-4)

/* A command's line. */
typedef struct {
  const PnCommandEntry *entry;
  GtkWidget *label, *mark, *needs, *group, *key;
  guint order;     /* among all */
  guint recent;    /* 1 for the one used last, 0 for none of late */
  int score;       /* of what is typed */
  guint64 matched; /* letters that are emphasized */
  gboolean is_hit; /* shown */
  gboolean is_enabled;
} Line;

struct _PnPalette {
  GtkPopover parent_instance;

  PnCommands *commands; /* (nullable) borrowed: they keep the palette */
  GtkWidget *entry, *list, *scroller;
  GPtrArray *rows;      /* GtkListBoxRow, borrowed; each with its Line */
  GtkWidget *came_from; /* (nullable) weak: had the keyboard */
  gboolean has_words;   /* something is typed */
};

G_DEFINE_FINAL_TYPE (PnPalette, pn_palette, GTK_TYPE_POPOVER)

static Line *
get_line (gpointer row)
{
  return g_object_get_data (row, "pn-line");
}

/* --- Order. */

static int
compare_lines_cb (GtkListBoxRow *a, GtkListBoxRow *b, gpointer data)
{
  const Line *one = get_line (a), *other = get_line (b);
  const PnPalette *self = data;

  if (self->has_words && one->score != other->score)
    return one->score > other->score ? -1 : 1;
  if (!self->has_words && one->recent != other->recent) {
    if (one->recent == 0 || other->recent == 0)
      return one->recent != 0 ? -1 : 1;
    return one->recent < other->recent ? -1 : 1;
  }
  return one->order < other->order ? -1 : one->order > other->order;
}

static gboolean
is_hit_cb (GtkListBoxRow *row, gpointer data)
{
  return get_line (row)->is_hit;
}

static const char *
heading_of (GtkListBoxRow *row)
{
  return get_line (row)->recent != 0 ? _ ("Recently Used") : _ (get_line (row)->entry->group);
}

static void
update_heading_cb (GtkListBoxRow *row, GtkListBoxRow *before, gpointer data)
{
  const PnPalette *self = data;
  GtkWidget *heading = NULL;

  if (!self->has_words &&
      (before == NULL || g_strcmp0 (heading_of (before), heading_of (row)) != 0)) {
    heading = gtk_label_new (heading_of (row));
    gtk_label_set_xalign (GTK_LABEL (heading), 0);
    gtk_widget_add_css_class (heading, "pn-caption");
    gtk_widget_add_css_class (heading, "pn-list-heading");
  }
  gtk_list_box_row_set_header (row, heading);
}

/* --- Lines. */

static GtkWidget *
add_label (GtkWidget *box, const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

static void
add_row (PnPalette *self, const PnCommandEntry *entry)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  Line *line = g_new0 (Line, 1);

  line->entry = entry;
  line->order = self->rows->len;
  line->mark = add_label (box, "pn-dim");
  line->label = add_label (box, "pn-strong");
  line->needs = add_label (box, "pn-caption");
  line->group = add_label (box, "pn-caption");
  line->key = add_label (box, "pn-dim");
  gtk_label_set_ellipsize (GTK_LABEL (line->mark), PANGO_ELLIPSIZE_NONE);
  gtk_label_set_xalign (GTK_LABEL (line->mark), 0.5f);
  gtk_widget_set_size_request (line->mark, MARK_WIDTH, -1);
  gtk_label_set_ellipsize (GTK_LABEL (line->label), PANGO_ELLIPSIZE_NONE);
  gtk_label_set_ellipsize (GTK_LABEL (line->key), PANGO_ELLIPSIZE_NONE);
  gtk_label_set_width_chars (GTK_LABEL (line->key), KEY_CHARS);
  gtk_label_set_xalign (GTK_LABEL (line->key), 1);
  gtk_label_set_ellipsize (GTK_LABEL (line->group), PANGO_ELLIPSIZE_NONE);
  gtk_widget_set_hexpand (line->needs, TRUE);
  g_autofree char *key = pn_commands_get_accel_label (self->commands, entry->name);
  gtk_label_set_text (GTK_LABEL (line->label), _ (entry->label));
  gtk_label_set_text (GTK_LABEL (line->group), _ (entry->group));
  gtk_label_set_text (GTK_LABEL (line->key), key != NULL ? key : "");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  g_object_set_data_full (G_OBJECT (row), "pn-line", line, g_free);
  gtk_list_box_append (GTK_LIST_BOX (self->list), row);
  g_ptr_array_add (self->rows, row);
}

/* Commands of whom nobody knew when the palette was last open. FALSE where there is none. */
static gboolean
add_missing_row (gpointer data)
{
  PnPalette *self = data;

  if (self->commands == NULL || self->rows->len == pn_commands_n_entries (self->commands))
    return FALSE;
  add_row (self, pn_commands_get_entry (self->commands, self->rows->len));
  return TRUE;
}

/* A hundred lines of text are laid out by and by while nothing else is to do, or it would be when the
 * palette is first wanted. */
static gboolean
prepare_row (gpointer data)
{
  PnPalette *self = data;
  int size;

  if (!add_missing_row (self))
    return FALSE;
  gtk_widget_measure (g_ptr_array_index (self->rows, self->rows->len - 1),
                      GTK_ORIENTATION_HORIZONTAL, -1, NULL, &size, NULL, NULL);
  return TRUE;
}

static gboolean
needs_help (const Line *line)
{
  return !line->is_enabled && line->entry->needs != NULL;
}

static guint
find_recent (const char *const *recent, const char *name)
{
  for (guint i = 0; recent[i] != NULL; i++)
    if (g_str_equal (recent[i], name))
      return i + 1;
  return 0;
}

/* What a screen reader says of the line. */
static void
name_row (GtkWidget *row, const Line *line, const char *key)
{
  g_autoptr (GString) name = g_string_new (_ (line->entry->label));

  if (key != NULL)
    g_string_append_printf (name, ", %s", key);
  if (gtk_label_get_text (GTK_LABEL (line->mark))[0] != '\0')
    g_string_append_printf (name, ", %s", _ ("on"));
  if (needs_help (line))
    g_string_append_printf (name, ", %s", _ (line->entry->needs));
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name->str,
                                  -1);
}

/* How things stand now. */
static void
refresh_rows (PnPalette *self)
{
  g_auto (GStrv) recent = g_settings_get_strv (pn_settings_get (), "recent-commands");

  pn_commands_refresh (self->commands);
  for (guint i = 0; i < self->rows->len; i++) {
    GtkWidget *row = g_ptr_array_index (self->rows, i);
    Line *line = get_line (row);
    const char *name = line->entry->name;
    line->is_enabled = pn_commands_is_enabled (self->commands, name);
    g_autofree char *key = pn_commands_get_accel_label (self->commands, name);
    line->recent = find_recent ((const char *const *)recent, name);
    pn_refresh_label (line->key, key != NULL ? key : "");
    pn_refresh_label (line->mark, pn_commands_is_on (self->commands, name) ? "✓" : "");
    pn_refresh_label (line->needs, needs_help (line) ? _ (line->entry->needs) : "");
    gtk_widget_set_sensitive (gtk_list_box_row_get_child (GTK_LIST_BOX_ROW (row)),
                              line->is_enabled);
    name_row (row, line, key);
  }
}

/* --- Searching. */

static GtkListBoxRow *
first_shown (PnPalette *self)
{
  for (int i = 0;; i++) {
    GtkListBoxRow *row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), i);
    if (row == NULL || get_line (row)->is_hit)
      return row;
  }
}

static void
show_row (PnPalette *self, GtkListBoxRow *row)
{
  GtkAdjustment *adjustment =
      gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller));
  graphene_rect_t bounds;

  if (row == first_shown (self))
    gtk_adjustment_set_value (adjustment, 0);
  else if (gtk_widget_compute_bounds (GTK_WIDGET (row), self->list, &bounds))
    gtk_adjustment_clamp_page (adjustment, (double)bounds.origin.y,
                               (double)bounds.origin.y + (double)bounds.size.height);
}

/* The keyboard stays in the entry; a screen reader is told which line it moves. */
static void
select_row (PnPalette *self, GtkListBoxRow *row)
{
  gtk_list_box_select_row (GTK_LIST_BOX (self->list), row);
  if (row == NULL) {
    gtk_accessible_reset_relation (GTK_ACCESSIBLE (self->entry),
                                   GTK_ACCESSIBLE_RELATION_ACTIVE_DESCENDANT);
    return;
  }
  gtk_accessible_update_relation (GTK_ACCESSIBLE (self->entry),
                                  GTK_ACCESSIBLE_RELATION_ACTIVE_DESCENDANT, row, -1);
  show_row (self, row);
}

static void
emphasize (Line *line, guint64 matched)
{
  if (line->matched == matched)
    return;
  g_autofree char *markup = pn_command_emphasize (_ (line->entry->label), matched);
  line->matched = matched;
  gtk_label_set_markup (GTK_LABEL (line->label), markup);
}

static void
search (PnPalette *self)
{
  uint64_t span = pn_trace_begin ();
  g_autofree char *typed =
      g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entry))));

  self->has_words = typed[0] != '\0';
  for (guint i = 0; i < self->rows->len; i++) {
    Line *line = get_line (g_ptr_array_index (self->rows, i));
    guint64 matched = 0;
    line->score = pn_command_search (line->entry, typed, &matched);
    line->is_hit = !self->has_words || line->score > 0;
    if (line->recent != 0)
      line->score += RECENT_SCORE;
    if (!line->is_enabled)
      line->score += DISABLED_SCORE;
    emphasize (line, matched);
    gtk_widget_set_visible (line->group, (self->has_words || line->recent != 0) &&
                                             gtk_label_get_text (GTK_LABEL (line->needs))[0] == 0);
  }
  gtk_list_box_invalidate_sort (GTK_LIST_BOX (self->list));
  gtk_list_box_invalidate_filter (GTK_LIST_BOX (self->list));
  gtk_list_box_invalidate_headers (GTK_LIST_BOX (self->list));
  select_row (self, first_shown (self));
  /* Of another height now. */
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    gtk_popover_present (GTK_POPOVER (self));
  pn_trace_end ("ui.palette", span);
}

/* --- Keys. */

static void
step (PnPalette *self, int by)
{
  GtkListBox *list = GTK_LIST_BOX (self->list);
  GtkListBoxRow *row = gtk_list_box_get_selected_row (list);
  GtkListBoxRow *reached = row;
  int direction = by > 0 ? 1 : -1;

  if (row == NULL)
    return;
  for (int i = gtk_list_box_row_get_index (row) + direction; by != 0; i += direction) {
    GtkListBoxRow *next = i >= 0 ? gtk_list_box_get_row_at_index (list, i) : NULL;
    if (next == NULL)
      break;
    if (!get_line (next)->is_hit)
      continue;
    reached = next;
    by -= direction;
  }
  select_row (self, reached);
}

static gboolean
key_cb (PnPalette *self,
        guint keyval,
        guint keycode,
        GdkModifierType state,
        GtkEventControllerKey *controller)
{
  GdkEvent *event = gtk_event_controller_get_current_event (GTK_EVENT_CONTROLLER (controller));

  /* An open popover has all keys to itself. */
  if (event != NULL && pn_commands_has_key (self->commands, "find-command", event)) {
    gtk_popover_popdown (GTK_POPOVER (self));
    return TRUE;
  }
  switch (keyval) {
  case GDK_KEY_Down:
  case GDK_KEY_KP_Down:
    step (self, 1);
    return TRUE;
  case GDK_KEY_Up:
  case GDK_KEY_KP_Up:
    step (self, -1);
    return TRUE;
  case GDK_KEY_Page_Down:
  case GDK_KEY_KP_Page_Down:
    step (self, PAGE);
    return TRUE;
  case GDK_KEY_Page_Up:
  case GDK_KEY_KP_Page_Up:
    step (self, -PAGE);
    return TRUE;
  case GDK_KEY_Escape:
    gtk_popover_popdown (GTK_POPOVER (self));
    return TRUE;
  default:
    return FALSE;
  }
}

/* --- Running. */

static void
remember (const char *name)
{
  g_auto (GStrv) old = g_settings_get_strv (pn_settings_get (), "recent-commands");
  const char *recent[N_RECENT + 1] = {name};
  guint n = 1;

  for (guint i = 0; old[i] != NULL && n < N_RECENT; i++)
    if (!g_str_equal (old[i], name))
      recent[n++] = old[i];
  g_settings_set_strv (pn_settings_get (), "recent-commands", recent);
}

/* The keyboard goes back to where it was first: what the command does may depend on it. */
static void
run_row (PnPalette *self, GtkListBoxRow *row)
{
  g_autoptr (PnCommands) commands = g_object_ref (self->commands);
  const char *name = get_line (row)->entry->name;

  if (!pn_commands_is_enabled (commands, name)) {
    gtk_widget_error_bell (GTK_WIDGET (self));
    return;
  }
  remember (name);
  gtk_popover_popdown (GTK_POPOVER (self));
  pn_commands_run (commands, name);
}

static void
row_activated_cb (PnPalette *self, GtkListBoxRow *row)
{
  run_row (self, row);
}

static void
entry_activate_cb (PnPalette *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list));

  if (row != NULL)
    run_row (self, row);
}

static void
closed_cb (PnPalette *self)
{
  GtkWidget *came_from = self->came_from;

  g_clear_weak_pointer (&self->came_from);
  if (came_from != NULL)
    gtk_widget_grab_focus (came_from);
}

/* --- Building. */

static GtkWidget *
build_list (PnPalette *self)
{
  GtkWidget *nothing = gtk_label_new (_ ("No command is called that or does that."));

  gtk_widget_add_css_class (nothing, "pn-empty");
  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_BROWSE);
  gtk_list_box_set_placeholder (GTK_LIST_BOX (self->list), nothing);
  gtk_list_box_set_sort_func (GTK_LIST_BOX (self->list), compare_lines_cb, self, NULL);
  gtk_list_box_set_filter_func (GTK_LIST_BOX (self->list), is_hit_cb, self, NULL);
  gtk_list_box_set_header_func (GTK_LIST_BOX (self->list), update_heading_cb, self, NULL);
  gtk_widget_set_focusable (self->list, FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Commands"), -1);
  g_signal_connect_swapped (self->list, "row-activated", G_CALLBACK (row_activated_cb), self);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->list);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (self->scroller), LIST_HEIGHT);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (self->scroller), TRUE);
  gtk_widget_set_size_request (self->scroller, WIDTH, -1);
  return self->scroller;
}

static void
build_entry (PnPalette *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->entry = g_object_new (GTK_TYPE_ENTRY, "accessible-role", GTK_ACCESSIBLE_ROLE_SEARCH_BOX,
                              "placeholder-text", _ ("Find a command"), "primary-icon-name",
                              "pn-search-symbolic", NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Find a command"), -1);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (self->entry, keys);
  g_signal_connect_swapped (self->entry, "changed", G_CALLBACK (search), self);
  g_signal_connect_swapped (self->entry, "activate", G_CALLBACK (entry_activate_cb), self);
}

static void
pn_palette_dispose (GObject *object)
{
  PnPalette *self = PN_PALETTE (object);

  self->commands = NULL;
  g_clear_weak_pointer (&self->came_from);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  G_OBJECT_CLASS (pn_palette_parent_class)->dispose (object);
}

static void
pn_palette_class_init (PnPaletteClass *class)
{
  G_OBJECT_CLASS (class)->dispose = pn_palette_dispose;
}

static void
pn_palette_init (PnPalette *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  self->rows = g_ptr_array_new ();
  build_entry (self);
  gtk_box_append (GTK_BOX (box), self->entry);
  gtk_box_append (GTK_BOX (box), build_list (self));
  gtk_popover_set_child (GTK_POPOVER (self), box);
  gtk_popover_set_has_arrow (GTK_POPOVER (self), FALSE);
  gtk_popover_set_position (GTK_POPOVER (self), GTK_POS_BOTTOM);
  gtk_widget_add_css_class (GTK_WIDGET (self), "pn-palette");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Find a command"), -1);
  g_signal_connect (self, "closed", G_CALLBACK (closed_cb), NULL);
}

/* --- Showing. */

static PnPalette *
get_palette (GtkWidget *window, PnCommands *commands)
{
  GtkWidget *kept = pn_commands_keep (commands, "palette", NULL);

  if (kept != NULL)
    return PN_PALETTE (kept);
  PnPalette *self = g_object_new (PN_TYPE_PALETTE, NULL);
  self->commands = commands;
  gtk_widget_set_parent (GTK_WIDGET (self), window);
  pn_commands_keep (commands, "palette", GTK_WIDGET (self));
  return self;
}

void
pn_palette_prepare (PnCommands *commands)
{
  g_return_if_fail (PN_IS_COMMANDS (commands));

  GtkWidget *window = pn_commands_get_window (commands);
  if (window != NULL)
    pn_idle_work (G_OBJECT (get_palette (window, commands)), prepare_row);
}

void
pn_palette_toggle (PnCommands *commands)
{
  g_return_if_fail (PN_IS_COMMANDS (commands));

  GtkWidget *window = pn_commands_get_window (commands);
  if (window == NULL)
    return;
  PnPalette *self = get_palette (window, commands);
  if (gtk_widget_get_visible (GTK_WIDGET (self))) {
    gtk_popover_popdown (GTK_POPOVER (self));
    return;
  }
  uint64_t span = pn_trace_begin ();
  g_set_weak_pointer (&self->came_from, gtk_root_get_focus (GTK_ROOT (window)));
  while (add_missing_row (self))
    ;
  refresh_rows (self);
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  search (self);
  gtk_popover_set_pointing_to (
      GTK_POPOVER (self), &(GdkRectangle){gtk_widget_get_width (window) / 2, TOP_MARGIN, 1, 1});
  gtk_popover_popup (GTK_POPOVER (self));
  gtk_widget_grab_focus (self->entry);
  pn_trace_end ("ui.palette", span);
}
