#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts the fused multiply-adds in a library: there must be none, or some."""

import re
import subprocess
import sys

expected, library = sys.argv[1:]
listing = subprocess.run(['objdump', '-d', '--no-show-raw-insn', library],
                         capture_output=True, text=True, check=True).stdout
function, found, instructions = '?', {}, 0
for line in listing.splitlines():
    if start := re.match(r'[0-9a-f]+ <(.+)>:$', line):
        function = start[1]
    elif operation := re.match(r'\s*[0-9a-f]+:\t(\S+)', line):
        instructions += 1
        # vfmadd, vfmsub, vfnmadd, vfnmsub, vfmaddsub, vfmsubadd, all forms.
        if re.match(r'vfn?m(add|sub)', operation[1]):
            found[function] = found.get(function, 0) + 1
for function, count in sorted(found.items()):
    print(f'{function}: {count} fused')
print(f'{sum(found.values())} fused among {instructions} instructions')
sys.exit(bool(found) != (expected == 'some'))
