#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What catalogues of applications ask of metainfo and desktop entry and appstreamcli lets through.

    check-metainfo.py METAINFO DESKTOP --version VERSION --source FOLDER [--self-test]

With --self-test each rule is broken in turn and must be what is found.
"""

import argparse
import configparser
import copy
import datetime
import pathlib
import re
import struct
import sys
import xml.etree.ElementTree as ElementTree

# Shown on one line of a list, beside the icon.
NAME_MAX, SUMMARY_MAX = 20, 35
CATEGORIES_OF_TOOLKITS = {'GTK', 'GNOME', 'Qt', 'KDE', 'Application', 'GUI', 'Utility'}
CONTROLS = {'pointing', 'keyboard', 'tablet'}


class Subject:
    """What is judged: both files, and what the project says elsewhere."""

    def __init__(self, root, entry, version, source):
        self.root, self.entry, self.version, self.source = root, entry, version, source

    def text(self, path):
        return (self.root.findtext(path) or '').strip()

    def urls(self):
        return {url.get('type'): (url.text or '').strip() for url in self.root.findall('url')}


def identity(it):
    app = it.text('id')
    parts = app.split('.')
    yield it.root.get('type') == 'desktop-application', 'it is no desktop application'
    yield all(re.fullmatch(r'[A-Za-z_]\w*', part) for part in parts[:-1]), \
        f'the id {app} has a part that is no name'
    yield parts[:2] != ['io', 'github'] or len(parts) >= 4, \
        f'the id {app} names no project of its owner'
    yield it.text('launchable') == f'{app}.desktop', 'launchable is not the desktop entry'
    yield it.entry.get('Icon') == app, 'the icon of the desktop entry is not the id'


def words(it):
    for tag in ('metadata_license', 'project_license', 'name', 'summary', 'description'):
        yield it.root.find(tag) is not None, f'there is no {tag}'
    yield len(it.text('name')) <= NAME_MAX, 'the name is too long'
    yield 0 < len(it.text('summary')) <= SUMMARY_MAX, 'the summary is too long'
    yield not it.text('summary').endswith('.'), 'the summary ends like a sentence'
    yield it.text('name') == it.entry.get('Name'), 'the two files have different names'
    yield not it.text('summary').lower().startswith(it.text('name').lower()), \
        'the summary repeats the name'


def people(it):
    developers = it.root.findall('developer')
    yield len(developers) == 1, 'there is not one developer'
    yield all(d.get('id') and d.findtext('name') for d in developers), \
        'the developer has no id or no name'
    for kind in ('homepage', 'bugtracker', 'vcs-browser'):
        yield it.urls().get(kind, '').startswith('https://'), f'there is no url of the {kind}'
    yield it.root.find("content_rating[@type='oars-1.1']") is not None, 'there is no OARS rating'


def look(it):
    colors = {color.get('scheme_preference'): (color.text or '').strip().lower()
              for color in it.root.findall("branding/color[@type='primary']")}
    yield set(colors) == {'light', 'dark'}, 'there is not one brand colour for light and for dark'
    yield len(set(colors.values())) == len(colors), 'both brand colours are one'
    yield all(re.fullmatch('#[0-9a-f]{6}', color) for color in colors.values()), \
        'a brand colour is no colour'


def png_size(path):
    head = path.read_bytes()[:24]
    return struct.unpack('>II', head[16:24]) if head.startswith(b'\x89PNG') else (0, 0)


def screenshots(it):
    shots = it.root.findall('screenshots/screenshot')
    yield bool(shots), 'there is no screenshot'
    yield [shot.get('type') for shot in shots].count('default') == 1, 'there is no default screenshot'
    yield bool(shots) and shots[0].get('type') == 'default', 'the default screenshot is not the first'
    for shot in shots:
        caption, url = shot.findtext('caption') or '', (shot.findtext('image') or '').strip()
        yield bool(caption) and not caption.endswith('.'), f'{url} has no caption, or a sentence'
        address = re.fullmatch(r'https://[^/]+/[^/]+/[^/]+/([^/]+)/(.+\.png)', url)
        yield address is not None, f'{url} is no picture of the repository'
        if address:
            yield address[1] == f'v{it.version}', f'{url} is not of this version: it would change'
            picture = it.source / address[2]
            yield picture.is_file() and min(png_size(picture)) >= 600, \
                f'{address[2]} is not there, or small'


def releases(it):
    entries = it.root.findall('releases/release')
    yield bool(entries), 'there is no release'
    yield bool(entries) and entries[0].get('version') == it.version, \
        'the first release is not the version of the project'
    dates = [entry.get('date', '') for entry in entries]
    yield all(re.fullmatch(r'\d{4}-\d\d-\d\d', date) for date in dates), 'a release has no date'
    yield dates == sorted(dates, reverse=True), 'the releases are not the newest first'
    yield max(dates, default='') <= (datetime.date.today() + datetime.timedelta(1)).isoformat(), \
        'a release is in the future'
    yield all(entry.find('description') is not None for entry in entries), 'a release has no words'
    listed = dict(re.findall(r'^## \[(\d[^]]*)\] - (\S+)$',
                             (it.source / 'CHANGELOG.md').read_text(encoding='utf-8'), re.MULTILINE))
    for version, date in listed.items():
        yield any(entry.get('version') == version and entry.get('date') == date
                  for entry in entries), f'version {version} of the changelog is no release'
    for entry in entries[1:]:
        yield entry.get('version') in listed, \
            f'release {entry.get("version")} is not in the changelog'


def needs(it):
    controls = {control.text for control in it.root.findall('supports/control')}
    yield controls == CONTROLS, f'it supports {controls}'
    length = it.root.find('requires/display_length')
    yield length is not None and length.text == '768', 'it does not say how large a screen it needs'


def provides(it):
    types = {kind.text for kind in it.root.findall('provides/mediatype')}
    yield bool(types), 'it provides no media type'
    yield types <= set(it.entry.get('MimeType', '').split(';')), \
        'the desktop entry does not open what it provides'
    yield {binary.text for binary in it.root.findall('provides/binary')} == {'pantin', 'pantin-cli'}, \
        'it does not provide both programs'


def entry(it):
    categories = [category for category in it.entry.get('Categories', '').split(';') if category]
    listed = [category.text for category in it.root.findall('categories/category')]
    yield bool(set(categories) - CATEGORIES_OF_TOOLKITS), 'it is in no category'
    yield listed == [c for c in categories if c not in CATEGORIES_OF_TOOLKITS], \
        'the two files have different categories'
    yield bool(it.root.findall('keywords/keyword')), 'it is found by no keyword'
    yield it.entry.get('Exec', '').split()[:1] == ['pantin'], 'it does not start pantin'
    yield '%F' in it.entry.get('Exec', ''), 'it is not given the files'
    yield not it.entry.get('NoDisplay') and not it.entry.get('Hidden'), 'it is hidden'


RULES = (identity, words, people, look, screenshots, releases, needs, provides, entry)


def findings(it):
    return [text for rule in RULES for holds, text in rule(it) if not holds]


# --- Each rule, broken.

def drop(path):
    def breaks(it):
        parent, _, tag = path.rpartition('/')
        place = it.root.find(parent) if parent else it.root
        place.remove(place.find(tag))
    return breaks


def put(path, text=None, **attributes):
    def breaks(it):
        element = it.root.find(path)
        element.text = element.text if text is None else text
        element.attrib.update(attributes)
    return breaks


def write(key, value):
    def breaks(it):
        it.entry[key] = value
    return breaks


BREAKS = {
    'names no project of its owner': put('id', 'io.github.pantin'),
    'launchable is not': put('launchable', 'pantin.desktop'),
    'the icon of the desktop entry': write('Icon', 'pantin'),
    'there is no project_license': drop('project_license'),
    'the summary is too long': put('summary', 'Make every drawing that you ever drew move'),
    'ends like a sentence': put('summary', 'Make drawings move.'),
    'different names': write('Name', 'Puppet'),
    'there is not one developer': drop('developer'),
    'no url of the homepage': drop('url'),
    'no OARS rating': drop('content_rating'),
    'not one brand colour': drop('branding/color'),
    'both brand colours': put('branding/color', '#33224b'),
    'no default screenshot': drop('screenshots/screenshot'),
    'has no caption': put('screenshots/screenshot/caption', 'A pin.'),
    'it would change': put('screenshots/screenshot/image',
                           'https://example.org/a/b/main/docs/window/dark.png'),
    'is not there, or small': put('screenshots/screenshot/image',
                                  'https://example.org/a/b/v{version}/docs/window/none.png'),
    'there is no release': drop('releases/release'),
    'is not the version of the project': put('releases/release', version='0.0.9'),
    'a release has no date': put('releases/release', date='soon'),
    'in the future': put('releases/release', date='2999-01-01'),
    'a release has no words': drop('releases/release/description'),
    'it supports': drop('supports/control'),
    'how large a screen': drop('requires/display_length'),
    'provides no media type': drop('provides/mediatype'),
    'does not open what it provides': write('MimeType', 'image/png;'),
    'both programs': drop('provides/binary'),
    'it is in no category': write('Categories', 'GTK;'),
    'different categories': drop('categories/category'),
    'it is not given the files': write('Exec', 'pantin'),
    'it is hidden': write('NoDisplay', 'true'),
}


def self_test(it):
    for expected, breaks in BREAKS.items():
        broken = copy.deepcopy(it)
        breaks(broken)
        for image in broken.root.iter('image'):
            image.text = image.text.replace('{version}', it.version)
        found = findings(broken)
        if not any(expected in text for text in found):
            yield f'“{expected}” is not found where it is broken, but {found}'


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('metainfo', type=pathlib.Path)
    parser.add_argument('desktop', type=pathlib.Path)
    parser.add_argument('--version', required=True)
    parser.add_argument('--source', type=pathlib.Path, required=True)
    parser.add_argument('--self-test', action='store_true')
    options = parser.parse_args()

    desktop = configparser.RawConfigParser(delimiters='=')
    desktop.optionxform = str
    desktop.read(options.desktop, encoding='utf-8')
    root = ElementTree.parse(options.metainfo).getroot()
    it = Subject(root, dict(desktop['Desktop Entry']), options.version, options.source)
    found = findings(it)
    if options.metainfo.name != it.text('id') + '.metainfo.xml':
        found.append('the file has another name')
    if options.self_test:
        found += self_test(it)
    for text in found:
        print(text)
    sys.exit(bool(found))


if __name__ == '__main__':
    main()
