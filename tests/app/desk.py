# SPDX-License-Identifier: GPL-3.0-or-later
"""Drives the whole editor as somebody in front of it would, and hears what assistive technology hears.

    import desk

    @desk.case('/app/puppet/three-clicks')
    def three_clicks(desktop):
        editor = desk.Editor(desktop, desk.sample(desktop, 'figure'))
        editor.press('Puppet Pins')
        editor.click(450, 300)
        ...

    desk.run()

Controls are found by their accessible names. Nothing sleeps for a fixed time: what is waited for is
said, and a test fails with it where it does not come.
"""

import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time
import traceback

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / 'support'))
from desktop import Desktop, die_with_parent  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PANTIN = os.environ.get('PANTIN', '')
CLI = os.environ.get('PANTIN_CLI', '')
COMPOSITOR = os.environ.get('PANTIN_COMPOSITOR', '')

# How long something may take on a machine that is busy, with sanitizers.
PATIENCE_S = float(os.environ.get('PANTIN_TEST_PATIENCE', '60'))
# The margin that the editor leaves round a page it fits.
FIT_MARGIN = 32

# What a program may not say on standard error.
COMPLAINT = re.compile(r'CRITICAL|WARNING|ERROR:|Sanitizer|runtime error')
# GTK 4.24 says so itself of a popover that is drawn by cairo on an X screen.
HARMLESS = re.compile(r'gdk_frame_timings_submitted\(\) called on submitted frame')


class Failed(AssertionError):
    """A test's finding, told without a traceback into this file."""


def wait_until(true, what, patience=PATIENCE_S):
    """Returns what `true` returns once it is something."""
    end = time.monotonic() + patience
    while True:
        value = true()
        if value:
            return value
        if time.monotonic() > end:
            raise Failed(f'in vain: {what() if callable(what) else what}')
        time.sleep(0.02)


def expect(condition, message):
    if not condition:
        raise Failed(message() if callable(message) else message)


def cli(*arguments):
    return subprocess.run([CLI, *map(str, arguments)], check=True, capture_output=True,
                          text=True).stdout


def document(path):
    """What a document holds, as `pantin-cli info` says it."""
    return json.loads(cli('info', path, '--json'))


def sample(desktop, name):
    """A copy of a sample, to be worked with."""
    path = desktop.folder / f'{name}.pantin'
    shutil.copy(ROOT / 'data' / 'samples' / f'{name}.pantin', path)
    return path


def pins(path, frame=0):
    """The pins of a document's first layer at a frame, as `pantin-cli pose` says them."""
    layers = json.loads(cli('pose', path, '--frame', frame))['layers']
    return layers[0].get('pins', []) if layers else []


def unrigged(desktop):
    """A document of one picture."""
    path = desktop.folder / 'hero.pantin'
    cli('import', ROOT / 'data' / 'samples' / 'figure.png', '-o', path)
    return path


def picture(desktop, name='figure'):
    path = desktop.folder / f'{name}.png'
    shutil.copy(ROOT / 'data' / 'samples' / f'{name}.png', path)
    return path


# --- What assistive technology hears.

ACCESSIBLE = 'org.a11y.atspi.Accessible'
STATES = {'active': 1, 'checked': 4, 'editable': 7, 'enabled': 8, 'expanded': 10, 'focusable': 11,
          'focused': 12, 'selected': 23, 'sensitive': 24, 'showing': 25, 'visible': 30,
          'checkable': 41}


