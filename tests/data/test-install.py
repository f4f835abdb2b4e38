#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Installs everything as a package would, and uses it from there: no file is missing, none is left over,
and a desktop that reads the folder finds the program, its icons, its files' type and their thumbnails.
"""

import configparser
import json
import os
import pathlib
import shlex
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / 'app'))
import desk  # noqa: E402

APP = 'io.github.pantin_studio.Pantin'
MESON = os.environ['PANTIN_MESON']
BUILD = pathlib.Path(os.environ['G_TEST_BUILDDIR']).parent


def read_options():
    said = subprocess.run([MESON, 'introspect', '--buildoptions', BUILD], check=True,
                          capture_output=True, text=True).stdout
    return {option['name']: option['value'] for option in json.loads(said)}


OPTIONS = read_options()


def expected():
    data = pathlib.PurePath(OPTIONS['datadir'])
    hicolor = data / 'icons' / 'hicolor'
    return {str(path) for path in (
        pathlib.PurePath(OPTIONS['bindir']) / 'pantin',
        pathlib.PurePath(OPTIONS['bindir']) / 'pantin-cli',
        data / 'applications' / f'{APP}.desktop',
        data / 'glib-2.0' / 'schemas' / f'{APP}.gschema.xml',
        hicolor / '16x16' / 'apps' / f'{APP}.svg',
        hicolor / '24x24' / 'apps' / f'{APP}.svg',
        hicolor / 'scalable' / 'apps' / f'{APP}.svg',
        hicolor / 'scalable' / 'mimetypes' / f'{APP}-document.svg',
        hicolor / 'symbolic' / 'apps' / f'{APP}-symbolic.svg',
        hicolor / 'symbolic' / 'mimetypes' / f'{APP}-document-symbolic.svg',
        data / 'metainfo' / f'{APP}.metainfo.xml',
        data / 'mime' / 'packages' / f'{APP}.xml',
        data / 'pantin' / 'samples' / 'figure.pantin',
        data / 'pantin' / 'samples' / 'logo.pantin',
        data / 'thumbnailers' / f'{APP}.thumbnailer',
        pathlib.PurePath(OPTIONS['mandir']) / 'man1' / 'pantin.1',
        pathlib.PurePath(OPTIONS['mandir']) / 'man1' / 'pantin-cli.1',
    )}


def install(root):
    subprocess.run([MESON, 'install', '-C', BUILD, '--no-rebuild', '--quiet', '--destdir', root],
                   check=True, stdout=subprocess.DEVNULL)
    prefix = root / OPTIONS['prefix'].lstrip('/')
    found = {str(path.relative_to(prefix)) for path in root.rglob('*') if path.is_file()}
    # Each language has a catalogue of its own.
    found = {path for path in found if not path.endswith('/LC_MESSAGES/pantin.mo')}
    wanted = expected()
    desk.expect(found == wanted,
                f'missing: {sorted(wanted - found)}; unforeseen: {sorted(found - wanted)}')
    return prefix


def trigger(data, environment):
    """What a package's triggers do after it is laid down."""
    for command in (['glib-compile-schemas', '--strict', data / 'glib-2.0' / 'schemas'],
                    ['update-mime-database', data / 'mime'],
                    ['update-desktop-database', data / 'applications'],
                    ['gtk4-update-icon-cache', '--force', '--ignore-theme-index', '--quiet',
                     data / 'icons' / 'hicolor']):
        subprocess.run(command, check=True, env=environment)


def read_group(path, group):
    parser = configparser.RawConfigParser(delimiters='=')
    parser.optionxform = str
    parser.read(path, encoding='utf-8')
    return parser[group]


def fill_in(line, places):
    return [places.get(word, word) for word in shlex.split(line)]


def check_desktop(environment, document):
    """A file manager knows what the document is, and what opens it."""
    said = subprocess.run(['gio', 'mime', 'application/x-pantin'], check=True, capture_output=True,
                          text=True, env=environment).stdout
    desk.expect(f'{APP}.desktop' in said, f'nothing opens a document: {said}')
    said = subprocess.run(['gio', 'info', '-a', 'standard::content-type', document], check=True,
                          capture_output=True, text=True, env=environment).stdout
    desk.expect('application/x-pantin' in said, f'a document is {said}')
    said = subprocess.run(['gsettings', 'list-keys', APP], check=True,
                          capture_output=True, text=True, env=environment).stdout
    desk.expect('color-scheme' in said, f'the settings are {said}')


def check_thumbnails(environment, data, folder):
    entry = read_group(data / 'thumbnailers' / f'{APP}.thumbnailer', 'Thumbnailer Entry')
    for sample in sorted((data / 'pantin' / 'samples').glob('*.pantin')):
        picture = folder / f'{sample.stem}.png'
        subprocess.run(fill_in(entry['Exec'], {'%i': str(sample), '%o': str(picture), '%s': '128'}),
                       check=True, env=environment)
        size = subprocess.run(['identify', '-format', '%w %h', picture], check=True,
                              capture_output=True, text=True).stdout
        desk.expect(max(map(int, size.split())) == 128, f'the thumbnail of {sample.name} is {size}')


@desk.case('/data/install')
def installed(desktop):
    prefix = install(desktop.folder / 'root')
    data, programs = prefix / OPTIONS['datadir'], prefix / OPTIONS['bindir']
    desktop.environ['XDG_DATA_DIRS'] = f'{data}:/usr/share'
    trigger(data, desktop.environ)
    desktop.environ['PATH'] = f'{programs}:{os.environ["PATH"]}'
    sample = data / 'pantin' / 'samples' / 'figure.pantin'
    check_desktop(desktop.environ, sample)
    check_thumbnails(desktop.environ, data, desktop.folder)

    entry = read_group(data / 'applications' / f'{APP}.desktop', 'Desktop Entry')
    desk.PANTIN = str(programs / fill_in(entry['Exec'], {})[0])
    editor = desk.Editor(desktop, sample)
    desk.wait_until(lambda: any(window.name == 'figure.pantin' for window in editor.windows()),
                    'the installed editor does not open the sample')
    # By this a desktop knows whose window it is, and which icon belongs to it.
    found = subprocess.run(['xdotool', 'search', '--class', f'^{entry["StartupWMClass"]}$'],
                           check=False, capture_output=True, text=True, env=desktop.environ).stdout
    desk.expect(found.strip(), 'no window is of the class that the desktop entry names')

    # The one that is installed here, and no other that may be about, is the sample.
    sample.write_bytes((data / 'pantin' / 'samples' / 'logo.pantin').read_bytes())
    editor.run('pn.open-sample')
    desk.wait_until(lambda: editor.is_shown('logo'), 'the installed sample does not open')
    # A copy is not saved, and would be asked for.
    editor.kill()


desk.run()
