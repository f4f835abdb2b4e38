#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether the manual pages say what the programs say of themselves, no less and no more.

    test-man.py FOLDER --source FOLDER --cli PROGRAM --editor PROGRAM
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys

# "  -o, --output=PATH       What it is"
OPTION = re.compile(r'^  (?:-(\w), )?--([\w-]+)(?:=(\S+))?(?:  |$)', re.MULTILINE)
# Of every program of GLib, and described once.
HELP = ('h', 'help', None)


def run(*command, status=0):
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == status, (command, ran)
    return ran.stdout + ran.stderr


def options_of(text):
    return {(short or None, name, value or None) for short, name, value in OPTION.findall(text)}


def options_in(section):
    """Those of a page's list: .It Fl o , Fl -output Ns = Ns Ar PATH"""
    options = set()
    for line in re.findall(r'^\.It (Fl .*)$', section, re.MULTILINE):
        value = re.search(r'Ns = Ns Ar (\S+)$', line)
        names = re.findall(r'Fl (\S+)', line)
        short = [name for name in names if not name.startswith('-')]
        for name in names:
            if name.startswith('-'):
                options.add((short[0] if short else None, name[1:], value and value[1]))
    return options


def sections(page, macro):
    """By their titles."""
    parts = re.split(rf'^\.{macro} (.*)$', page, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2]))


def expect_equal(what, page, program):
    assert page == program, (f'{what}: the page alone says {sorted(map(str, page - program))}, '
                             f'the program alone {sorted(map(str, program - page))}')


def check_cli(page, program):
    parts = sections(page, 'Sh')
    common = options_in(parts['COMMON OPTIONS'])
    assert HELP in common
    verbs = sections(parts['VERBS'], 'Ss')
    listed = re.findall(r'^  (\w+) +.*\S', run(program, '--help'), re.MULTILINE)
    assert list(verbs) == listed, f'the page has the verbs {list(verbs)}, the program {listed}'
    synopsis = re.findall(r'^\.Cm (\w+)$', parts['SYNOPSIS'], re.MULTILINE)
    assert synopsis == listed, f'the synopsis has the verbs {synopsis}'
    for verb, section in verbs.items():
        expect_equal(verb, options_in(section) | common, options_of(run(program, verb, '--help')))
    # The codes of pn-cli.h.
    assert re.findall(r'^\.It (\d)$', parts['EXIT STATUS'], re.MULTILINE) == ['0', '1', '2']
    run(program, 'info', '/nowhere', status=1)
    run(program, 'dance', status=2)


def check_editor(page, program):
    options = options_in(sections(page, 'Sh')['OPTIONS'])
    # One line of the page for both helps; a short name belongs to the first.
    expect_equal('pantin', {name for _, name, _ in options},
                 {name for _, name, _ in options_of(run(program, '--help-all'))})


def check_environment(pages, source):
    read = set()
    for path in source.rglob('*.c'):
        read |= set(re.findall(r'getenv \("(\w+)"\)', path.read_text(encoding='utf-8')))
    described = set(re.findall(r'\bEv (\w+)|, Ev (\w+)', pages))
    described = {name for pair in described for name in pair if name}
    assert read <= described, f'no page describes {read - described}'
    ours = {name for name in described if name.startswith('PANTIN_')}
    assert ours <= read, f'nothing reads {ours - read}'


def check_form(path):
    """As both readers of such pages judge them."""
    said = subprocess.run(['mandoc', '-T', 'lint', '-W', 'warning', path], capture_output=True,
                          text=True, check=False)
    assert said.returncode == 0 and not said.stdout, said.stdout
    said = subprocess.run(['groff', '-mandoc', '-Tutf8', '-K', 'utf-8', '-rLL=78n', '-ww', '-z', path],
                          capture_output=True, text=True, check=True)
    assert not said.stderr, said.stderr


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('folder', type=pathlib.Path)
    parser.add_argument('--source', type=pathlib.Path, required=True)
    parser.add_argument('--cli', required=True)
    parser.add_argument('--editor', required=True)
    options = parser.parse_args()
    os.environ['LC_ALL'] = 'C.UTF-8'

    paths = [options.folder / 'pantin-cli.1', options.folder / 'pantin.1']
    cli, editor = (path.read_text(encoding='utf-8') for path in paths)
    check_cli(cli, options.cli)
    check_editor(editor, options.editor)
    check_environment(cli + editor, options.source)
    for path in paths:
        check_form(path)


if __name__ == '__main__':
    try:
        main()
    except AssertionError as failed:
        sys.exit(str(failed))
