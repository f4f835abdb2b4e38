# SPDX-License-Identifier: GPL-3.0-or-later
"""What can go wrong between an artist and the disk: it is said at once, and nothing is lost."""

import json
import os
import pathlib
import shutil
import subprocess
import zipfile

import desk


def journals(desktop):
    return desktop.folder / 'state' / 'pantin' / 'journals'


def journal(desktop):
    return next(journals(desktop).glob('*/journal'))


def content(path):
    with zipfile.ZipFile(path) as archive:
        return json.loads(archive.read('document.json'))


def move_layer(editor):
    """One pixel to the right: one step."""
    editor.click(450, 700)
    editor.key('Right')


def position(path):
    """How far to the right the layer is at frame 0."""
    return json.loads(desk.cli('pose', path, '--frame', 0))['layers'][0]['doc_from_layer'][4]


def save_as(editor, path):
    editor.key('ctrl+shift+s')
    desk.wait_until(lambda: editor.focused() and editor.focused().name == 'Name:',
                    'no dialog for files has the keyboard')
    editor.key('ctrl+a')
    editor.type(str(path))
    editor.key('Return')


@desk.case('/app/disk/open-elsewhere')
def open_elsewhere(desktop):
    """A document that another process has is told so, and opens as a copy."""
    path = desk.unrigged(desktop)
    # On a bus of its own, where it does not hear of the second one.
    with desk.Desktop() as elsewhere:
        environ = {**elsewhere.environ, 'XDG_STATE_HOME': desktop.environ['XDG_STATE_HOME']}
        with subprocess.Popen([desk.PANTIN, path], env=environ) as other:
            desk.wait_until(lambda: list(journals(desktop).glob('*/journal')), 'no journal is begun')
            open_copy(desktop, path)
            other.kill()


def open_copy(desktop, path):
    editor = desk.Editor(desktop, path)
    editor.wait_for_text('is open in another Pantin')
    editor.key('Return')
    desk.wait_until(lambda: editor.is_shown('figure', 'list item'), 'no copy opens')
    saved = desktop.folder / 'copy.pantin'
    save_as(editor, saved)
    editor.wait_for_text('Saved')
    desk.expect(content(saved)['id'] != content(path)['id'], 'the copy has the same id')
    editor.quit()


@desk.case('/app/disk/no-journal')
def no_journal(desktop):
    """Where no journal can be written one works all the same, is told so, and can save."""
    (desktop.folder / 'state' / 'pantin').write_text('in the way')
    path = desk.unrigged(desktop)
    editor = desk.Editor(desktop, path)
    editor.wait_for_text('is not kept safe')
    editor.wait_for_text(str(journals(desktop)))
    desk.expect(editor.is_shown('Use Another Folder…'), 'no other folder is offered')
    before = position(path)
    move_layer(editor)
    editor.wait_for_text('Not saved')
    editor.key('ctrl+w')
    editor.wait_for_text('cannot be kept for later')
    desk.expect(not editor.is_shown('Keep for Later'), 'what cannot be kept is offered to be')
    editor.key('Escape')
    editor.key('ctrl+s')
    desk.wait_until(lambda: position(path) == before + 1, 'the step is not saved')

    # As soon as it can be, a journal is kept.
    (desktop.folder / 'state' / 'pantin').unlink()
    editor.wait_for_text('was begun anew')
    move_layer(editor)
    editor.wait_for_text('All changes kept')
    editor.kill()
    after = desk.Editor(desktop)
    after.press('Recover')
    after.wait_for_text('every step of it')
    after.key('ctrl+s')
    desk.wait_until(lambda: position(path) == before + 2, 'the last step is lost')


@desk.case('/app/disk/state-removed')
def state_removed(desktop):
    """Somebody empties the state folder: the document is whole, and kept safe again."""
    path = desk.unrigged(desktop)
    editor = desk.Editor(desktop, path)
    desk.wait_until(lambda: list(journals(desktop).glob('*/journal')), 'no journal is begun')
    shutil.rmtree(desktop.folder / 'state' / 'pantin')
    editor.wait_for_text('was begun anew')
    move_layer(editor)
    editor.wait_for_text('All changes kept')
    editor.kill()
    after = desk.Editor(desktop)
    after.press('Recover')
    after.wait_for_text('every step of it')
    after.key('ctrl+s')
    after.wait_for_text('Saved')
    end = content(path)
    desk.expect(end['layers'][0]['name'] == 'figure', f'the document is {end}')