class Bus:
    """The accessibility bus. Questions go out together and are answered together: one after the
    other, a window's hundreds of controls would take seconds."""

    def __init__(self):
        # Only the desktop's own Python has it.
        from gi.repository import Gio, GLib  # pylint: disable=import-outside-toplevel
        self.gio, self.glib = Gio, GLib
        session = Gio.DBusConnection.new_for_address_sync(
            os.environ['DBUS_SESSION_BUS_ADDRESS'], self.flags(), None, None)
        address = session.call_sync('org.a11y.Bus', '/org/a11y/bus', 'org.a11y.Bus', 'GetAddress',
                                    None, None, 0, -1, None).unpack()[0]
        self.connection = Gio.DBusConnection.new_for_address_sync(address, self.flags(), None, None)

    def flags(self):
        kinds = self.gio.DBusConnectionFlags
        return kinds.AUTHENTICATION_CLIENT | kinds.MESSAGE_BUS_CONNECTION

    def ask_all(self, questions):
        """Of (control, interface, method, arguments or None), in their order; None where one is gone
        or knows no answer."""
        answers = [None] * len(questions)
        waiting = len(questions)

        def answered(connection, result, index):
            nonlocal waiting
            waiting -= 1
            try:
                answers[index] = connection.call_finish(result).unpack()
            except self.glib.Error:
                pass
        for index, (control, interface, method, arguments) in enumerate(questions):
            self.connection.call(*control.reference, interface, method, arguments, None, 0,
                                 int(PATIENCE_S * 1000), None, answered, index)
        while waiting:
            self.glib.MainContext.default().iteration(True)
        return answers

    def ask(self, control, interface, method, signature=None, *arguments):
        packed = self.glib.Variant(f'({signature})', arguments) if signature else None
        return self.ask_all([(control, interface, method, packed)])[0]

    def pid_of(self, name):
        packed = self.glib.Variant('(s)', (name,))
        daemon = Control(('org.freedesktop.DBus', '/org/freedesktop/DBus'))
        answer = self.ask_all([(daemon, 'org.freedesktop.DBus', 'GetConnectionUnixProcessID',
                                packed)])[0]
        return answer[0] if answer else 0


BUS = None


def bus():
    global BUS  # pylint: disable=global-statement
    if BUS is None:
        BUS = Bus()
    return BUS


class Control:
    """A control as the accessibility bus told of it when its window was looked at. Two are equal when
    they are the same control."""

    def __init__(self, reference, parent=None):
        self.reference, self.parent = tuple(reference), parent
        self.name = self.role = self.description = ''
        self.states = 0
        self.place = (0, 0, 0, 0)  # x, y, width, height within the window
        self.children = []

    def __eq__(self, other):
        return isinstance(other, Control) and self.reference == other.reference

    def __hash__(self):
        return hash(self.reference)

    def has(self, state):
        return bool(self.states >> STATES[state] & 1)

    def look(self):
        """Learns what is shown from here down, and returns it in order."""
        level = [self]
        all_properties = bus().glib.Variant('(s)', (ACCESSIBLE,))
        while level:
            answers = bus().ask_all([question for c in level for question in (
                (c, ACCESSIBLE, 'GetState', None),
                (c, ACCESSIBLE, 'GetRoleName', None),
                (c, 'org.freedesktop.DBus.Properties', 'GetAll', all_properties),
                (c, 'org.a11y.atspi.Component', 'GetExtents', bus().glib.Variant('(u)', (1,))),
                (c, ACCESSIBLE, 'GetChildren', None))])
            level = [child for c, told in zip(level, zip(*[iter(answers)] * 5))
                     for child in c.learn(*told)]
        return list(self.walk())

    def learn(self, states, role, properties, extents, children):
        if states:
            self.states = states[0][0] | states[0][1] << 32
        self.role = role[0] if role else ''
        if properties:
            self.name = properties[0].get('Name', '')
            self.description = properties[0].get('Description', '')
        self.place = extents[0] if extents else (0, 0, 0, 0)
        # What is hidden has nothing below it that is not.
        shown = children and (self.has('visible') or self.parent is None)
        self.children = [Control(child, self) for child in children[0]] if shown else []
        return self.children

    def walk(self):
        yield self
        for child in self.children:
            yield from child.walk()

    @property
    def actions(self):
        answer = bus().ask(self, 'org.a11y.atspi.Action', 'GetActions')
        return [action[0] for action in answer[0]] if answer else []

    def act(self, index=0):
        answer = bus().ask(self, 'org.a11y.atspi.Action', 'DoAction', 'i', index)
        expect(answer and answer[0], f'{self} refuses to be pressed')

    @property
    def center(self):
        x, y, width, height = self.place
        return (x + width / 2, y + height / 2)

    @property
    def text(self):
        answer = bus().ask(self, 'org.a11y.atspi.Text', 'GetText', 'ii', 0, -1)
        return answer[0] if answer else ''

    @property
    def value(self):
        answer = bus().ask(self, 'org.freedesktop.DBus.Properties', 'Get', 'ss',
                           'org.a11y.atspi.Value', 'CurrentValue')
        return answer[0] if answer else None

    def __str__(self):
        return f'{self.role} “{self.name}”'


