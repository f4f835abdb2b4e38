#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The installed Flatpak in front of somebody, who has files outside the sandbox and nothing but the
portals' dialogs to reach them by. `lane` runs it; pictures of what was seen stay in PANTIN_PICTURES.
"""

import json
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / 'tests' / 'app'))
import desk  # noqa: E402
from desktop import die_with_parent  # noqa: E402

ID = os.environ.get('PANTIN_ID', '')
PICTURES = pathlib.Path(os.environ.get('PANTIN_PICTURES', '/nowhere'))
SANDBOX = ['flatpak', '--user', 'run']
# Lavapipe draws the frames of a film, and much else may be going on.
EXPORT_S = 240
DIALOGS = 'xdg-desktop-portal-gtk'


class Sandboxed(desk.Editor):
    """The editor in its sandbox. To the bus it is behind a proxy, and so known by its name only."""

    def command(self):
        return SANDBOX + [ID]

    def application(self):
        return accessible('pantin')

    def kill(self):
        self.has_ended = True
        subprocess.run(['flatpak', 'kill', ID], env=self.desktop.environ, check=True)
        self.process.wait()

    def picture(self, name):
        self.screenshot(PICTURES / f'{name}.png')

    def title(self):
        return [window.name for window in self.windows()]


def accessible(name):
    registry = desk.Control(('org.a11y.atspi.Registry', '/org/a11y/atspi/accessible/root'))
    applications = desk.bus().ask(registry, desk.ACCESSIBLE, 'GetChildren')
    for reference in (applications or [[]])[0]:
        application = desk.Control(reference)
        told = desk.bus().ask(application, 'org.freedesktop.DBus.Properties', 'Get', 'ss',
                              desk.ACCESSIBLE, 'Name')
        if told and told[0] == name:
            return application
    return None


class Dialog:
    """A dialog of the portal's, which is a program of its own."""

    def __init__(self, desktop):
        self.desktop = desktop
        self.hand = desk.XHand(desktop)
        self.window = desk.wait_until(self.find, 'no dialog of the portal')

    def find(self):
        found = subprocess.run(
            ['xdotool', 'search', '--onlyvisible', '--class', DIALOGS],
            env=self.desktop.environ, capture_output=True, text=True, check=False).stdout.split()
        return found[-1] if found else None

    def entry(self):
        """What a path is typed into."""
        application = accessible(DIALOGS)
        shown = application.look() if application else []
        return next((c for c in shown if c.role == 'text' and c.has('focused')), None)

    def choose(self, path, picture=None, typed='ctrl+a'):
        # No window manager gives it the keyboard.
        self.hand.tool('windowfocus', '--sync', self.window)
        self.hand.key(typed)
        desk.wait_until(self.entry, 'the dialog takes no text')
        self.hand.key('ctrl+a')
        self.hand.type(str(path))
        # It completes a folder.
        desk.wait_until(lambda: self.entry() and self.entry().text.rstrip('/') == str(path),
                        lambda: f'typed {path}, but there is {self.entry() and self.entry().text}')
        if picture:
            self.hand.screenshot(PICTURES / f'{picture}.png')
        desk.wait_until(self.is_done, 'the dialog stays')

    def is_done(self):
        """Presses Return while it is there: the first one may only take what was completed."""
        if self.find() != self.window:
            return True
        self.hand.key('Return')
        return False


def focus(editor):
    """Gives the editor the keyboard back."""
    found = subprocess.run(['xdotool', 'search', '--onlyvisible', '--class', 'pantin'],
                           env=editor.desktop.environ, capture_output=True, text=True,
                           check=True).stdout.split()
    editor.hand.tool('windowfocus', '--sync', found[-1])


def outside(desktop):
    """A folder of the user's with the sample in it."""
    folder = desktop.folder / 'home' / 'Drawings'
    folder.mkdir()
    desk.sample(desktop, 'figure').rename(folder / 'jumping jack.pantin')
    return folder, folder / 'jumping jack.pantin'


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def wait_for_playing(editor):
    desk.wait_until(lambda: any(re.fullmatch(r'frame [1-9]\d*', c.name) for c in editor.shown()),
                    'it does not play')


def open_by_dialog(editor, path, picture=None):
    focus(editor)
    editor.key('ctrl+o')
    Dialog(editor.desktop).choose(path, picture, typed='ctrl+l')
    editor.find('figure', role='list item')
    focus(editor)


