/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pn-commands.h"

/* The action group in which commands are actions. */
#define PN_COMMANDS_PREFIX "pn"

/* One command of the registry. */
typedef struct {
  PnCommands *commands; /* borrowed */
  const PnCommandEntry *entry;
  gpointer data;
  GSimpleAction *action;
  gboolean has_control; /* a button, a switch or a menu's item */
  char *chosen;         /* (nullable) what the user has instead of the entry's shortcuts */
} PnCommand;

/* A key that is down. */
typedef struct {
  PnCommand *held; /* (nullable) the command that waits for its end */
  guint keycode;   /* 0 where none is down */
  gint64 since_us;
} PnPressedKey;

struct _PnCommands {
  GObject parent_instance;

  GPtrArray *commands; /* PnCommand */
  GSimpleActionGroup *actions;
  GtkShortcutController *controllers[PN_COMMAND_N_SCOPES]; /* (nullable) weak */
  GtkWidget *window;                                       /* (nullable) weak */
  GtkEventController *releases; /* (nullable) weak: hears keys come up in the window */
  GHashTable *kept;             /* GtkWidget: popovers of the window, and windows beside it */
  PnPressedKey pressed;
};

PnCommand *pn_commands_find_command (PnCommands *self, const char *name); /* (nullable) */
gboolean pn_command_run (PnCommand *self);
const char *pn_command_get_accels (const PnCommand *self); /* (nullable) */

/* Shortcuts, in pn-commands-keys.c. */
void pn_commands_init_keys (PnCommands *self);
void pn_commands_clear_keys (PnCommands *self);
/* Shortcuts are others, or the commands they belong to. */
void pn_commands_update_keys (PnCommands *self);
void pn_commands_emit_changed (PnCommands *self);
