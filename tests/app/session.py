# SPDX-License-Identifier: GPL-3.0-or-later
"""A long session with the editor, by pointer and keys: memory stays flat after the first minutes, and
nothing of our own holds up a frame.

    session.py      PANTIN_SESSION_MINUTES of it, 30 where nothing is said

What our own code takes of the interface's thread is the processor time of the spans whose names
begin with "ui.", from one frame to the next; spans within spans count once. The time by the clock
would be that of whoever else runs on the machine too: where the processor draws, it is our own
driver. Says the figures and tells TAP.
"""

import bisect
import collections
import csv
import os
import pathlib
import random
import time

import desk

SEED = 30
MINUTES = float(os.environ.get('PANTIN_SESSION_MINUTES', '30'))
# Frames that were played are kept, and let go with the version that they show, so memory goes up
# and down by a hundred megabytes and says nothing by itself. What it comes back to does: the lowest
# in each quarter of the time after the first minutes.
SETTLED_MINUTES = min(2, MINUTES / 2)
N_PARTS = 4
# By how much the last of them may be more than the first: a history has no bottom, but little in it.
FLAT = 1.08
FRAME_MS = 16.0
PAGE_BYTES = os.sysconf('SC_PAGE_SIZE')

PLACES = [(450, 140), (450, 380), (450, 560), (450, 750), (190, 460), (768, 736), (350, 940),
          (548, 940), (296, 1130), (604, 1130)]


def memory_mib(editor):
    pages = pathlib.Path(f'/proc/{editor.pid}/statm').read_text().split()[1]
    return int(pages) * PAGE_BYTES / 2**20


def lowest(samples):
    """Of (minute, MiB), what memory comes back to in each part of the time after the first minutes."""
    part = (MINUTES - SETTLED_MINUTES) / N_PARTS
    return [min(mib for minute, mib in samples
                if number <= (minute - SETTLED_MINUTES) / part < number + 1)
            for number in range(N_PARTS)]


class Hands:
    """What an artist does, in no order. Places are looked up once: asking for them is no work of an
    artist's."""

    def __init__(self, editor, chance):
        self.editor, self.chance = editor, chance
        self.places = [editor.point(*place) for place in PLACES]
        self.middle = editor.point(450, 600)
        sheet = editor.find('Dope sheet')
        self.sheet = editor.on_screen(sheet, *sheet.place[:2]) + sheet.place[2:]
        self.can = [self.add_pin, self.add_pin, self.remove_pin, self.pose, self.pose, self.pose,
                    self.pose, self.step, self.play, self.undo, self.zoom, self.pan, self.show_mesh,
                    self.find_command, self.turn, self.nudge, self.select, self.escape, self.save,
                    self.drag_key]

    def near(self, place, far=12):
        return (place[0] + self.chance.uniform(-far, far), place[1] + self.chance.uniform(-far, far))

    def keys(self, *chords):
        for chord in chords:
            self.editor.key(chord)

    def stroke(self, begin, end):
        hand = self.editor.hand
        hand.move(*begin)
        hand.down()
        for part in range(1, 7):
            hand.move(begin[0] + (end[0] - begin[0]) * part / 6,
                      begin[1] + (end[1] - begin[1]) * part / 6)
        hand.up()

    def add_pin(self):
        self.keys('p')
        self.editor.click_at(*self.chance.choice(self.places))

    def remove_pin(self):
        """Without it there were more pins with every minute, and memory that grows for a reason."""
        self.keys('p')
        self.editor.click_at(*self.chance.choice(self.places))
        self.keys(*['ctrl+Tab', 'Delete'] * 2)

    def pose(self):
        self.keys('p')
        place = self.chance.choice(self.places)
        self.stroke(place, self.near(place, 40))

    def step(self):
        self.keys(*[self.chance.choice(['period', 'comma'])] * self.chance.randint(1, 8))

    def play(self):
        self.keys('space')
        time.sleep(self.chance.uniform(0.5, 4))
        self.keys('space')

    def undo(self):
        number = self.chance.randint(1, 6)
        self.keys(*['ctrl+z'] * number)
        self.keys(*['ctrl+shift+z'] * self.chance.randint(0, number))

    def zoom(self):
        self.editor.hand.move(*self.middle)
        self.editor.hand.scroll(self.chance.randint(-4, 4))
        self.keys('2')

    def pan(self):
        self.keys('h')
        self.stroke(self.middle, self.near(self.middle, 120))
        self.keys('2')

    def turn(self):
        self.keys('4', '6', '6', '5', 'm', 'm')

    def show_mesh(self):
        self.editor.run(self.chance.choice(['pn.mesh-off', 'pn.mesh-outline', 'pn.mesh-full']))

    def find_command(self):
        self.keys('ctrl+k')
        self.editor.type(self.chance.choice(['mesh', 'key', 'layer', 'zoom']))
        self.keys('Escape')

    def nudge(self):
        self.editor.click_at(*self.chance.choice(self.places))
        self.keys(*[self.chance.choice(['Left', 'Right', 'Up', 'Down'])] * 5)

    def select(self):
        self.keys('v')
        self.editor.click_at(*self.middle)
        self.stroke(self.middle, self.near(self.middle, 30))

    def escape(self):
        self.keys('Escape')

    def save(self):
        self.keys('ctrl+s')

    def drag_key(self):
        x, y, width, height = self.sheet
        begin = (x + self.chance.uniform(0.1, 0.8) * width,
                 y + self.chance.uniform(0.1, 0.9) * height)
        self.stroke(begin, self.near(begin, 50))

    def fill_caches(self):
        """What is kept of pins that were there has a limit, which a few hundred reach."""
        self.add_pin()
        self.remove_pin()

    def go_on(self):
        self.chance.choice(self.can)()


