# SPDX-License-Identifier: GPL-3.0-or-later
"""The first five minutes with a picture: five things to do, by pointer, by pen and by keyboard alone.

PANTIN_FILMS names a folder that takes a film of each.
"""

import contextlib
import os
import re
import subprocess

import desk

FRAMES, KEYED = 120, 12
HAT, HIPS, HAND, RAISED = (450, 140), (450, 750), (768, 736), (760, 420)


# --- Films of what was to be seen.

@contextlib.contextmanager
def filmed(editor, name):
    folder = os.environ.get('PANTIN_FILMS')
    if not folder:
        yield
        return
    os.makedirs(folder, exist_ok=True)
    # Quick to write, for the editor is at work beside it.
    target = ['-c:v', 'mjpeg', '-q:v', '4', '-y', f'{folder}/{name}.mkv']
    quiet = ['ffmpeg', '-v', 'error', '-nostdin']
    if isinstance(editor.hand, desk.WaylandHand):
        pipe = f'{editor.desktop.folder}/pictures'
        os.mkfifo(pipe)
        camera = subprocess.Popen([*quiet, '-f', 'image2pipe', '-framerate', '10', '-c:v', 'ppm', '-i',
                                   pipe, *target])
        editor.hand.say(f'record {pipe}')
    else:
        camera = subprocess.Popen(
            [*quiet, '-f', 'x11grab', '-framerate', '10', '-i', editor.desktop.environ['DISPLAY'],
             *target], env=editor.desktop.environ)
    try:
        yield
    finally:
        if isinstance(editor.hand, desk.WaylandHand):
            editor.hand.say('record stop')
        else:
            camera.terminate()
        camera.wait()


# --- What must have come of it.

def frame_shown(editor):
    """The number in the transport."""
    texts = (re.fullmatch(r'frame (\d+)', c.name) for c in editor.all(prefix='frame '))
    return next((int(text[1]) for text in texts if text), None)


def check_playing(editor):
    """It plays, and begins again."""
    seen = [frame_shown(editor)]

    def began_again():
        frame = frame_shown(editor)
        if frame is not None:
            seen.append(frame)
        return len(seen) > 2 and seen[-1] < seen[-2]
    desk.wait_until(began_again, lambda: f'it does not loop: {seen[-10:]}')


