# SPDX-License-Identifier: GPL-3.0-or-later
"""Pens on the canvas, through a real compositor: BR54, BR56 and BR57."""

import desk

PAGE = (900, 1200)
# On the figure, away from each other.
CHEST, HAT, SHOE = (450, 620), (450, 150), (300, 1120)
WINDOW = (1200, 800, 1)


class Pen:
    """A pen over the page of an editor."""

    def __init__(self, editor, tool='pen'):
        self.editor, self.tool = editor, tool

    def say(self, words):
        self.editor.hand.tool(words, self.tool)

    def move(self, place, axes=''):
        x, y = self.editor.point(*place, PAGE)
        self.say(f'move {x:.3f} {y:.3f} {axes}'.strip())

    def tap(self, place, pressure=''):
        self.move(place, 'pressure 0' if pressure else '')
        self.say(f'down {pressure}'.strip())
        self.say('up')
        self.editor.hand.say('sync')

    def drag(self, start, end, steps=12):
        self.move(start, 'pressure 0')
        self.say('down pressure 0.3')
        for step in range(1, steps + 1):
            self.move([a + (b - a) * step / steps for a, b in zip(start, end)], 'pressure 0.6')
        self.say('up pressure 0')
        self.editor.hand.say('sync')


def start(desktop, window=WINDOW, **options):
    path = desk.unrigged(desktop)
    editor = desk.Editor(desktop, path, wayland=window, **options)
    editor.click_on('figure', role='list item')
    editor.key('p')
    desk.wait_until(lambda: editor.says('adds a pin'), 'the puppet tool is not in hand')
    editor.hand.say('pointer leave')
    return editor, path


def saved_pins(editor, path):
    editor.save()
    return desk.pins(path)


def near(pin, place, tolerance, what='rest'):
    error = max(abs(a - b) for a, b in zip(pin[what], place))
    desk.expect(error <= tolerance, f'{pin["name"]} is at {pin[what]}, not at {place}')


@desk.case('/app/pens/three-pins')
def three_pins(desktop):
    """Gentle taps, a pen without axes among them: each is a pin where the tip went down (BR54)."""
    editor, path = start(desktop)
    Pen(editor).tap(CHEST, 'pressure 0.05')
    Pen(editor).tap(HAT, 'pressure 1')
    Pen(editor).say('out')
    Pen(editor, 'plain').tap(SHOE)
    Pen(editor, 'plain').say('out')
    pins = saved_pins(editor, path)
    desk.expect(len(pins) == 3, f'{len(pins)} pins')
    for pin, place in zip(pins, (CHEST, HAT, SHOE)):
        near(pin, place, 0.5)


@desk.case('/app/pens/drag')
def drag(desktop):
    """A drag whose samples come faster than frames poses a pin to where it ended, in one step."""
    editor, path = start(desktop)
    pen = Pen(editor)
    for place in (CHEST, HAT, SHOE):
        pen.tap(place, 'pressure 0.5')
    pen.drag(HAT, (600, 200), steps=40)
    pins = saved_pins(editor, path)
    near(pins[1], HAT, 0.5)
    near(pins[1], (600, 200), 0.5, 'target')
    editor.key('ctrl+z')
    pins = saved_pins(editor, path)
    near(pins[1], HAT, 0.5, 'target')
    desk.expect(len(pins) == 3, 'undo took a pin')


@desk.case('/app/pens/eraser')
def eraser(desktop):
    editor, path = start(desktop)
    for place in (CHEST, HAT):
        Pen(editor).tap(place, 'pressure 0.5')
    Pen(editor).say('out')
    Pen(editor, 'eraser').tap(HAT, 'pressure 0.5')
    pins = saved_pins(editor, path)
    desk.expect(len(pins) == 1, f'{len(pins)} pins')
    near(pins[0], CHEST, 0.5)


@desk.case('/app/pens/hover')
def hover(desktop):
    """Pressure without a tip that is down, and a jump across the page, are no press; what rests on the
    tablet beside the pen is no finger (BR56)."""
    editor, path = start(desktop)
    pen = Pen(editor)
    pen.move(CHEST, 'pressure 0.55 distance 0.2')
    pen.move(HAT, 'pressure 1')
    x, y = editor.point(*SHOE, PAGE)
    for words in (f'down 0 {x} {y}', f'move 0 {x + 40} {y}', 'up 0'):
        editor.hand.say(f'touch {words}')
    # A real tip after it all is a press.
    pen.tap(CHEST, 'pressure 0.4')
    pins = saved_pins(editor, path)
    desk.expect(len(pins) == 1, f'{len(pins)} pins')
    near(pins[0], CHEST, 0.5)


@desk.case('/app/pens/press-from-pressure')
def press_from_pressure(desktop):
    """For a compositor that never says that the tip is down, by a setting (BR56)."""
    editor, path = start(desktop, settings={'press-from-pressure': 'true'})
    pen = Pen(editor)
    pen.move(CHEST, 'pressure 0')
    # The toolkit tells a motion before the pressure that came with it.
    for _ in range(3):
        pen.move(CHEST, 'pressure 0.55')
        editor.hand.say('sync')
    for _ in range(3):
        pen.move(CHEST, 'pressure 0')
        editor.hand.say('sync')
    pen.say('out')
    pins = saved_pins(editor, path)
    desk.expect(len(pins) == 1, f'{len(pins)} pins')
    near(pins[0], CHEST, 0.5)


@desk.case('/app/pens/finger')
def finger(desktop):
    """With the pen away a finger is one: it adds a pin."""
    editor, path = start(desktop)
    x, y = editor.point(*SHOE, PAGE)
    for words in (f'down 0 {x} {y}', 'up 0'):
        editor.hand.say(f'touch {words}')
        editor.hand.say('sync')
    pins = saved_pins(editor, path)
    desk.expect(len(pins) == 1, f'{len(pins)} pins')
    near(pins[0], SHOE, 0.5)


@desk.case('/app/pens/scales')
def scales(desktop):
    """The same place of the window is the same place of the page at every scale, after sizes of all
    kinds and scales that change under the window (BR57)."""
    editor, path = start(desktop)
    hand = editor.hand
    for size in ('700 500', '300 200', '1 1', '1190 790', '1200 800'):
        hand.say(f'resize {size}')
        hand.say('sync')
    for scale, place in ((2, CHEST), (1, HAT), (2, SHOE)):
        hand.say(f'scale {scale}')
        drawn = f'window 0 0 1200 800 scale {scale}'
        desk.wait_until(lambda: drawn in hand.say('windows'), lambda: hand.say('windows'))
        editor.key('2')
        hand.say('settle')
        Pen(editor).tap(place, 'pressure 0.5')
    Pen(editor).say('out')
    pins = saved_pins(editor, path)
    desk.expect(len(pins) == 3, f'{len(pins)} pins')
    for pin, place in zip(pins, (CHEST, HAT, SHOE)):
        near(pin, place, 0.5)


desk.run()
