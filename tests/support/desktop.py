#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A desktop that nobody else is on: a screen (Xvfb), a session bus and folders of its own.

    desktop.py [--size WxH] [--accessible] -- PROGRAM [ARGUMENT...]

runs the program there and ends with its exit status. Tests that drive the whole editor import
Desktop. Whatever was started, by the bus as well, is gone at the end.
"""

import argparse
import ctypes
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
LIBC = ctypes.CDLL(None, use_errno=True)

# Only the accessibility bus may be started by the session bus: a desktop's portals and daemons would
# answer differently on every machine.
BUS_SERVICE = pathlib.Path('/usr/share/dbus-1/services/org.a11y.Bus.service')
BUS_CONFIG = '''<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:dir={folder}</listen>
  <servicedir>{services}</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
'''

# What the session that runs the tests says of itself, and the programs must not hear.
FORGOTTEN = '''AT_SPI_BUS_ADDRESS GDK_DPI_SCALE GDK_SCALE GSETTINGS_SCHEMA_DIR GTK_A11Y GTK_MODULES
    GTK_THEME LANGUAGE NO_AT_BRIDGE WAYLAND_DISPLAY WAYLAND_SOCKET XAUTHORITY XMODIFIERS'''.split()


def die_with_parent():
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def children_of(pid):
    try:
        tasks = pathlib.Path(f'/proc/{pid}/task').iterdir()
        return [int(child) for task in tasks for child in (task / 'children').read_text().split()]
    except (FileNotFoundError, ProcessLookupError):
        return []


def end_children(pid=None):
    """Kills what descends from this process, orphans included, and waits for it."""
    for child in children_of(pid or os.getpid()):
        end_children(child)
        try:
            os.kill(child, signal.SIGKILL)
        except ProcessLookupError:
            pass
    while pid is None:
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


class Desktop:
    """Its programs get `environ`."""

    def __init__(self, size=(1440, 900), accessible=False):
        LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        self.size = size
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix='pantin-desk-'))
        self.environ = {name: value for name, value in os.environ.items() if name not in FORGOTTEN}
        self.make_folders()
        self.environ.update(
            GDK_BACKEND='x11', GSK_RENDERER='cairo', GSETTINGS_BACKEND='memory',
            GTK_IM_MODULE='gtk-im-context-simple', GTK_USE_PORTAL='0',
            # No driver of OpenGL is looked for; the second is the name of it since GTK 4.16.
            GDK_DEBUG='gl-disable', GDK_DISABLE='gl')
        # Tests within a program ask for its names directly; others hear them over the bus.
        if not accessible:
            self.environ['GTK_A11Y'] = 'test'
        # What keeps the accessible programs looks for a screen.
        self.start_screen()
        self.start_bus()

    def make_folders(self):
        places = {'HOME': 'home', 'XDG_RUNTIME_DIR': 'run', 'XDG_CONFIG_HOME': 'config',
                  'XDG_DATA_HOME': 'data', 'XDG_STATE_HOME': 'state', 'XDG_CACHE_HOME': 'cache'}
        for name, place in places.items():
            (self.folder / place).mkdir(mode=0o700)
            self.environ[name] = str(self.folder / place)

    def start(self, command, ready):
        """Starts a server and returns the line it says on the descriptor `ready` by."""
        read, write = os.pipe()
        subprocess.Popen([*command, ready.format(write)], pass_fds=[write], env=self.environ,
                         stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                         stderr=subprocess.DEVNULL, preexec_fn=die_with_parent)
        os.close(write)
        with os.fdopen(read) as pipe:
            line = pipe.readline().strip()
        if not line:
            raise RuntimeError(f'{command[0]} does not start')
        return line

    def start_bus(self):
        services = self.folder / 'services'
        services.mkdir()
        if BUS_SERVICE.exists():
            shutil.copy(BUS_SERVICE, services)
        config = self.folder / 'bus.conf'
        config.write_text(BUS_CONFIG.format(folder=self.environ['XDG_RUNTIME_DIR'],
                                            services=services))
        # What the bus starts hears where it is.
        self.environ.pop('DBUS_SESSION_BUS_ADDRESS', None)
        self.environ['DBUS_SESSION_BUS_ADDRESS'] = self.start(
            ['dbus-daemon', '--nofork', '--nopidfile', f'--config-file={config}'],
            '--print-address={}')

    def start_screen(self):
        width, height = self.size
        self.environ['DISPLAY'] = ':' + self.start(
            ['Xvfb', '-screen', '0', f'{width}x{height}x24', '-noreset', '-nolisten', 'tcp',
             '-displayfd'], '{}')

    def close(self):
        end_children()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--size', default='1440x900')
    parser.add_argument('--accessible', action='store_true')
    parser.add_argument('program', nargs='+')
    options = parser.parse_args()
    size = tuple(int(number) for number in options.size.split('x'))
    # Meson ends a test that takes too long by this.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with Desktop(size, options.accessible) as desktop:
        status = subprocess.run(options.program, env=desktop.environ, check=False,
                                preexec_fn=die_with_parent).returncode
    sys.exit(status if status >= 0 else 128 - status)


if __name__ == '__main__':
    main()