# --- Hands: two ways of getting pointer and keys to a program.

class XHand:
    """By xdotool, to a program on an X screen."""

    # GTK merges what comes within a frame.
    STEP_S = 0.05
    KEYS = {'ctrl': 'ctrl', 'shift': 'shift', 'alt': 'alt'}

    def __init__(self, desktop):
        self.environ = desktop.environ

    def corner_of(self, width, height):
        """Where what a window draws begins on the screen: GTK draws a border round it where there is
        no window manager, and the window is at the screen's corner."""
        found = subprocess.run(
            ['xdotool', 'search', '--onlyvisible', '--class', 'pantin', 'getwindowgeometry', '--shell',
             '%@'], env=self.environ, check=True, capture_output=True, text=True).stdout
        sizes = re.findall(r'X=(-?\d+)\nY=(-?\d+)\nWIDTH=(\d+)\nHEIGHT=(\d+)', found)
        for x, y, x_width, x_height in (map(int, size) for size in sizes):
            border = ((x_width - width) / 2, (x_height - height) / 2)
            if 0 <= border[0] < 40 and 0 <= border[1] < 40:
                return (x + border[0], y + border[1])
        raise Failed(f'no window of {width} x {height}')

    def tool(self, *words):
        subprocess.run(['xdotool', *map(str, words)], env=self.environ, check=True,
                       stdout=subprocess.DEVNULL)

    def move(self, x, y):
        self.tool('mousemove', round(x), round(y))
        time.sleep(self.STEP_S)

    def down(self, button=1):
        self.tool('mousedown', button)

    def up(self, button=1):
        self.tool('mouseup', button)
        time.sleep(self.STEP_S)

    def scroll(self, clicks):
        for _ in range(abs(clicks)):
            self.tool('click', 5 if clicks > 0 else 4)

    def key(self, chord):
        self.tool('key', chord)
        time.sleep(self.STEP_S)

    def key_down(self, chord):
        self.tool('keydown', chord)
        time.sleep(self.STEP_S)

    def key_up(self, chord):
        self.tool('keyup', chord)
        time.sleep(self.STEP_S)

    def type(self, text):
        self.tool('type', '--delay', 30, text)
        time.sleep(self.STEP_S)

    def screenshot(self, path):
        subprocess.run(['import', '-window', 'root', str(path)], env=self.environ, check=True)


