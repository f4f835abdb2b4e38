# SPDX-License-Identifier: GPL-3.0-or-later
"""Files and windows: how pictures and documents come in, how they are saved, and how a window closes."""

import json
import os
import shutil
import subprocess
import zipfile

import desk
from desktop import die_with_parent

OFFER = os.environ.get('PANTIN_OFFER', '')


def content(path):
    with zipfile.ZipFile(path) as archive:
        return json.loads(archive.read('document.json'))


def layers(path):
    return content(path)['layers']


def names(path):
    return [layer['name'] for layer in layers(path)]


def titles(editor):
    return [window.name for window in editor.windows()]


def wait_for_title(editor, title):
    desk.wait_until(lambda: title in titles(editor),
                    lambda: f'the windows are {titles(editor)}, not “{title}”')


def choose_path(editor, path):
    """In the dialog that chooses files: a name that is asked for is there already, and typing one
    where files are listed asks for it."""
    box = desk.wait_until(lambda: focus_of_chooser(editor), 'no dialog for files has the keyboard')
    if box.role == 'text box':
        editor.key('ctrl+a')
    editor.type(str(path))
    editor.key('Return')


def focus_of_chooser(editor):
    focused = editor.focused()
    at = focused
    while at and at.name != 'GtkFileChooserWidget':
        at = at.parent
    return focused if at else None


def small_document(desktop, name):
    """Quickly drawn."""
    source = desktop.folder / f'{name}.png'
    subprocess.run(['convert', '-size', '60x40', 'xc:red', 'PNG32:' + str(source)], check=True)
    document = desktop.folder / f'{name}.pantin'
    desk.cli('import', source, '-o', document)
    return document


def save_as(editor, path):
    editor.key('ctrl+shift+s')
    choose_path(editor, path)
    desk.wait_until(path.exists, f'{path} is not there')
    wait_for_title(editor, path.name)
    editor.wait_for_text('Saved')


@desk.case('/app/files/picture')
def picture(desktop):
    """A picture by argument is what pantin-cli import makes of it, and safe before it is saved."""
    source = desk.picture(desktop)
    editor = desk.Editor(desktop, source)
    wait_for_title(editor, 'figure')
    editor.wait_for_text('All changes kept')
    saved = desktop.folder / 'mine.pantin'
    save_as(editor, saved)

    imported = desktop.folder / 'imported.pantin'
    desk.cli('import', source, '-o', imported)
    ours, theirs = content(saved), content(imported)
    for document in ours, theirs:
        del document['id']
        for layer in document['layers']:
            del layer['id']
    desk.expect(ours == theirs, f'{json.dumps(ours)} is not {json.dumps(theirs)}')
    with zipfile.ZipFile(saved) as archive:
        desk.expect('thumbnail.png' in archive.namelist(), 'it has no thumbnail')
    editor.quit()


@desk.case('/app/files/pictures')
def pictures(desktop):
    """Several pictures are the layers of one document, in their order."""
    first = desk.picture(desktop)
    second = desktop.folder / 'second.png'
    shutil.copy(first, second)
    editor = desk.Editor(desktop, first, second)
    wait_for_title(editor, 'figure')
    saved = desktop.folder / 'both.pantin'
    save_as(editor, saved)
    desk.expect(names(saved) == ['figure', 'second'], f'the layers are {names(saved)}')
    desk.expect(len(editor.windows()) == 1, 'there is more than one window')
    editor.quit()


@desk.case('/app/files/open')
def open_document(desktop):
    """An untouched window takes what is opened; another document is another window; and one that is
    open comes to the front."""
    figure, other = desk.sample(desktop, 'figure'), desktop.folder / 'other.pantin'
    shutil.copy(figure, other)
    editor = desk.Editor(desktop)
    wait_for_title(editor, 'Untitled')
    editor.wait_for_text('Start with a picture')
    editor.key('ctrl+o')
    choose_path(editor, figure)
    wait_for_title(editor, 'figure.pantin')
    desk.wait_until(lambda: not editor.says('Start with a picture'), 'the words to begin with stay')

    # The other one is a copy, with the same id: it opens all the same.
    for path in other, figure, other:
        subprocess.run([desk.PANTIN, path], env=desktop.environ, check=True, timeout=60)
        desk.wait_until(lambda: len(editor.windows()) == 2,
                        lambda: f'there are {len(editor.windows())} windows')
    desk.wait_until(lambda: sorted(titles(editor)) == ['figure.pantin', 'other.pantin'],
                    lambda: f'the windows are {titles(editor)}')
    editor.quit()


