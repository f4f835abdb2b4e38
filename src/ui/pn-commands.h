/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/* The registry of a window's commands: what stands behind menus, shortcuts, tooltips and the palette.
 * A command is an action of the group "pn" with words and shortcuts, so a button or a menu item
 * needs no more than its name. Main thread.
 *
 * Signal "changed": shortcuts are others. */
#define PN_TYPE_COMMANDS (pn_commands_get_type ())
G_DECLARE_FINAL_TYPE (PnCommands, pn_commands, PN, COMMANDS, GObject)

/* Where the keyboard must be for a shortcut to count. Text entries come first everywhere. */
typedef enum {
  PN_COMMAND_WINDOW,
  PN_COMMAND_CANVAS,
  PN_COMMAND_TIMELINE,
  PN_COMMAND_LAYERS, /* the list of layers ... */
  PN_COMMAND_PINS,   /* ... and that of pins */
  PN_COMMAND_N_SCOPES,
} PnCommandScope;

/* A key that is held, and let go of. */
typedef enum {
  PN_COMMAND_HOLD_BEGIN,
  PN_COMMAND_HOLD_END,
} PnCommandHold;

typedef struct {
  const char *name;     /* as in "pn.undo" */
  const char *label;    /* marked for translation: "Undo" */
  const char *accels;   /* (nullable) "<Control>z", several separated by blanks */
  const char *group;    /* marked for translation: under which heading lists show it */
  const char *keywords; /* (nullable) marked for translation: what else the palette finds it by */
  PnCommandScope scope;
  void (*run) (gpointer data);
  gboolean (*is_enabled) (gpointer data); /* (nullable): always */
  gboolean (*is_on) (gpointer data);      /* (nullable): no switch. Running it turns it over. */
  /* (nullable) marked for translation: what to do where it is not enabled, "Select a layer first."
   */
  const char *needs;
  /* (nullable) Another command that does the same with its key: where this one has none, controls
   * name that. */
  const char *done_by;
  /* (nullable) For what lasts as long as the shortcut's key is down. At the end TRUE says that
   * something came of it; else, if the key was but tapped, the command is run. */
  gboolean (*hold) (gpointer data, PnCommandHold hold);
} PnCommandEntry;

PnCommands *pn_commands_new (void);

/* `entries` ends with one without a name and is borrowed for life, as `data`. */
void pn_commands_add (PnCommands *self, const PnCommandEntry *entries, gpointer data);

/* Gives `widget` the actions (for the scope of the window) and the shortcuts of that scope. */
void pn_commands_attach (PnCommands *self, GtkWidget *widget, PnCommandScope scope);

/* Keeps a popover of the window, or a window beside it, for as long as the window has these commands.
 * `widget` is NULL only to ask. Borrowed (nullable): the one that is kept under that key. */
GtkWidget *pn_commands_keep (PnCommands *self, const char *key, GtkWidget *widget);
/* Gives another window the actions, without shortcuts, so that controls in there can stand for
 * commands. */
void pn_commands_share (PnCommands *self, GtkWidget *window);
/* What has the actions: the window. Borrowed (nullable). */
GtkWidget *pn_commands_get_window (PnCommands *self);

/* Asks every command anew whether it is enabled and on. */
void pn_commands_refresh (PnCommands *self);

/* All, in the order they were added. */
guint pn_commands_n_entries (PnCommands *self);
const PnCommandEntry *pn_commands_get_entry (PnCommands *self, guint index);
const PnCommandEntry *pn_commands_find (PnCommands *self, const char *name); /* (nullable) */
gboolean pn_commands_is_enabled (PnCommands *self, const char *name);
gboolean pn_commands_is_on (PnCommands *self, const char *name); /* FALSE where it is no switch */
/* FALSE where it is not enabled. */
gboolean pn_commands_run (PnCommands *self, const char *name);

/* Shortcuts: the entry's own, or what the user chose instead; as in `accels`. Kept in the settings.
 * (nullable): none */
const char *pn_commands_get_accels (PnCommands *self, const char *name);
void pn_commands_set_accels (PnCommands *self, const char *name, const char *accels);
/* The first of them in the user's words, "Ctrl+Z"; or of the command that does it. (transfer full)
 * (nullable) */
char *pn_commands_get_accel_label (PnCommands *self, const char *name);
/* Whether an event is the press of one of them. */
gboolean pn_commands_has_key (PnCommands *self, const char *name, GdkEvent *event);
/* Another command of the same scope that has the key "<Control>z". (nullable) */
const PnCommandEntry *
pn_commands_find_conflict (PnCommands *self, const char *name, const char *accel);
/* The same between the window and a part of it, which is no conflict: a key means there what the part
 * says, and elsewhere what the window says. (nullable) */
const PnCommandEntry *
pn_commands_find_namesake (PnCommands *self, const char *name, const char *accel);

/* Changing them so that no key has two meanings: others that have it lose it. */
typedef enum {
  PN_ACCEL_ONLY, /* in place of those there are */
  PN_ACCEL_ALSO, /* beside them */
} PnAccelUse;
void pn_commands_give_accel (PnCommands *self, const char *name, const char *accel, PnAccelUse use);
void pn_commands_reset_accels (PnCommands *self, const char *name); /* the entry's own again */
gboolean pn_commands_has_own_accels (PnCommands *self, const char *name); /* not the user's */
/* Of several, all but that one. (transfer full) */
char *pn_accels_without (const char *accels, const char *accel);

/* A button for the command: its icon, or its label where `icon` is NULL; a tooltip with its
 * shortcut, an accessible name, no focus by click. A toggle where the command has a state. */
GtkWidget *pn_commands_button (PnCommands *self, const char *name, const char *icon);
/* A switch for a command that has a state. */
GtkWidget *pn_commands_switch (PnCommands *self, const char *name);

/* Whether such a control or an item of a menu was made for it. */
gboolean pn_commands_has_control (PnCommands *self, const char *name);

/* A menu: an item for each command that there is, with its shortcut, in that order. `names` ends with
 * NULL; an empty one begins another section. It follows the shortcuts. (transfer full) */
GMenuModel *pn_commands_menu (PnCommands *self, const char *const *names);
