# SPDX-License-Identifier: GPL-3.0-or-later
"""What was done is there after the editor was killed, in the middle of gestures and of saves (BR49)."""

import os
import random
import time

import desk

SEED = 49
N_KILLS = 100 if os.environ.get('PANTIN_TEST_LONG') else 10

# Places on the figure, well apart.
PLACES = [(450, 140), (450, 380), (450, 560), (450, 750), (190, 460), (768, 736), (350, 940),
          (548, 940), (215, 1130), (680, 1130)]


def begin(desktop, path):
    editor = desk.Editor(desktop, path)
    editor.click_on('figure', role='list item')
    editor.key('p')
    desk.wait_until(lambda: editor.says('adds a pin'), 'the puppet tool is not in hand')
    return editor


@desk.case('/app/safety/kills')
def kills(desktop):
    chance = random.Random(SEED)
    for number in range(N_KILLS):
        path = desk.unrigged(desktop)
        editor = begin(desktop, path)
        places = chance.sample(PLACES, chance.randint(2, 4))
        for place in places[:-1]:
            editor.click(*place)
        finished = len(places) - 1
        desk.wait_until(lambda: len(pins_listed(editor)) == finished,
                        lambda: f'not {finished} pins, but {len(pins_listed(editor))}')
        if number % 2:
            # In a drag of a pin that is there.
            editor.drag([places[0], (places[0][0] + 40, places[0][1] + 30)], hold=True)
        else:
            editor.key('ctrl+s')
            time.sleep(chance.random() * 0.05)
        editor.kill()

        after = desk.Editor(desktop, path, wait=False)
        unsaved = answer(after)
        after.wait_for_window()
        desk.wait_until(lambda: len(pins_listed(after)) == finished,
                        lambda: f'kill {number}: {finished} pins were made, '
                        f'{len(pins_listed(after))} are back')
        # Nothing is kept for the next round.
        if unsaved:
            after.save()
        after.end()
        pins = desk.pins(path)
        desk.expect(len(pins) == finished, f'kill {number}: {len(pins)} pins in the file')
        for pin, place in zip(pins, places):
            error = max(abs(a - b) for a, b in zip(pin['target'], place))
            # Half a pixel of the screen is more than one of the page.
            desk.expect(error < 1.5, f'kill {number}: {pin["name"]} is at {pin["target"]}, not {place}')


@desk.case('/app/safety/undo-what-was-recovered')
def undo_what_was_recovered(desktop):
    """Work that comes back has its steps: each is undone, and done again."""
    path = desk.unrigged(desktop)
    editor = begin(desktop, path)
    places = PLACES[:3]
    for number, place in enumerate(places, 1):
        editor.click(*place)
        wait_for_pins(editor, number)
    editor.drag([places[0], (places[0][0] + 40, places[0][1] + 30)], hold=True)
    editor.kill()

    after = desk.Editor(desktop, path, wait=False)
    desk.expect(answer(after), 'nothing is offered')
    after.wait_for_window()
    wait_for_pins(after, 3)
    for key, counts in ('ctrl+z', (2, 1, 0)), ('ctrl+shift+z', (1, 2, 3)):
        for number in counts:
            after.key(key)
            wait_for_pins(after, number)
    after.save()
    after.end()
    desk.expect(len(desk.pins(path)) == 3, f'{len(desk.pins(path))} pins in the file')


def wait_for_pins(editor, number):
    desk.wait_until(lambda: len(pins_listed(editor)) == number,
                    lambda: f'not {number} pins, but {len(pins_listed(editor))}')


def pins_listed(editor):
    """The timeline has a row for each, because a pin is keyed where it is made."""
    return [c for c in editor.all(role='list item') if c.name.endswith('· position')]


def answer(editor):
    """Takes the unsaved work where there is some, and says whether there was."""
    what = desk.wait_until(
        lambda: editor.all('Recover', role='button') or editor.all('figure', role='list item'),
        lambda: 'neither a question nor a document: ' + editor.log())[0]
    if what.name != 'Recover':
        return False
    what.act()
    return True


desk.run()