@desk.case('/app/files/sample')
def open_sample(desktop):
    """The sample opens as a copy that has no file, so that nothing done to it reaches the sample."""
    source = desk.ROOT / 'data' / 'samples' / 'figure.pantin'
    before = source.read_bytes()
    editor = desk.Editor(desktop)
    wait_for_title(editor, 'Untitled')
    editor.run('pn.open-sample')
    desk.wait_until(lambda: not editor.says('Start with a picture'), 'the sample does not open')
    desk.expect(titles(editor) == ['figure'], f'the windows are {titles(editor)}')
    copy = desktop.folder / 'copy.pantin'
    save_as(editor, copy)
    ours, theirs = content(copy), content(source)
    desk.expect(ours.pop('id') != theirs.pop('id'), 'the copy is the same document')
    desk.expect(ours == theirs, 'the copy is another document')
    desk.expect(source.read_bytes() == before, 'the sample was written to')
    editor.quit()


@desk.case('/app/files/bad')
def bad_file(desktop):
    """What cannot be opened is named, with the reason, and nothing else happens."""
    bad, absent = desktop.folder / 'bad.pantin', desktop.folder / 'absent.png'
    bad.write_bytes(b'PK\x03\x04 and no more')
    editor = desk.Editor(desktop, bad, absent)
    editor.wait_for_text('bad.pantin')
    editor.wait_for_text('absent.png')
    wait_for_title(editor, 'Untitled')
    editor.wait_for_text('Start with a picture')
    editor.quit()


class Offer:
    """Another program with something on the clipboard, and to be dragged from its window."""

    def __init__(self, desktop, kind, *paths):
        self.process = subprocess.Popen(
            [OFFER, kind, *map(str, paths)], env={**desktop.environ, 'GTK_A11Y': 'none'},
            stdout=subprocess.PIPE, text=True, preexec_fn=die_with_parent)
        desk.expect(self.process.stdout.readline() == 'ready\n', 'nothing is offered')

    def end(self):
        self.process.terminate()
        self.process.wait()


@desk.case('/app/files/paste')
def paste(desktop):
    """A picture, or a file of one, from the clipboard."""
    source = desk.picture(desktop)
    png, texture, files = (paste_one(desktop, kind, source) for kind in ('png', 'texture', 'files'))
    # The very bytes, where another program has them.
    desk.expect(png['picture'] == files['picture'], 'the bytes are others')
    desk.expect(files['name'] == 'figure', f'the layer is called {files["name"]}')
    desk.expect(png['picture_size'] == texture['picture_size'] == files['picture_size'],
                'the sizes differ')


def paste_one(desktop, kind, source):
    """The layer that comes of it."""
    editor = desk.Editor(desktop)
    desk.expect(not editor.find('Paste Picture', 'button').has('sensitive'),
                'nothing can be pasted')
    offer = Offer(desktop, kind, source)
    desk.wait_until(lambda: editor.find('Paste Picture', 'button').has('sensitive'),
                    f'{kind} cannot be pasted')
    editor.key('ctrl+v')
    desk.wait_until(lambda: editor.all(role='list item'), f'{kind} was not pasted')
    saved = desktop.folder / f'{kind}.pantin'
    save_as(editor, saved)
    editor.quit()
    offer.end()
    return layers(saved)[0]


@desk.case('/app/files/drop')
def drop(desktop):
    """Pictures that are dropped lie where they were let go of."""
    editor = desk.Editor(desktop, desk.sample(desktop, 'figure'))
    source = desktop.folder / 'dot.png'
    subprocess.run(['convert', '-size', '20x10', 'xc:red', 'PNG32:' + str(source)], check=True)
    offer = Offer(desktop, 'drag', source)
    x, y = editor.point(300, 400)
    editor.hand.move(60, 40)
    editor.hand.down()
    for step in range(1, 9):
        editor.hand.move(60 + (x - 60) * step / 8, 40 + (y - 40) * step / 8)
    editor.hand.move(x, y)
    editor.hand.up()
    desk.wait_until(lambda: editor.is_shown('dot'), 'no layer of that name')
    offer.end()
    saved = desktop.folder / 'dropped.pantin'
    save_as(editor, saved)
    dot = next(layer for layer in layers(saved) if layer['name'] == 'dot')
    place = dot['position']
    # As exact as a pixel of the screen is.
    desk.expect(abs(place[0] - 300) < 4 and abs(place[1] - 400) < 4, f'it lies at {place}')
    editor.quit()


@desk.case('/app/files/close-asks')
def close_asks(desktop):
    """Keep for later, and it is offered; discard, and it is gone; save, and it is saved."""
    source = desk.picture(desktop)
    editor = desk.Editor(desktop, source)
    wait_for_title(editor, 'figure')
    editor.key('ctrl+w')
    editor.find('Keep for Later')
    editor.key('Escape')
    desk.wait_until(lambda: len(editor.windows()) == 1, 'Escape does not put the question away')
    editor.key('ctrl+w')
    editor.find('Keep for Later')
    editor.key('Return')
    desk.wait_until(lambda: not editor.is_running(), 'the window does not close')
    editor.has_ended = True

    again = desk.Editor(desktop)
    again.find('Recover')
    again.key('Return')
    wait_for_title(again, 'figure')
    again.wait_for_text('every step of it')
    again.key('ctrl+q')
    again.press('Discard')
    desk.wait_until(lambda: not again.is_running(), 'the window does not close')
    again.has_ended = True

    third = desk.Editor(desktop, source)
    wait_for_title(third, 'figure')
    desk.expect(not third.is_shown('Recover'), 'what was discarded is offered')
    third.key('ctrl+w')
    third.press('Save')
    saved = desktop.folder / 'saved.pantin'
    choose_path(third, saved)
    desk.wait_until(lambda: not third.is_running(), 'the window does not close')
    third.has_ended = True
    desk.expect(names(saved) == ['figure'], f'the layers are {names(saved)}')


