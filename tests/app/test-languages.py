# SPDX-License-Identifier: GPL-3.0-or-later
"""In a language where every text is in brackets, whatever is shown without them cannot be translated;
and what is written from the right is mirrored, but for time."""

import os
import pathlib
import re
import subprocess

import desk

TEMPLATE = desk.ROOT / 'po' / 'pantin.pot'
OPEN, CLOSE = '⟦', '⟧'
# What is left where no words are: numbers, units, single letters, signs.
UNITS = re.compile(r'\b(px|fps|ms|s|F\d+|\w)\b')
WORDS = re.compile(r'[^\W\d_]')
# What is never translated: names in the document, of programs, formats and drivers, folders of this
# machine, and keys, which GTK translates.
NAMES = re.compile(r'''/\S*|\S*/figure\.webm|\b(figure(\.pantin)?|pompon|hat|face|scarf|hips|bead
    |(shoulder|elbow|hand|knee|heel|toe|hip|foot|hem|tip)\ (left|right)
    |Pantin|After\ Effects|Blender|Spine|Vulkan|llvmpipe.*|Space|Delete|Return|Escape|Home|End|Insert
    |Left|Right|Up|Down|Page\ (Up|Down)|Tab|Back[sS]pace|Menu|KP(\s\w+)?)\b''', re.VERBOSE)
# Texts of GTK's own, which has its own translations, but none in a language of ours.
GTK = re.compile(r'''(Close|Minimize|Maximize)(\ the\ window)?|Sidebar|Tab\ list|Credits|Website|License
    |Clear\ entry|Troubleshooting|System|Back|About|About\ Pantin|((Shift|Ctrl|Alt)\+)+\S+|This\ program\ comes.*''',
                 re.VERBOSE | re.DOTALL)


def bracket(pot):
    """A catalogue in which every text is translated by itself in brackets; a last line feed stays the
    last."""
    def wrapped(text):
        return OPEN + text[:-2] + CLOSE + '\\n' if text.endswith('\\n') else OPEN + text + CLOSE
    out = []
    for block in re.split(r'\n\n+', pot):
        lines = [line for line in block.splitlines() if not line.startswith('#')]
        texts, field = {}, None
        for line in lines:
            match = re.match(r'(\w+)(?:\[\d\])? "(.*)"$', line)
            if match:
                field = match[1]
                texts[field] = match[2] if field != 'msgstr' else ''
            elif field and field != 'msgstr':
                texts[field] += line[1:-1]
        if not texts.get('msgid'):
            continue
        for field in ('msgctxt', 'msgid', 'msgid_plural'):
            if field in texts:
                out.append(f'{field} "{texts[field]}"')
        if 'msgid_plural' in texts:
            out += [f'msgstr[0] "{wrapped(texts["msgid"])}"',
                    f'msgstr[1] "{wrapped(texts["msgid_plural"])}"']
        else:
            out.append(f'msgstr "{wrapped(texts["msgid"])}"')
        out.append('')
    return '''msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=n!=1;\\n"

''' + '\n'.join(out)


def speaks(desktop, locale, language):
    """The environment of a program that speaks the bracketed texts as `language`."""
    place = desktop.folder / 'languages' / language / 'LC_MESSAGES'
    place.mkdir(parents=True)
    subprocess.run(['msgfmt', '--output-file', place / 'pantin.mo', '-'], check=True, text=True,
                   input=bracket(TEMPLATE.read_text()))
    return {'LC_ALL': locale, 'LOCPATH': os.environ['PANTIN_TEST_LOCALES'], 'LANGUAGE': language,
            'PANTIN_LOCALE_DIR': str(desktop.folder / 'languages')}


def bare(text):
    """What of a text is outside of all brackets; one may have been cut at the end of a sentence."""
    inside = int(CLOSE in text and OPEN not in text[:text.index(CLOSE)])
    left = []
    for letter in text:
        inside += letter == OPEN
        if not inside:
            left.append(letter)
        inside -= letter == CLOSE
    return ''.join(left)


def is_translated(text):
    left = bare(text).strip()
    return GTK.fullmatch(left) or not WORDS.search(UNITS.sub('', NAMES.sub('', left)))