class WaylandHand:
    """By the lines that pantin-compositor takes."""

    BUTTONS = {1: 'left', 2: 'middle', 3: 'right'}

    def __init__(self, process):
        self.process = process

    def corner_of(self, width, height):
        """Where a window of that size is; the topmost, where there are several."""
        found = re.findall(r'(?:window|popup) (-?\d+) (-?\d+) (\d+) (\d+)', self.say('windows'))
        for x, y, its_width, its_height in (map(int, one) for one in reversed(found)):
            if abs(its_width - width) <= 2 and abs(its_height - height) <= 2:
                return (x, y)
        raise Failed(f'no window of {width} x {height}: {found}')

    def say(self, line):
        self.process.stdin.write(line + '\n')
        self.process.stdin.flush()
        answer = self.process.stdout.readline().rstrip('\n')
        expect(answer.startswith('ok'), answer or f'{line}: the compositor is gone')
        return answer[3:]

    def move(self, x, y):
        self.say(f'pointer move {x:.2f} {y:.2f}')
        self.say('sync')

    def down(self, button=1):
        self.say(f'pointer down {self.BUTTONS[button]}')

    def up(self, button=1):
        self.say(f'pointer up {self.BUTTONS[button]}')
        self.say('sync')

    def scroll(self, clicks):
        self.say(f'pointer scroll 0 {clicks}')
        self.say('sync')

    def key(self, chord):
        self.say(f'key {chord}')
        self.say('sync')

    def key_down(self, chord):
        self.say(f'key down {chord}')
        self.say('sync')

    def key_up(self, chord):
        self.say(f'key up {chord}')
        self.say('sync')

    def type(self, text):
        self.say(f'type {text}')
        self.say('sync')

    def screenshot(self, path):
        self.say('settle')
        self.say(f'screenshot {path}')

    # A pen.
    def tool(self, words, tool='pen'):
        self.say(f'tool {tool} {words}')


# --- The editor.

