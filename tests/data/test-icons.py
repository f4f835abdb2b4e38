#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether the icons can be seen: at each size, on a light and on a dark ground, in one colour or in all.

    test-icons.py FOLDER APPLICATION-ID
"""

import pathlib
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

SIZES = (16, 24, 32, 48, 64, 128, 256)
GROUNDS = {'light': 250, 'dark': 36}
# Of all pixels so many stand out from any ground, by so much of their luminance.
SEEN_LEAST, CONTRAST_LEAST = 0.15, 60
# A symbol that fills more than this is a blot.
SYMBOL_MOST = 0.8
SVG = '{http://www.w3.org/2000/svg}'


def draw(path, size):
    """Rows of (r, g, b, a)."""
    png = subprocess.run(['rsvg-convert', '-w', str(size), '-h', str(size), path], check=True,
                         capture_output=True).stdout
    data = subprocess.run(['convert', 'png:-', '-depth', '8', 'rgba:-'], input=png, check=True,
                          capture_output=True).stdout
    assert len(data) == 4 * size * size, f'{path} is not square'
    return [tuple(data[i:i + 4]) for i in range(0, len(data), 4)]


def luminance(pixel, ground):
    alpha = pixel[3] / 255
    return (0.2126 * pixel[0] + 0.7152 * pixel[1] + 0.0722 * pixel[2]) * alpha + ground * (1 - alpha)


def check_seen(path, sizes):
    for size in sizes:
        pixels = draw(path, size)
        for name, ground in GROUNDS.items():
            seen = sum(abs(luminance(pixel, ground) - ground) >= CONTRAST_LEAST for pixel in pixels)
            share = seen / len(pixels)
            assert share >= SEEN_LEAST, f'{path} at {size} px is {share:.0%} on a {name} ground'


def check_symbol(path):
    """GTK takes the shapes and colours them itself: what is a line is lost, what has another colour
    is not there."""
    root = ElementTree.parse(path).getroot()
    assert root.get('width') == root.get('height') == '16', path
    fills = set()
    for element in root.iter():
        assert element.tag in {SVG + tag for tag in ('svg', 'g', 'path', 'circle', 'rect')}, element.tag
        assert not {'stroke', 'style', 'opacity', 'filter'} & set(element.keys()), element.attrib
        fills |= {element.get('fill')} - {None}
    assert len(fills) == 1, fills
    pixels = draw(path, 16)
    filled = sum(pixel[3] > 127 for pixel in pixels) / len(pixels)
    assert SEEN_LEAST <= filled <= SYMBOL_MOST, f'{path} fills {filled:.0%}'
    assert all(max(pixel[:3]) - min(pixel[:3]) < 20 for pixel in pixels if pixel[3] == 255), path


def main():
    folder, app = pathlib.Path(sys.argv[1]), sys.argv[2]
    check_seen(folder / 'scalable' / 'apps' / f'{app}.svg', SIZES)
    check_seen(folder / 'scalable' / 'mimetypes' / f'{app}-document.svg', SIZES)
    for size in (16, 24):
        path = folder / f'{size}x{size}' / 'apps' / f'{app}.svg'
        assert ElementTree.parse(path).getroot().get('width') == str(size), path
        check_seen(path, (size, 2 * size))
        # The same figure: a colour of the large one that is lost would make it another.
        large = {tuple(channel // 64 for channel in pixel[:3])
                 for pixel in draw(folder / 'scalable' / 'apps' / f'{app}.svg', 128) if pixel[3] == 255}
        small = {tuple(channel // 64 for channel in pixel[:3])
                 for pixel in draw(path, size) if pixel[3] == 255}
        assert len(small) >= 5 and len(small & large) >= 4, (small, large)
    check_symbol(folder / 'symbolic' / 'apps' / f'{app}-symbolic.svg')
    check_symbol(folder / 'symbolic' / 'mimetypes' / f'{app}-document-symbolic.svg')


main()
