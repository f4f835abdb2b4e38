#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a faulty program and passes if it fails with the report that is expected."""

import subprocess
import sys

report, *command = sys.argv[1:]
run = subprocess.run(command, capture_output=True, text=True, errors='replace')
print(run.stdout + run.stderr)
if run.returncode == 0:
    sys.exit(f'{command[0]} was expected to fail')
if report not in run.stderr:
    sys.exit(f'the report does not say "{report}"')