# --- What the spans say.

def read_spans(path, since):
    """Moments of frames, and (begin, end, what ran, name) of what is our own from then on, in ns."""
    frames, spans, n_lost = [], [], 0
    with open(path, encoding='utf-8', newline='') as file:
        for name, begin, duration, ran in csv.reader(file):
            if name == 'lost':
                n_lost += int(begin)
            elif name == 'frame':
                frames.append(int(begin))
            elif name.startswith('ui.') and int(begin) >= since:
                spans.append((int(begin), int(begin) + int(duration), int(ran), name))
    return sorted(frames), sorted(spans), n_lost


def own_time(frames, spans):
    """What our own code ran between one frame and the next, ms, and its parts. A span within another
    is a part of it; after a pause as long as a frame another would have been drawn."""
    times = []
    covered, number = 0, -1
    for begin, end, ran, name in spans:
        if end <= covered:
            continue
        frame = bisect.bisect_right(frames, begin)
        if frame != number or begin - covered > FRAME_MS * 1e6:
            times.append([0.0, collections.Counter()])
            number = frame
        covered = end
        times[-1][0] += ran / 1e6
        times[-1][1][name] += ran / 1e6
    return sorted(times, key=lambda frame: -frame[0])


@desk.case('/app/session')
def session(desktop):
    trace = desktop.folder / 'spans.csv'
    editor = desk.Editor(desktop, desk.sample(desktop, 'figure'), environ={'PANTIN_TRACE': str(trace)})
    chance = random.Random(SEED)
    hands = Hands(editor, chance)
    # The clock of the spans.
    begin, samples, n_done = time.monotonic(), [], 0
    while (minutes := (time.monotonic() - begin) / 60) < MINUTES:
        hands.go_on()
        n_done += 1
        if minutes < SETTLED_MINUTES:
            hands.fill_caches()
        desk.expect(editor.is_running(), 'the editor ended')
        samples.append((minutes, memory_mib(editor)))
    hands.escape()
    editor.save()
    editor.end()

    lows = lowest(samples)
    frames, spans, n_lost = read_spans(trace, begin * 1e9)
    times = own_time(frames, spans)
    print(f'# {n_done} things done in {MINUTES:g} minutes, {len(frames)} frames, {len(spans)} spans')
    print(f'# memory: {samples[0][1]:.0f} MiB at the start, {max(mib for _, mib in samples):.0f} at '
          'most, and at the lowest ' + ', '.join(f'{low:.0f}' for low in lows) + ' in turn')
    for minutes, mib in samples[::max(1, len(samples) // 30)]:
        print(f'#   {minutes:5.1f} min {mib:7.1f} MiB')
    print(f'# our own part of a frame: {times[0][0]:.1f} ms at most, '
          f'{times[len(times) // 1000][0]:.1f} in one of a thousand, '
          f'{times[len(times) // 2][0]:.2f} in the middle; '
          f'{sum(frame[0] > FRAME_MS for frame in times)} over {FRAME_MS:g}')
    for took, parts in times[:8]:
        print(f'#   {took:.1f} ms: ' + ', '.join(f'{n} {ms:.1f}' for n, ms in parts.most_common(4)))
    desk.expect(n_lost == 0, f'{n_lost} spans were lost')
    desk.expect(len(frames) > 100 * MINUTES, 'hardly a frame was drawn')
    desk.expect(lows[-1] <= FLAT * lows[0], f'memory grew from {lows[0]:.0f} to {lows[-1]:.0f} MiB')
    desk.expect(times[0][0] <= FRAME_MS, f'a frame waited {times[0][0]:.1f} ms for us')


if __name__ == '__main__':
    desk.run()
