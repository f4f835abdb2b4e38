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
CLONE_NEWNS = 0x20000
MS_REC, MS_PRIVATE = 0x4000, 0x40000
LIBC = ctypes.CDLL(None, use_errno=True)

# Only these may be started by the session bus: a desktop's portals and daemons would answer
# differently on every machine.
SERVICES = pathlib.Path('/usr/share/dbus-1/services')
ACCESSIBILITY = ['org.a11y.Bus']
# What a sandbox reaches the user's files through, with GTK's dialogs.
PORTALS = ['org.freedesktop.portal.Desktop', 'org.freedesktop.portal.Documents',
           'org.freedesktop.portal.Flatpak', 'org.freedesktop.impl.portal.PermissionStore',
           'org.freedesktop.impl.portal.desktop.gtk']
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

# No driver of OpenGL is looked for, which has another name since GTK 4.16, and nothing is asked of a
# portal that is not there.
PLAIN_GTK = ({'GDK_DISABLE': 'gl', 'GDK_DEBUG': 'default-settings'}
             if ctypes.CDLL('libgtk-4.so.1').gtk_get_minor_version() >= 16
             else {'GDK_DEBUG': 'gl-disable'})

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


def mount(kind, place, flags):
    if LIBC.mount(kind, str(place).encode(), kind, flags, None) != 0:
        raise OSError(ctypes.get_errno(), f'nothing can be mounted on {place}')


def take_runtime_folder():
    """The user's own runtime folder, empty, for this process and those it starts. Portals name files
    by it, and in a sandbox it is nowhere else. Only root can do that."""
    if LIBC.unshare(CLONE_NEWNS) != 0:
        raise OSError(ctypes.get_errno(), 'no mounts of its own')
    mount(None, '/', MS_REC | MS_PRIVATE)
    mount(b'tmpfs', '/run/user', 0)
    place = pathlib.Path('/run/user') / str(os.getuid())
    place.mkdir(mode=0o700)
    return place


class Desktop:
    """Its programs get `environ`. `portals` are there for sandboxed ones."""

    def __init__(self, size=(1440, 900), accessible=False, portals=False):
        LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        self.size = size
        self.services = ACCESSIBILITY + (PORTALS if portals else [])
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix='pantin-desk-'))
        self.environ = {name: value for name, value in os.environ.items() if name not in FORGOTTEN}
        self.make_folders()
        self.environ.update(
            GDK_BACKEND='x11', GSK_RENDERER='cairo', GSETTINGS_BACKEND='memory',
            GTK_IM_MODULE='gtk-im-context-simple', GTK_USE_PORTAL='0',
            **PLAIN_GTK)
        if portals:
            os.makedirs('/run/user', exist_ok=True)
            self.environ.update(XDG_RUNTIME_DIR=str(take_runtime_folder()),
                                XDG_CURRENT_DESKTOP='GNOME')
            for name in ('GTK_USE_PORTAL', 'GSETTINGS_BACKEND', *PLAIN_GTK):
                del self.environ[name]
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
        for name in self.services:
            if (SERVICES / f'{name}.service').exists():
                shutil.copy(SERVICES / f'{name}.service', services)
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
        # Keys of functions are plain ones: xdotool would press Alt with them on newer keyboards, which
        # switch consoles so.
        subprocess.run(['setxkbmap', '-option', 'srvrkeys:none'], env=self.environ, check=True,
                       stdout=subprocess.DEVNULL)

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