class Editor:
    """A running editor; `wayland` is (width, height, scale) for one in the compositor."""

    def __init__(self, desktop, *arguments, environ=None, wayland=None, settings=None, wait=True):
        self.desktop = desktop
        self.log_path = desktop.folder / f'editor-{len(list(desktop.folder.glob("editor-*")))}.log'
        command = [*self.command(), *map(str, arguments)]
        environ = {**desktop.environ, **(environ or {})}
        if settings:
            environ['GSETTINGS_BACKEND'] = 'keyfile'
            place = desktop.folder / 'config' / 'glib-2.0' / 'settings'
            place.mkdir(parents=True, exist_ok=True)
            (place / 'keyfile').write_text('[io/github/pantin_studio/Pantin]\n' + ''.join(
                f'{key}={value}\n' for key, value in settings.items()))
        # What toolkit and fonts keep for life is told from a leak by the whole stack only, and taking
        # that makes the editor a hundred times slower: tests within a program look for leaks.
        environ['ASAN_OPTIONS'] = environ.get('ASAN_OPTIONS', '') + ':detect_leaks=0'
        if wayland:
            width, height, scale = wayland
            command = [COMPOSITOR, '--size', f'{width}x{height}', '--scale', str(scale),
                       '--patience', str(int(PATIENCE_S)), '--', *command]
        with open(self.log_path, 'wb') as log:
            self.process = subprocess.Popen(
                command, env=environ, stderr=log, preexec_fn=die_with_parent, text=True,
                stdin=subprocess.PIPE if wayland else subprocess.DEVNULL,
                stdout=subprocess.PIPE if wayland else log)
        self.hand = WaylandHand(self.process) if wayland else XHand(desktop)
        desktop.editors.append(self)
        self.has_ended = False
        if wait:
            self.wait_for_window()

    # Life.
    def command(self):
        return [PANTIN]

    @property
    def pid(self):
        """The editor's own, also in the compositor."""
        if isinstance(self.hand, XHand):
            return self.process.pid
        children = pathlib.Path(f'/proc/{self.process.pid}/task/{self.process.pid}/children')
        return int(children.read_text().split()[0])

    def is_running(self):
        return self.process.poll() is None

    def application(self):
        """The accessible program: each process is one of its own."""
        registry = Control(('org.a11y.atspi.Registry', '/org/a11y/atspi/accessible/root'))
        applications = bus().ask(registry, ACCESSIBLE, 'GetChildren')
        return next((Control(a) for a in (applications or [[]])[0] if bus().pid_of(a[0]) == self.pid),
                    None)

    def windows(self):
        """What its windows show, bottom to top."""
        application = self.application()
        if application is None:
            return []
        application.look()
        return application.children

    def wait_for_window(self):
        def drawn():
            expect(self.is_running(), lambda: 'the editor ended: ' + self.log())
            return self.all('Canvas')
        wait_until(drawn, lambda: 'no window: ' + self.log())

    def log(self):
        return self.log_path.read_text(errors='replace')

    def kill(self):
        self.has_ended = True
        os.kill(self.pid, signal.SIGKILL)
        self.process.wait()

    def quit(self):
        self.has_ended = True
        self.key('ctrl+q')
        wait_until(lambda: not self.is_running(), 'the editor does not end')
        expect(self.process.wait() == 0, f'it ended with {self.process.returncode}')

    def has_closed(self):
        """Whether it ended; what is not saved it shall keep."""
        if not self.is_running():
            return True
        for button in self.all('Keep for Later', 'button'):
            with contextlib.suppress(Failed):
                button.act()
        return False

    def end(self):
        """It lived until now, unless it was made to end, and had nothing to complain of."""
        if not self.has_ended:
            self.has_ended = True
            expect(self.is_running(), f'the editor ended by itself, status {self.process.poll()}')
            try:
                self.run('window.close')
            except Failed:
                # It may be gone before it answers; else the next line says that it is not.
                pass
            wait_until(self.has_closed, 'the editor does not end')
            expect(self.process.wait() == 0, lambda: 'it ended badly: ' + self.log())
        complaints = [line for line in self.log().splitlines()
                      if COMPLAINT.search(line) and not HARMLESS.search(line)]
        expect(not complaints, '\n'.join(complaints))

    def save(self):
        self.key('ctrl+s')
        self.wait_for_text('Saved')

    # Controls.
    def shown(self):
        return [c for window in self.windows() for c in window.walk()
                if c.has('visible') and c.place[2] > 0 and c.place[3] > 0]

    def all(self, name=None, role=None, prefix=None):
        return [c for c in self.shown() if (name is None or c.name == name) and
                (role is None or c.role == role) and (prefix is None or c.name.startswith(prefix))]

    def find(self, name=None, role=None, prefix=None):
        return wait_until(lambda: next(iter(self.all(name, role, prefix)), None),
                          f'nothing shown is called “{name or prefix}”' +
                          (f' ({role})' if role else ''))

    def is_shown(self, name, role=None):
        return bool(self.all(name, role))

    def press(self, name, role='button'):
        """As a screen reader presses it."""
        wait_until(lambda: self.find(name, role).has('sensitive'), f'“{name}” is greyed out')
        self.find(name, role).act()

    def click_on(self, name, role=None, button=1):
        control = self.find(name, role)
        self.click_at(*self.on_screen(control, *control.center), button=button)

    def on_screen(self, control, x, y):
        """A place within a control's window, on the screen."""
        window = control
        while window.parent and window.parent.role != 'application':
            window = window.parent
        corner = self.hand.corner_of(*window.place[2:])
        return (corner[0] + x, corner[1] + y)

    def run(self, action):
        """An action of a window, such as "pn.undo"."""
        for window in self.windows():
            names = window.actions
            if action in names:
                window.act(names.index(action))
                return
        raise Failed(f'no window has the action {action}')

    def canvas(self):
        return self.find('Canvas')

    def focused(self):
        found = [c for c in self.shown() if c.has('focused')]
        return found[-1] if found else None

    def focused_canvas(self):
        """The canvas, once it has the keyboard: a document that was opened gives it that, and not at
        the moment at which it is shown."""
        return wait_until(lambda: next((c for c in self.all('Canvas') if c.has('focused')), None),
                          lambda: f'{self.focused()} has the keyboard, and not the canvas')

    def says(self, text):
        """Whether something that is shown holds it."""
        return any(text in c.name for c in self.shown())

    def wait_for_text(self, text):
        wait_until(lambda: self.says(text), f'“{text}” is not said')

    # Hands.
    def key(self, chord):
        self.hand.key(chord)

    def type(self, text):
        self.hand.type(text)

    def click_at(self, x, y, button=1):
        self.hand.move(x, y)
        self.hand.down(button)
        self.hand.up(button)

    def point(self, x, y, size=(900, 1200)):
        """Where a place of the page is on the screen, while the page is fitted."""
        canvas = self.canvas()
        left, top, width, height = canvas.place
        # A bar over the canvas is as far from its edge as from the page.
        above = max(FIT_MARGIN, 2 * (self.find('Options of the tool').center[1] - top))
        below = max(FIT_MARGIN, 2 * (top + height - self.find('Zoom', 'tool bar').center[1]))
        scale = min((width - 2 * FIT_MARGIN) / size[0], (height - above - below) / size[1])
        return self.on_screen(canvas, left + width / 2 + (x - size[0] / 2) * scale,
                              top + (above + height - below) / 2 + (y - size[1] / 2) * scale)

    def click(self, x, y, size=(900, 1200)):
        self.click_at(*self.point(x, y, size))

    def drag(self, points, size=(900, 1200), hold=False):
        """Through places of the page; `hold` leaves the button down."""
        places = [self.point(x, y, size) for x, y in points]
        self.hand.move(*places[0])
        self.hand.down()
        for (x0, y0), (x1, y1) in zip(places, places[1:]):
            for step in range(1, 5):
                self.hand.move(x0 + (x1 - x0) * step / 4, y0 + (y1 - y0) * step / 4)
        if not hold:
            self.hand.up()

    def screenshot(self, path):
        self.hand.screenshot(path)


