# SPDX-License-Identifier: GPL-3.0-or-later
"""The window as a whole: what it remembers, what its menu holds, and what a look leaves alone."""

import subprocess

import desk

SETTINGS = 'io/github/pantin_studio/Pantin'


def keep_settings(desktop, **values):
    """Settings in a file of this desktop's, which lasts from run to run."""
    folder = desktop.folder / 'config' / 'glib-2.0' / 'settings'
    folder.mkdir(parents=True, exist_ok=True)
    lines = [f'{name.replace("_", "-")}={value}' for name, value in values.items()]
    (folder / 'keyfile').write_text('\n'.join([f'[{SETTINGS}]', *lines, '']))
    return {'GSETTINGS_BACKEND': 'keyfile'}


def drag(editor, start, end):
    editor.hand.move(*start)
    editor.hand.down()
    for step in range(1, 5):
        editor.hand.move(start[0] + (end[0] - start[0]) * step / 4,
                         start[1] + (end[1] - start[1]) * step / 4)
    editor.hand.up()


@desk.case('/app/window/remembers')
def remembers(desktop):
    environ = keep_settings(desktop, window_size='(1200, 800)')
    editor = desk.Editor(desktop, desk.sample(desktop, 'figure'), environ=environ)
    left, top, width, height = editor.focused_canvas().place
    # The side begins where the canvas ends; so does the timeline below.
    drag(editor, (left + width + 1, top + 100), (left + width - 79, top + 100))
    drag(editor, (left + 200, top + height + 1), (left + 200, top + height - 49))
    # All of the way, so nothing of the drags is still to come.
    desk.wait_until(lambda: editor.canvas().place[2] <= width - 80 and
                    editor.canvas().place[3] <= height - 50,
                    lambda: f'the canvas is {editor.canvas().place}, it was {width} x {height}')
    place = editor.canvas().place
    editor.quit()

    again = desk.Editor(desktop, desk.sample(desktop, 'figure'), environ=environ)
    desk.wait_until(lambda: again.canvas().place == place,
                    lambda: f'the canvas is {again.canvas().place}, it was {place}')
    again.key('F7')
    desk.wait_until(lambda: again.canvas().place[2] > width, 'the side does not fold')
    again.quit()

    folded = desk.Editor(desktop, desk.sample(desktop, 'figure'), environ=environ)
    desk.wait_until(lambda: folded.canvas().place[2] > width, 'the side is not folded any more')
    folded.key('F7')
    desk.wait_until(lambda: folded.canvas().place == place,
                    lambda: f'the canvas is {folded.canvas().place}, it was {place}')


@desk.case('/app/window/menu')
def menu(desktop):
    editor = desk.Editor(desktop, desk.sample(desktop, 'figure'))
    editor.key('F10')
    # GTK 4.8 does not say that what is in a popover shows.
    expected = {'New…', 'Save', 'Save As…', 'Open Recent', 'Full Screen', 'Preferences', 'Shortcuts',
                'About Pantin', 'Quit'}

    def missing():
        return expected - {control.name for window in editor.windows() for control in window.walk()
                           if control.role == 'menu item'}
    desk.wait_until(lambda: not missing(), lambda: f'the menu has no {missing()}')
    editor.key('Escape')
    buttons = [control.name for control in editor.shown() if control.role.endswith('button')]
    for name in ('Open', 'Undo', 'Redo', 'Find', 'Export', 'Menu'):
        desk.expect(any(button.startswith(name) for button in buttons), f'no button says {name}')


def look(desktop, name, **settings):
    """The middle of the page, where the artwork is, and a place on the panel."""
    environ = keep_settings(desktop, **settings)
    editor = desk.Editor(desktop, desk.sample(desktop, 'figure'), environ=environ)
    path = desktop.folder / f'{name}.png'
    x, y = editor.point(450, 520)

    def is_drawn():
        editor.screenshot(path)

        return colors(path, 160, 160, x - 80, y - 80) > 50
    desk.wait_until(is_drawn, 'the picture does not come')
    # Full quality comes when the view has been at rest.
    last = None
    while last != (last := crop(path, 160, 160, x - 80, y - 80)):
        desk.time.sleep(0.5)
        editor.screenshot(path)
    editor.quit()
    return last, crop(path, 4, 4, 10, 400)


def convert(*words):
    return subprocess.run(['convert', *map(str, words)], check=True, capture_output=True).stdout


def crop(path, width, height, x, y):
    return convert(path, '-crop', f'{width}x{height}+{round(x)}+{round(y)}', '+repage', 'rgb:-')


def colors(path, width, height, x, y):
    return int(convert(path, '-crop', f'{width}x{height}+{round(x)}+{round(y)}', '-format', '%k',
                       'info:-'))


@desk.case('/app/window/artwork-is-not-tinted')
def not_tinted(desktop):
    dark = look(desktop, 'dark')
    light = look(desktop, 'light', color_scheme="'light'")
    contrast = look(desktop, 'contrast', high_contrast='true')
    desk.expect(dark[0] == light[0] == contrast[0], 'a look changes the artwork')
    desk.expect(len({dark[1], light[1], contrast[1]}) == 3, 'two looks are the same')


desk.run()