def decode(film, frame):
    """A frame of the film as rows of RGBA."""
    return subprocess.run(
        ['ffmpeg', '-v', 'error', '-c:v', 'libvpx-vp9', '-i', film, '-vf', f'select=eq(n\\,{frame})',
         '-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'rgba', '-'],
        check=True, capture_output=True).stdout


def alpha_at(pixels, place):
    return pixels[4 * (place[1] * 900 + place[0]) + 3]


def check_film(film):
    count = subprocess.run(
        ['ffprobe', '-v', 'error', '-count_frames', '-show_entries', 'stream=nb_read_frames', '-of',
         'csv=p=0', film], check=True, capture_output=True, text=True).stdout
    desk.expect(int(count.split(',')[0]) == FRAMES, f'the film has {count} frames')
    first, keyed = decode(film, 0), decode(film, KEYED)
    desk.expect(alpha_at(first, HAND) > 200 and alpha_at(first, RAISED) < 50,
                'the hand is not down at first')
    desk.expect(alpha_at(keyed, RAISED) > 200 and alpha_at(keyed, HAND) < 50,
                'the hand is not raised at the key')


def wait_for_film(editor):
    film = editor.desktop.folder / 'home' / 'figure.webm'
    desk.wait_until(film.exists, lambda: f'no film {film}', 3 * desk.PATIENCE_S)
    # The name is given when all of it is written.
    check_film(film)


def start(desktop, **options):
    """The first thing: a picture. It is a layer on a canvas of its size."""
    editor = desk.Editor(desktop, desk.picture(desktop), **options)
    desk.wait_until(lambda: editor.all('figure', role='list item'), 'the picture is no layer')
    editor.wait_for_text('900 × 1200')
    return editor


def three_pins(editor):
    desk.wait_until(lambda: len(editor.all(role='list item', prefix='Pin ')) == 6,
                    'there are not three pins, each in the timeline and in the rig')


# --- By hand.

class Pointer:
    def __init__(self, editor):
        self.editor = editor

    def tap(self, x, y):
        self.editor.click_at(x, y)

    def drag(self, places):
        hand = self.editor.hand
        hand.move(*places[0])
        hand.down()
        for (x0, y0), (x1, y1) in zip(places, places[1:]):
            for step in range(1, 7):
                hand.move(x0 + (x1 - x0) * step / 6, y0 + (y1 - y0) * step / 6)
        hand.up()


class Pen:
    def __init__(self, editor):
        self.editor = editor

    def say(self, words):
        self.editor.hand.tool(words)
        self.editor.hand.say('sync')

    def tap(self, x, y):
        self.say(f'move {x:.2f} {y:.2f} pressure 0')
        self.say('down pressure 0.4')
        self.say('up pressure 0')

    def drag(self, places):
        self.say(f'move {places[0][0]:.2f} {places[0][1]:.2f} pressure 0')
        self.say('down pressure 0.3')
        for (x0, y0), (x1, y1) in zip(places, places[1:]):
            for step in range(1, 13):
                self.say(f'move {x0 + (x1 - x0) * step / 12:.2f} {y0 + (y1 - y0) * step / 12:.2f} '
                         f'pressure {0.3 + step / 40:.3f}')
        self.say('up pressure 0')


def tap_on(hand, name, role='button'):
    editor = hand.editor
    places = []

    def stays():
        """Twice at one place: the window may still make room for what was made just now."""
        controls = editor.all(name, role)
        places.append(controls and editor.on_screen(controls[-1], *controls[-1].center))
        return places[-1] and places[-2:-1] == places[-1:]
    desk.wait_until(stays, lambda: f'{name} is at {places[-2:]}')
    hand.tap(*places[-1])


def step_to_key(hand):
    """A tap a frame, each when the one before is seen."""
    for number in range(1, KEYED + 1):
        tap_on(hand, 'Next Frame')
        desk.wait_until(lambda wanted=number: frame_shown(hand.editor) == wanted,
                        lambda wanted=number: f'frame {frame_shown(hand.editor)} is shown after '
                                              f'{wanted} taps')


def minutes_by_hand(editor, hand):
    tap_on(hand, 'Puppet Pins')
    for place in (HAT, HIPS, HAND):
        hand.tap(*editor.point(*place))
    three_pins(editor)
    step_to_key(hand)
    hand.drag([editor.point(*HAND), editor.point(800, 560), editor.point(*RAISED)])
    tap_on(hand, 'Play')
    check_playing(editor)
    tap_on(hand, 'Play')
    tap_on(hand, 'Export')
    editor.wait_for_text('Film, WebM')
    tap_on(hand, 'Export')
    wait_for_film(editor)


@desk.case('/app/minutes/pointer')
def by_pointer(desktop):
    editor = start(desktop)
    with filmed(editor, 'pointer'):
        minutes_by_hand(editor, Pointer(editor))


@desk.case('/app/minutes/pen')
def by_pen(desktop):
    editor = start(desktop, wayland=(1440, 900, 1))
    with filmed(editor, 'pen'):
        minutes_by_hand(editor, Pen(editor))


# --- By keyboard alone.

@desk.case('/app/minutes/keyboard')
def by_keyboard(desktop):
    """The keyboard's place on the page begins in its middle, which is the figure's chest."""
    editor = start(desktop)

    def press(chord, times=1):
        for _ in range(times):
            editor.key(chord)
    with filmed(editor, 'keyboard'):
        press('ctrl+p')
        press('Insert')
        press('ctrl+shift+a')
        press('shift+Down', 15)
        press('Insert')
        press('ctrl+shift+a')
        press('shift+Right', 32)
        press('Up', 10)
        press('Insert')
        three_pins(editor)
        press('period', KEYED)
        desk.wait_until(lambda: frame_shown(editor) == KEYED, f'frame {frame_shown(editor)} is shown')
        # The pin made last is selected; arrows pose it.
        press('shift+Up', 32)
        press('space')
        check_playing(editor)
        press('space')
        press('ctrl+e')
        editor.wait_for_text('Film, WebM')
        press('Return')
        wait_for_film(editor)


desk.run()
