#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a desktop knows a document by its name and by its bytes, and nothing else as one.

    test-mime.py MIME-XML DOCUMENT
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

OURS = 'application/x-pantin'


def know(home, definition):
    """A home where the type is installed, and the environment to look into it."""
    packages = home / 'mime' / 'packages'
    packages.mkdir(parents=True)
    shutil.copy(definition, packages)
    environment = {**os.environ, 'XDG_DATA_HOME': str(home), 'XDG_DATA_DIRS': '/usr/share',
                   'GIO_USE_VFS': 'local'}
    said = subprocess.run(['update-mime-database', home / 'mime'], check=True,
                          capture_output=True, text=True, env=environment)
    assert not said.stderr, said.stderr
    return environment


def ask(environment, path, attribute):
    said = subprocess.run(['gio', 'info', '-a', attribute, path], check=True, capture_output=True,
                          text=True, env=environment).stdout
    return re.search(rf'{attribute}: (.*)', said)[1]


def main():
    definition, document = map(pathlib.Path, sys.argv[1:])
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        environment = know(folder / 'home', definition)

        def kind(path):
            return ask(environment, path, 'standard::content-type')

        named, nameless = folder / 'figure.pantin', folder / 'figure'
        shutil.copy(document, named)
        shutil.copy(document, nameless)
        assert kind(named) == OURS, kind(named)
        # By the bytes alone.
        assert kind(nameless) == OURS, kind(nameless)
        # By the name alone, as where only names are read.
        assert ask(environment, named, 'standard::fast-content-type') == OURS
        upper = folder / 'FIGURE.PANTIN'
        shutil.copy(document, upper)
        assert kind(upper) == OURS, kind(upper)

        archive = folder / 'archive'
        with zipfile.ZipFile(archive, 'w') as written:
            written.writestr('document.json', '{}')
        assert kind(archive) == 'application/zip', kind(archive)
        book = folder / 'book'
        with zipfile.ZipFile(book, 'w') as written:
            written.writestr('mimetype', 'application/epub+zip')
        assert kind(book) == 'application/epub+zip', kind(book)

        icons = ask(environment, named, 'standard::icon').split(', ')
        assert icons[0] == 'io.github.pantin_studio.Pantin-document', icons


main()