class SmallDisk:
    """A state folder on a disk of its own, in the namespace of the editors that are begun meanwhile."""

    def __init__(self, desktop, megabytes):
        self.folder = desktop.folder / 'state' / 'pantin'
        self.folder.mkdir()
        wrapper = desktop.folder / 'on-small-disk'
        wrapper.write_text(
            '#!/bin/sh\n'
            'exec unshare --mount --propagation unchanged '
            f'{"" if os.geteuid() == 0 else "--map-root-user"} sh -c '
            f'\'mount -t tmpfs -o size={megabytes}m tmpfs "{self.folder}" && '
            f'exec "{desk.PANTIN}" "$@"\' pantin "$@"\n')
        wrapper.chmod(0o755)
        self.program, desk.PANTIN = desk.PANTIN, str(wrapper)

    def inside(self, editor, name):
        return pathlib.Path(f'/proc/{editor.pid}/root{self.folder}/{name}')

    def fill(self, editor):
        with open(self.inside(editor, 'fill'), 'wb', buffering=0) as file:
            try:
                while True:
                    file.write(b'x' * 4096)
            except OSError:
                pass

    def empty(self, editor):
        self.inside(editor, 'fill').unlink()


@desk.case('/app/disk/full')
def full(desktop):
    """A full disk is said at once, the document goes on, and all is kept as soon as there is room."""
    path = desk.unrigged(desktop)
    disk = SmallDisk(desktop, 4)
    editor = desk.Editor(desktop, path)
    before = position(path)
    disk.fill(editor)
    # The last block of the journal has some room yet.
    n_steps = 0
    while not editor.says('is not kept safe'):
        move_layer(editor)
        n_steps += 1
        desk.expect(n_steps < 40, 'a full disk is not said')
    editor.wait_for_text('No space left')

    # Saving there fails too: named, and nothing else happens.
    target = disk.inside(editor, 'there.pantin')
    save_as(editor, disk.folder / 'there.pantin')
    editor.wait_for_text('there.pantin')
    desk.wait_until(lambda: editor.says('could not be saved'), 'the failed save is not said')
    desk.expect(not target.exists(), 'half a file was left')

    disk.empty(editor)
    editor.wait_for_text('kept safe again')
    editor.key('ctrl+s')
    desk.wait_until(lambda: position(path) == before + n_steps, 'the steps are not saved')
    editor.quit()


@desk.case('/app/disk/damaged-tail')
def damaged_tail(desktop):
    """What cannot be read of a journal is told, in words, and the rest is back."""
    path = desk.unrigged(desktop)
    before = position(path)
    editor = desk.Editor(desktop, path)
    move_layer(editor)
    editor.wait_for_text('All changes kept')
    move_layer(editor)
    desk.wait_until(lambda: editor.says('Undo'), 'no step')
    editor.kill()
    with open(journal(desktop), 'r+b') as file:
        file.seek(-3, os.SEEK_END)
        file.write(b'\x00\x00\x00')
    after = desk.Editor(desktop, path)
    after.press('Recover')
    after.wait_for_text('was damaged')
    after.key('ctrl+s')
    after.wait_for_text('Saved')
    desk.expect(position(path) == before + 1, f'it lies at {position(path)}')


@desk.case('/app/disk/newer')
def newer(desktop):
    """A later version's document says what it is, and is written over on the user's word alone."""
    path = desk.unrigged(desktop)
    later = desktop.folder / 'later.pantin'
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(later, 'w') as new:
        for name in old.namelist():
            data = old.read(name)
            if name == 'document.json':
                document = json.loads(data)
                document['version'] += 1
                document['of the future'] = {'kept': True}
                data = json.dumps(document).encode()
            new.writestr(name, data)
    bytes_before = later.read_bytes()
    editor = desk.Editor(desktop, later)
    editor.wait_for_text('was made by a later version')
    before = position(later)
    move_layer(editor)
    editor.key('ctrl+s')
    editor.find('Write Over It', role='button')
    desk.expect(later.read_bytes() == bytes_before, 'it was written over unasked')
    editor.key('Escape')
    editor.key('ctrl+s')
    editor.press('Write Over It')
    desk.wait_until(lambda: position(later) == before + 1, 'it was not saved')
    desk.expect(content(later)['of the future'] == {'kept': True}, 'what it holds more is lost')
    editor.quit()


@desk.case('/app/disk/decimal-comma')
def decimal_comma(desktop):
    """The same document has the same bytes wherever it is saved (BR52)."""
    path = desk.sample(desktop, 'figure')
    saved = []
    for number, environ in enumerate((
            {}, {'LC_ALL': 'de_DE.UTF-8', 'LOCPATH': os.environ['PANTIN_TEST_LOCALES']})):
        editor = desk.Editor(desktop, path, environ=environ)
        saved.append(desktop.folder / f'saved-{number}.pantin')
        save_as(editor, saved[-1])
        desk.wait_until(saved[-1].exists, 'it is not saved')
        editor.wait_for_text(saved[-1].name)
        editor.quit()
    desk.expect(saved[0].read_bytes() == saved[1].read_bytes(), 'the files differ')


desk.run()
