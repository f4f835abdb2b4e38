# SPDX-License-Identifier: GPL-3.0-or-later
"""What the machine is like: no driver (BR58), a decimal comma (BR52), and one picture wherever it is
made (BR58, BR40)."""

import os

import desk

NO_DRIVER = {name: '/nonexistent/driver.json' for name in ('VK_DRIVER_FILES', 'VK_ICD_FILENAMES')}


@desk.case('/app/machine/no-driver')
def no_driver(desktop):
    """It says what to install, and the document can be worked with and saved all the same."""
    path = desk.sample(desktop, 'figure')
    editor = desk.Editor(desktop, path, environ=NO_DRIVER)
    editor.wait_for_text('mesa-vulkan-drivers')
    editor.wait_for_text('No Vulkan device')
    before = desk.pins(path)[1]
    editor.click_on('figure', role='list item')
    editor.key('p')
    desk.wait_until(lambda: editor.says('adds a pin'), 'the puppet tool is not in hand')
    editor.click(before['x'], before['y'])
    type_into(editor, 'X', '300')
    editor.save()
    desk.expect(abs(desk.pins(path)[1]['target'][0] - 300) < 1e-9, 'the pin was not moved')
    editor.key('ctrl+z')
    editor.save()
    desk.expect(desk.pins(path)[1]['target'] == before['target'], 'undo did not move it back')
    # The button tries again, and fails as well.
    editor.press('Try Again')
    editor.wait_for_text('mesa-vulkan-drivers')


def type_into(editor, name, text):
    editor.click_on(name, role='spin button')
    editor.key('ctrl+a')
    editor.type(text)
    editor.key('Return')


def place_hat(desktop, text, **environ):
    """Where the hat's pin is after `text` was typed for its X, and the document's bytes."""
    path = desk.sample(desktop, 'figure')
    editor = desk.Editor(desktop, path, environ=environ)
    editor.click_on('figure', role='list item')
    editor.key('p')
    desk.wait_until(lambda: editor.says('adds a pin'), 'the puppet tool is not in hand')
    editor.click(450, 140)
    type_into(editor, 'X', text)
    editor.save()
    editor.end()
    return desk.pins(path)[1]['target'][0], path.read_bytes()


@desk.case('/app/machine/decimal-comma')
def decimal_comma(desktop):
    german = {'LC_ALL': 'de_DE.UTF-8', 'LOCPATH': os.environ['PANTIN_TEST_LOCALES']}
    comma, comma_bytes = place_hat(desktop, '430,2', **german)
    point, point_bytes = place_hat(desktop, '430.2')
    desk.expect(abs(comma - 430.2) < 1e-9, f'430,2 became {comma}')
    desk.expect(abs(point - 430.2) < 1e-9, f'430.2 became {point}')
    desk.expect(comma_bytes == point_bytes, 'the two files are not the same')


@desk.case('/app/machine/same-pictures')
def same_pictures(desktop):
    """What the window exports is what the command line renders, to the byte."""
    path = desk.sample(desktop, 'figure')
    editor = desk.Editor(desktop, path)
    editor.key('ctrl+e')
    editor.wait_for_text('Film, WebM')
    editor.click_on('Pictures, PNG')
    desk.wait_until(lambda: not editor.says('figure.webm'), 'the choice is a film')
    editor.key('Return')
    editor.wait_for_text('Exported')
    folder = next(place for place in desktop.folder.rglob('figure') if place.is_dir())
    expected = desktop.folder / 'expected'
    desk.cli('render', path, '-o', expected, '--format', 'png')
    names = sorted(one.name for one in expected.iterdir())
    desk.expect(len(names) == 48, f'{len(names)} pictures')
    desk.expect(names == sorted(one.name for one in folder.iterdir()), 'other names')
    for name in names:
        desk.expect((folder / name).read_bytes() == (expected / name).read_bytes(),
                    f'{name} is another picture')


desk.run()