# --- Cases, told in TAP.

CASES = []


def case(path, **screen):
    """A test on a desktop of its own, which `screen` describes."""
    def add(function):
        CASES.append((path, function, screen))
        return function
    return add


def keep_picture(desktop, path):
    """What was to be seen when a test failed."""
    folder = pathlib.Path(os.environ.get('G_TEST_BUILDDIR', desktop.folder)) / 'app' / 'failed'
    folder.mkdir(parents=True, exist_ok=True)
    name = path.strip('/').replace('/', '-')
    for number, editor in enumerate(desktop.editors):
        print(f'# log of the editor: {editor.log()}'.replace('\n', '\n# '))
        if editor.is_running():
            editor.screenshot(folder / f'{name}-{number}.png')
            print(f'# picture: {folder}/{name}-{number}.png')


def run_case(path, function, screen):
    with Desktop(accessible=True, **screen) as desktop:
        desktop.editors = []
        # The bus of this desktop, for our own questions.
        os.environ.update(DBUS_SESSION_BUS_ADDRESS=desktop.environ['DBUS_SESSION_BUS_ADDRESS'],
                          DISPLAY=desktop.environ['DISPLAY'])
        try:
            function(desktop)
            for editor in desktop.editors:
                editor.end()
        except Exception:  # pylint: disable=broad-exception-caught
            print('# ' + traceback.format_exc().replace('\n', '\n# '))
            keep_picture(desktop, path)
            return False
    return True


def run():
    """Runs the cases, or those whose paths follow -p, each in a process of its own: a process knows
    one accessibility bus in its life."""
    wanted = sys.argv[2:] if sys.argv[1:2] == ['-p'] else []
    cases = [c for c in CASES if not wanted or c[0] in wanted]
    print(f'1..{len(cases)}', flush=True)
    all_good = True
    for number, (path, function, screen) in enumerate(cases, 1):
        pid = os.fork()
        if pid == 0:
            signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
            good = run_case(path, function, screen)
            sys.stdout.flush()
            os._exit(0 if good else 1)
        good = os.waitpid(pid, 0)[1] == 0
        all_good = all_good and good
        print(f'{"ok" if good else "not ok"} {number} {path}', flush=True)
    sys.exit(0 if all_good else 1)