@desk.case('/flatpak/open-edit-save', portals=True)
def open_edit_save(desktop):
    folder, path = outside(desktop)
    before = desk.pins(path)
    editor = Sandboxed(desktop)
    editor.picture('x11-start')
    open_by_dialog(editor, path, 'x11-open-dialog')
    # Never where the sandbox has it.
    desk.wait_until(lambda: editor.is_shown(path.name), 'the file is not named')
    words = [words for c in editor.shown() for words in (c.name, c.description)]
    desk.expect(not any('/doc/' in one for one in words), words)
    editor.picture('x11-figure')

    editor.key('space')
    wait_for_playing(editor)
    editor.picture('x11-playing')
    editor.key('space')
    editor.key('Home')
    desk.wait_until(lambda: editor.is_shown('frame 0'), 'it does not stop')

    editor.click_on('figure', role='list item')
    editor.key('p')
    desk.wait_until(lambda: editor.says('adds a pin'), 'the puppet tool is not in hand')
    editor.click(450, 640)
    editor.save()
    editor.end()
    desk.expect(len(desk.pins(path)) == len(before) + 1, 'the new pin is not in the file')
    desk.expect(names(folder) == [path.name], f'beside the file: {names(folder)}')


@desk.case('/flatpak/export', portals=True)
def export(desktop):
    folder, path = outside(desktop)
    film = folder / 'hop.webm'
    editor = Sandboxed(desktop)
    open_by_dialog(editor, path)
    editor.key('ctrl+e')
    editor.wait_for_text('You are asked where to')
    editor.picture('x11-export')
    editor.key('Return')
    Dialog(desktop).choose(film, 'x11-export-dialog')
    desk.wait_until(lambda: editor.says('Exported “hop.webm”: 48 frames'), 'no film', EXPORT_S)
    editor.picture('x11-exported')
    probe = subprocess.run(
        ['ffprobe', '-v', 'error', '-count_frames', '-of', 'json', '-show_entries',
         'stream=codec_name,width,height,nb_read_frames', film],
        capture_output=True, text=True, check=True).stdout
    stream = json.loads(probe)['streams'][0]
    desk.expect((stream['codec_name'], stream['width'], stream['height'],
                 stream['nb_read_frames']) == ('vp9', 900, 1200, '48'), probe)

    desk.expect(names(folder) == ['hop.webm', path.name], names(folder))
    editor.end()


@desk.case('/flatpak/killed', portals=True)
def killed(desktop):
    """What was done is back, kept in the application's own folder, and so is what is recent."""
    folder = desktop.folder / 'home' / 'Drawings'
    folder.mkdir()
    path = desk.unrigged(desktop).rename(folder / 'hero.pantin')
    before = path.read_bytes()
    editor = Sandboxed(desktop)
    open_by_dialog(editor, path)
    editor.click_on('figure', role='list item')
    editor.key('p')
    desk.wait_until(lambda: editor.says('adds a pin'), 'the puppet tool is not in hand')
    editor.click(450, 640)
    editor.click(450, 300)
    wait_for_pins(editor, 2)
    editor.kill()
    desk.expect(path.read_bytes() == before, 'the file was written to')
    desk.expect(names(folder) == [path.name], f'beside the file: {names(folder)}')
    own = desktop.folder / 'home' / '.var' / 'app' / ID
    desk.expect(list(own.glob('.local/state/pantin/*')), 'no journal among the application\'s own')

    editor = Sandboxed(desktop, wait=False)
    editor.find('Recover', role='button')
    editor.picture('x11-recover')
    editor.press('Recover')
    wait_for_pins(editor, 2)
    editor.picture('x11-recovered')
    focus(editor)
    editor.save()
    editor.end()
    desk.expect(len(desk.pins(path)) == 2, 'nothing was saved')
    desk.expect(names(folder) == [path.name], f'beside the file: {names(folder)}')

    # What was granted is granted still.
    editor = Sandboxed(desktop)
    editor.press(path.name)
    wait_for_pins(editor, 2)
    editor.end()


def wait_for_pins(editor, number):
    """The timeline has a row for each, because a pin is keyed where it is made."""
    def rows():
        return [c for c in editor.all(role='list item') if c.name.endswith('· position')]
    desk.wait_until(lambda: len(rows()) == number, lambda: f'{len(rows())} pins instead of {number}')


@desk.case('/flatpak/command-line', portals=True)
def command_line(desktop):
    folder, path = outside(desktop)
    told = subprocess.run(
        SANDBOX + ['--command=pantin-cli', '--file-forwarding', ID, 'info', '@@', path, '@@',
                   '--json'], env=desktop.environ, capture_output=True, text=True, check=False)
    desk.expect(told.returncode == 0, told.stderr)
    desk.expect(json.loads(told.stdout) == desk.document(path), told.stdout)
    desk.expect(names(folder) == [path.name], names(folder))


class Weston:
    """A compositor without a screen, as desktops have one with."""

    def __init__(self, desktop):
        self.desktop = desktop
        self.process = subprocess.Popen(
            ['weston', '--backend=headless-backend.so', '--use-pixman', '--width=1440',
             '--height=900', '--socket=wayland-test', '--debug', '--idle-time=0'],
            env=desktop.environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            preexec_fn=die_with_parent)
        socket = pathlib.Path(desktop.environ['XDG_RUNTIME_DIR']) / 'wayland-test'
        desk.wait_until(socket.exists, 'weston does not start')

    def screenshot(self, path):
        for old in path.parent.glob('wayland-screenshot-*'):
            old.unlink()
        subprocess.run(['weston-screenshooter'], cwd=path.parent, check=True,
                       env={**self.desktop.environ, 'WAYLAND_DISPLAY': 'wayland-test'})
        next(iter(path.parent.glob('wayland-screenshot-*'))).rename(path)