def english(controls):
    """Texts that are shown, or read out, as they stand in the source."""
    found = set()
    for control in controls:
        # GTK 4.8 calls a widget without a name by its class.
        for text in {control.name, control.description}:
            if text and not text.startswith(('Gtk', 'Pn')) and not is_translated(text):
                found.add(f'{control.role} “{text}”')
    return found


class Reader:
    """Reads all that an editor shows, each text once."""

    def __init__(self, editor):
        self.editor, self.seen, self.faults = editor, set(), []

    def read(self, where, is_there=lambda controls: True):
        """Once it is there."""
        def shown():
            controls = self.editor.shown()
            return controls if is_there(controls) else None
        controls = desk.wait_until(shown, f'{where} is not shown')
        found = english(controls) - self.seen
        self.seen |= found
        self.faults += [f'{where}: {text}' for text in sorted(found)]
        return len(controls)


def open_editor(desktop, environ):
    editor = desk.Editor(desktop, desk.sample(desktop, 'figure'), environ=environ, wait=False)
    desk.wait_until(lambda: editor.all(OPEN + 'Canvas' + CLOSE), lambda: 'no window: ' + editor.log())
    return editor


def close(editor):
    """The desk's way of ending it is in English."""
    editor.kill()


@desk.case('/app/languages/nothing-is-english')
def nothing_is_english(desktop):
    editor = open_editor(desktop, speaks(desktop, 'de_DE.UTF-8', 'xx'))
    reader = Reader(editor)
    editor.click_on('figure', role='list item')
    for tool, hint in {'hand': 'Holding Space', 'zoom': 'any zoom', 'select': 'Alt+drag',
                       'puppet': 'Drag a pin'}.items():
        editor.run(f'pn.tool-{tool}')
        reader.read(f'the tool {tool}', lambda shown: any(hint in c.name for c in shown))
    for tab in ('Rigging', 'Tool', 'History'):
        editor.click_on(f'{OPEN}{tab}{CLOSE}', role='tab')
        reader.read(f'the tab {tab}', lambda shown: any(
            c.role == 'tab' and c.name == f'{OPEN}{tab}{CLOSE}' and c.has('selected') for c in shown))
    n_shown = reader.read('the window')
    for action in ('pn.new', 'pn.export', 'pn.preferences', 'pn.customize-shortcuts', 'pn.recover',
                   'pn.find-command', 'pn.about', 'F10'):
        if action.startswith('pn.'):
            editor.run(action)
        else:
            editor.key(action)
        reader.read(action, lambda shown: len(shown) > n_shown + 5)
        if action == 'pn.preferences':
            for page in ('Press by pressure', 'Every Frame', 'Nothing is lost'):
                editor.key('Down')
                reader.read(f'the page of “{page}”', lambda shown: any(page in c.name for c in shown))
        editor.key('Escape')
        desk.wait_until(lambda: len(editor.shown()) <= n_shown + 2, f'Escape does not close {action}')
    close(editor)
    desk.expect(not reader.faults, 'Not translated:\n' + '\n'.join(reader.faults))


@desk.case('/app/languages/french')
def french(desktop):
    """The chain to its end: what is built of po/fr.po is what is shown."""
    environ = {'LC_ALL': 'fr_FR.UTF-8', 'LOCPATH': os.environ['PANTIN_TEST_LOCALES']}
    editor = desk.Editor(desktop, desk.sample(desktop, 'figure'), environ=environ, wait=False)
    desk.wait_until(lambda: editor.all('Canevas'), lambda: 'no French: ' + editor.log())
    desk.expect(editor.says('Ctrl+K'), 'no key is shown')
    editor.run('pn.shortcuts')
    desk.wait_until(lambda: editor.says('Ctrl+Maj+Z') and editor.says('Suppr'), 'keys are in English')
    editor.key('Escape')
    close(editor)


@desk.case('/app/languages/from-the-right')
def from_the_right(desktop):
    """The layers are left of the canvas; first and last, and numbers, are where they always are."""
    editor = open_editor(desktop, speaks(desktop, 'he_IL.UTF-8', 'he'))

    def left_of(name):
        return editor.find(prefix=OPEN + name).place[0]
    desk.expect(left_of('Layers') < left_of('Canvas'), 'the panels are not mirrored')
    desk.expect(left_of('First Frame') < left_of('Last Frame'), 'time goes from right to left')
    close(editor)


desk.run()