@desk.case('/app/files/quit')
def quit_with_two(desktop):
    """Quitting asks for one window after the other, and one that stays open stays; at the next start
    all that was kept is offered, and comes back in windows of its own."""
    first = desk.picture(desktop)
    second = desktop.folder / 'second.png'
    shutil.copy(first, second)
    editor = desk.Editor(desktop, first)
    wait_for_title(editor, 'figure')
    subprocess.run([desk.PANTIN, '--', second], env=desktop.environ, check=True, timeout=60)
    wait_for_title(editor, 'second')
    editor.key('ctrl+q')
    editor.find('Keep for Later')
    editor.key('Return')
    desk.wait_until(lambda: len(questions(editor)) == 1 and len(documents(editor)) == 1,
                    lambda: f'the windows are {titles(editor)}')
    editor.key('Escape')
    desk.wait_until(lambda: not questions(editor), 'the question stays')
    desk.expect(len(documents(editor)) == 1, f'the windows are {titles(editor)}')
    editor.key('ctrl+q')
    editor.find('Keep for Later')
    editor.key('Return')
    desk.wait_until(lambda: not editor.is_running(), 'it does not end')
    editor.has_ended = True

    again = desk.Editor(desktop)
    again.find('Recover All')
    again.key('Return')
    desk.wait_until(lambda: sorted(documents(again)) == ['figure', 'second'],
                    lambda: f'the windows are {titles(again)}')
    for _ in range(2):
        again.key('ctrl+w')
        again.press('Discard')
        desk.wait_until(lambda: not questions(again), 'the question stays')
    desk.wait_until(lambda: not again.is_running(), 'it does not end')
    again.has_ended = True


def questions(editor):
    return [title for title in titles(editor) if 'not saved' in title]


def documents(editor):
    return [title for title in titles(editor) if title in ('figure', 'second')]


@desk.case('/app/files/export')
def export(desktop):
    """Ctrl+E, Return: a film, and what was seen is in it (BR58)."""
    document = small_document(desktop, 'figure')
    editor = desk.Editor(desktop, document)
    wait_for_title(editor, 'figure.pantin')
    editor.key('ctrl+e')
    editor.find('Cancel')
    editor.key('Return')
    film = desktop.folder / 'figure.webm'
    desk.wait_until(film.exists, 'there is no film')
    editor.wait_for_text('Exported “figure.webm”')
    theirs = desktop.folder / 'theirs.webm'
    desk.cli('render', document, '-o', theirs)
    desk.expect(film.read_bytes() == theirs.read_bytes(), 'it is not what pantin-cli renders')

    # The next one goes beside it.
    editor.key('ctrl+e')
    editor.find('Cancel')
    editor.key('Return')
    desk.wait_until((desktop.folder / 'figure-2.webm').exists, 'the second is not there')
    editor.quit()


def begin_export(editor, path):
    """To that file, by the dialog that is there already or comes by its key."""
    if not editor.is_shown('Choose…', 'button'):
        editor.key('ctrl+e')
    editor.press('Choose…')
    choose_path(editor, path)
    desk.wait_until(lambda: not focus_of_chooser(editor), 'the dialog for files stays')
    editor.find('Choose…', 'button')


@desk.case('/app/files/export-refused')
def export_refused(desktop):
    """A film that is being written is not begun again, and a folder that is gone is told."""
    document = desk.sample(desktop, 'figure')
    operations = desktop.folder / 'operations.json'
    # Longer than all that follows takes.
    operations.write_text('[{"op": "set_document", "duration": 20000}]')
    desk.cli('edit', document, operations)
    film, folder = desktop.folder / 'film.webm', desktop.folder / 'gone'
    editor = desk.Editor(desktop, document)
    wait_for_title(editor, 'figure.pantin')
    begin_export(editor, film)
    editor.key('alt+e')
    editor.find('Stop: Exporting “film.webm”', 'button')

    begin_export(editor, film)
    editor.key('alt+e')
    editor.wait_for_text('is being exported already')
    editor.key('Escape')
    desk.wait_until(lambda: not editor.says('is being exported already'), 'the words stay')

    folder.mkdir()
    begin_export(editor, folder / 'other.webm')
    folder.rmdir()
    editor.key('alt+e')
    editor.press('Stop: Exporting “film.webm”')
    editor.wait_for_text('other.webm” could not be saved')
    desk.expect(not film.exists(), 'a part of a film was left')
    editor.quit()


desk.run()