@desk.case('/flatpak/weston', portals=True)
def weston(desktop):
    """On Wayland, with a file handed over by whoever starts it, and no way to X."""
    _, path = outside(desktop)
    compositor = Weston(desktop)

    class Editor(Sandboxed):
        def command(self):
            return SANDBOX + ['--file-forwarding', ID, '@@', str(path), '@@']

        def screenshot(self, path):
            compositor.screenshot(path)
    editor = Editor(desktop, environ={'WAYLAND_DISPLAY': 'wayland-test', 'GDK_BACKEND': 'wayland'})
    editor.find('figure', role='list item')
    editor.press('Play', role='toggle button')
    wait_for_playing(editor)
    editor.picture('weston')
    editor.press('Play', role='toggle button')
    inside = subprocess.run(
        ['flatpak', 'enter', ID, 'sh', '-c', 'ls -A /tmp/.X11-unix; echo that is all'],
        env=desktop.environ, capture_output=True, text=True, check=False)
    desk.expect(inside.stdout == 'that is all\n', inside.stdout + inside.stderr)
    editor.end()


class Fractional(Sandboxed):
    """The editor in the tests' own compositor."""

    def __init__(self, desktop, path, scale):
        self.path = path
        super().__init__(desktop, wayland=(1280, 800, scale))

    def command(self):
        return SANDBOX + ['--file-forwarding', ID, '@@', str(self.path), '@@']


def fractional(scale):
    """BR57: clicks meet the places that are seen, and the picture has every pixel of the screen."""
    def test(desktop):
        _, path = outside(desktop)
        before = desk.pins(path)
        editor = Fractional(desktop, path, scale)
        editor.find('figure', role='list item')
        told = editor.hand.say('windows')
        desk.expect(re.search(rf'window 0 0 1280 800 scale {scale:.3g} ', told), told)
        editor.click_on('figure', role='list item')
        editor.key('p')
        desk.wait_until(lambda: editor.says('adds a pin'), 'the puppet tool is not in hand')
        places = [(450, 640), (420, 500), (500, 520)]
        for place in places:
            editor.click(*place)
        editor.picture(f'scale-{scale}')
        editor.save()
        editor.end()
        made = [pin['target'] for pin in desk.pins(path)[len(before):]]
        canvas_scale = 0.3
        for place, at in zip(places, made):
            off = max(abs(a - b) for a, b in zip(place, at)) * canvas_scale
            desk.expect(off <= 0.5, f'a click at {place} made a pin at {at}')
        desk.expect(len(made) == len(places), f'{made} instead of {places}')
    return test


for one in (1.25, 1.5, 1.7, 2):
    desk.case(f'/flatpak/scale-{one}', portals=True)(fractional(one))


def call(desktop, name, method, *arguments):
    return subprocess.run(
        ['gdbus', 'call', '--session', '--dest', f'org.freedesktop.portal.{name}', '--object-path',
         f'/org/freedesktop/portal/{name.lower()}', '--method', method, *arguments],
        env=desktop.environ, capture_output=True, text=True, check=True).stdout


def try_desktop():
    """What the cases stand on, and nothing of Pantin: whether this machine has it is known first."""
    with desk.Desktop(accessible=True, portals=True) as desktop:
        os.environ.update(DBUS_SESSION_BUS_ADDRESS=desktop.environ['DBUS_SESSION_BUS_ADDRESS'],
                          DISPLAY=desktop.environ['DISPLAY'])
        accessible('none')
        granted = re.search(r"b'(.*)'", call(desktop, 'Documents',
                                             'org.freedesktop.portal.Documents.GetMountPoint'))
        desk.expect(granted and os.path.ismount(granted[1]), 'files cannot be granted (FUSE)')
        call(desktop, 'Desktop', 'org.freedesktop.DBus.Properties.Get',
             'org.freedesktop.portal.FileChooser', 'version')
        desk.XHand(desktop).tool('mousemove', '10', '10')
        Weston(desktop).screenshot(PICTURES / 'none.png')
        (PICTURES / 'none.png').unlink()


if sys.argv[1:] == ['--desktop']:
    try:
        try_desktop()
    except subprocess.CalledProcessError as error:
        sys.exit(f'{error.cmd[0]}: {(error.stderr or "fails").strip()}')
    except Exception as error:  # pylint: disable=broad-exception-caught
        sys.exit(f'{type(error).__name__}: {error}')
else:
    desk.run()
