#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fails if a library calls a function of libm whose result is not fixed by IEEE 754.

Whatever libm exports and is not named here is forbidden, so nothing has to be listed to be caught.
"""

import argparse
import re
import subprocess
import sys

# Exact, or correctly rounded by the standard: the same bits everywhere.
EXACT = set('''
    sqrt fabs floor ceil trunc round roundeven rint nearbyint lrint llrint lround llround
    fmod remainder modf frexp ldexp scalbn scalbln ilogb logb copysign nextafter fmin fmax fdim
'''.split())


def symbols(arguments):
    text = subprocess.run(['nm', *arguments], capture_output=True, text=True, check=True).stdout
    return {re.sub(r'@.*', '', line.split()[-1])
            for line in text.splitlines() if re.search(r' [TtWiUw] \S+$', line)}


parser = argparse.ArgumentParser()
parser.add_argument('library')
parser.add_argument('--cc', nargs='+', required=True)
options = parser.parse_args()

libm = subprocess.run([*options.cc, '-print-file-name=libm.so.6'],
                      capture_output=True, text=True, check=True).stdout.strip()
exported = symbols(['-D', '--defined-only', libm])
if not {'sin', 'pow', 'sqrt'} <= exported:
    sys.exit(f'{libm} is not the library of mathematics')


def is_exact(name):
    return name in EXACT or re.sub('[fl]$', '', name) in EXACT


called = symbols(['-u', options.library]) & exported
for name in sorted(called):
    print(name, 'is exact' if is_exact(name) else 'is not the same on every machine')
sys.exit(any(not is_exact(name) for name in called))
