# SPDX-License-Identifier: GPL-3.0-or-later
"""Takes the pictures of the window that the documents show, into the folder that PANTIN_PICTURES
names: dark, light and in high contrast, and dark at scale 2."""

import os
import pathlib

import desk

FOLDER = pathlib.Path(os.environ.get('PANTIN_PICTURES', '.'))
FRAME = 22
LOOKS = {
    'dark': (1, {'color-scheme': "'dark'"}),
    'light': (1, {'color-scheme': "'light'"}),
    'contrast': (1, {'color-scheme': "'dark'", 'high-contrast': 'true'}),
    'dark-2x': (2, {'color-scheme': "'dark'"}),
}


def take(desktop, name, scale, settings):
    editor = desk.Editor(desktop, desk.sample(desktop, 'figure'), wayland=(1440, 900, scale),
                         settings=settings)
    editor.click_on('figure', role='list item')
    editor.key('p')
    for _ in range(FRAME):
        editor.key('period')
    editor.wait_for_text(f'frame {FRAME}')
    pin = next(one for one in desk.pins(desktop.folder / 'figure.pantin', FRAME)
               if one['name'] == 'hand left')
    editor.click(pin['x'], pin['y'])
    editor.hand.say('pointer leave')
    # Full quality comes once the view has been at rest for a moment.
    editor.hand.say('sleep 1500')
    FOLDER.mkdir(parents=True, exist_ok=True)
    editor.screenshot(FOLDER / f'{name}.png')


for look, (look_scale, look_settings) in LOOKS.items():
    desk.case(f'/app/screenshots/{look}')(
        lambda desktop, of=(look, look_scale, look_settings): take(desktop, *of))

desk.run()
