# SPDX-License-Identifier: GPL-3.0-or-later
"""Every control has a name, and the keyboard goes round the window without a trap."""

import desk

# What only holds others, which a screen reader passes over.
QUIET = {'group', 'widget'}


def nameless(editor):
    """What can be focused and is not called anything. GTK 4.8 calls a widget without a name by its
    class."""
    return [str(c) for c in editor.shown() if c.has('focusable') and c.role not in QUIET and
            (not c.name or c.name.startswith(('Gtk', 'Pn')) or '_' in c.name) and not is_within(c)]


def is_within(control):
    """Whether it is a part of GTK's own that goes by another name: the button of a drop-down, which has
    the drop-down's, and the rows of a side bar of pages, which hold nothing but theirs."""
    around = control.parent
    return (around.role == 'combo box' and bool(around.name) or
            around.name == 'Sidebar' and any(c.role == 'label' and c.name for c in control.walk()))


def hears_names(editor, when):
    found = nameless(editor)
    desk.expect(not found, f'{when} without a name: ' + ', '.join(found))


@desk.case('/app/names/every-control')
def every_control(desktop):
    editor = desk.Editor(desktop, desk.sample(desktop, 'figure'))
    for action in ('pn.tool-select', 'pn.tool-puppet'):
        editor.run(action)
        hears_names(editor, f'after {action}')
    editor.click_on('figure', role='list item')
    for tab in ('Layer', 'Rigging', 'Tool', 'History'):
        editor.click_on(tab, role='tab')
        hears_names(editor, f'in the tab {tab}')


@desk.case('/app/names/dialogs')
def dialogs(desktop):
    editor = desk.Editor(desktop, desk.sample(desktop, 'figure'))
    canvas = editor.focused_canvas()
    editor.run('pn.find-command')
    desk.wait_until(lambda: moved_on(editor, canvas), 'the palette does not take the keyboard')
    hears_names(editor, 'in the palette')
    editor.key('Escape')
    editor.focused_canvas()
    for action in ('pn.new', 'pn.export', 'pn.preferences', 'pn.shortcuts', 'pn.customize-shortcuts',
                   'pn.recover', 'pn.about'):
        editor.run(action)
        desk.wait_until(lambda: len(editor.windows()) == 2, f'{action} shows no dialog')
        hears_names(editor, f'in {action}')
        editor.key('Escape')
        desk.wait_until(lambda: len(editor.windows()) == 1, f'Escape does not close {action}')


def moved_on(editor, before):
    focused = editor.focused()
    return focused if focused and focused != before else None


def walk_focus(editor, key, limit=200):
    """The controls that `key` goes through from the canvas until it comes back to it."""
    first = editor.focused_canvas()
    path = [first]
    for _ in range(limit):
        editor.key(key)
        path.append(desk.wait_until(lambda: moved_on(editor, path[-1]),
                                    f'{key} is stuck at {path[-1]}'))
        if path[-1] == first:
            return path
    raise desk.Failed(f'{key} does not come back: ' + ', '.join(map(str, path[-10:])))


@desk.case('/app/names/regions')
def regions(desktop):
    editor = desk.Editor(desktop, desk.sample(desktop, 'figure'))
    path = walk_focus(editor, 'F6')
    desk.expect(len(path) > 4, 'F6 goes through ' + ', '.join(map(str, path)))


@desk.case('/app/names/no-trap')
def no_trap(desktop):
    """However deep Tab leads, F6 leads back to the canvas."""
    editor = desk.Editor(desktop, desk.sample(desktop, 'figure'))
    at = canvas = editor.focused_canvas()
    for depth in range(1, 8):
        way = []
        editor.key('F6')
        at = desk.wait_until(lambda: moved_on(editor, at), 'F6 does not leave the canvas')
        for _ in range(depth):
            if at == canvas:
                break
            editor.key('Tab')
            at = desk.wait_until(lambda: moved_on(editor, at), f'Tab is stuck at {at}')
        while at != canvas:
            editor.key('F6')
            at = desk.wait_until(lambda: moved_on(editor, at), f'F6 does not leave {at}')
            way.append(str(at))
            desk.expect(len(way) < 12, 'F6 goes by ' + ', '.join(way))


@desk.case('/app/names/tab')
def tab(desktop):
    """On the canvas Tab is a command, said in words; Shift+Tab and F6 lead on."""
    editor = desk.Editor(desktop, desk.sample(desktop, 'figure'))
    canvas = editor.focused()
    editor.key('Tab')
    editor.wait_for_text('all is at rest')
    desk.expect(editor.focused() == canvas, f'Tab leaves the canvas for {editor.focused()}')
    editor.key('shift+Tab')
    desk.wait_until(lambda: moved_on(editor, canvas), 'Shift+Tab does not leave the canvas')


desk.run()
