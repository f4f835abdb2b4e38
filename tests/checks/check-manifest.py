#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds the Flatpak's manifest to what the project means to ask for.

    check-manifest.py MANIFEST APPLICATION-ID
"""

import json
import pathlib
import sys

PERMISSIONS = ['--socket=wayland', '--socket=fallback-x11', '--socket=pulseaudio', '--share=ipc',
               '--device=dri']
RUNTIME = ('org.gnome.Platform', '51', 'org.gnome.Sdk')


def check_source(module, source):
    """What is fetched is pinned by its content, from an address that says who it is."""
    if source['type'] == 'dir':
        return []
    if source['type'] != 'archive':
        return [f'{module}: a source of the kind {source["type"]}']
    faults = []
    if len(source.get('sha256', '')) != 64:
        faults.append(f'{module}: a source without its checksum')
    if not source.get('url', '').startswith('https://'):
        faults.append(f'{module}: a source from {source.get("url")}')
    return faults


def main(path, application_id):
    manifest = json.loads(pathlib.Path(path).read_text(encoding='utf-8'))
    faults = []
    if manifest['id'] != application_id or pathlib.Path(path).stem != application_id:
        faults.append(f'it is named {manifest["id"]}, and the application {application_id}')
    if sorted(manifest['finish-args']) != sorted(PERMISSIONS):
        faults.append(f'it asks for {manifest["finish-args"]}')
    if (manifest['runtime'], manifest['runtime-version'], manifest['sdk']) != RUNTIME:
        faults.append('it is for another runtime')
    for module in manifest['modules']:
        for source in module['sources']:
            faults += check_source(module['name'], source)
    print('\n'.join(faults))
    return 1 if faults else 0


sys.exit(main(*sys.argv[1:]))
