# SPDX-License-Identifier: GPL-3.0-or-later
# Shared by the commands in this folder; for bash.

set -u
export LC_ALL=C.UTF-8

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() {
  printf '\n== %s\n' "$*"
}

die() {
  printf '%s\n' "$*" >&2
  exit 1
}

# The packages of the sections named, in the list's order.
packages_of() {
  awk -v wanted=" $* " '
    /^#/ || /^$/ { next }
    /^\[/ { inside = index(wanted, " " substr($0, 2, length($0) - 2) " "); next }
    inside && !seen[$1]++ { print $1 }' "$root/build-aux/packages"
}

packages_missing() {
  local package
  for package; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] ||
      echo "$package"
  done
}

# Prints the packages of the sections named and installs those that are missing. The network is not
# touched when none is.
ensure_packages() {
  local packages missing install
  # Word splitting, not process substitution: a bare chroot may have no /dev/fd.
  packages=($(packages_of "$@"))
  say "Packages (build-aux/packages)"
  printf '%s\n' "${packages[*]}" | fold -s -w 100
  if ! command -v dpkg-query >/dev/null; then
    echo "This is no Debian: install what corresponds to these, if it is not there."
    return
  fi
  missing=($(packages_missing "${packages[@]}"))
  if [ ${#missing[@]} -eq 0 ]; then
    echo "All are installed."
    return
  fi
  echo "Missing: ${missing[*]}" | fold -s -w 100
  install=(env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends
    -o DPkg::Lock::Timeout=300 "${missing[@]}")
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
      printf '\nThey can be installed by root only, and there is no sudo. As root, run:\n\n' >&2
      die "apt-get update && ${install[*]}"
    fi
    as_root=(sudo)
  fi
  # A source that cannot be reached may not be one that is needed: the installation decides.
  "${as_root[@]}" apt-get update -q || echo "The lists of packages could not all be renewed." >&2
  "${as_root[@]}" "${install[@]}" </dev/null || {
    printf '\nThe packages could not be installed. As root, run:\n\n' >&2
    die "apt-get update && ${install[*]}"
  }
}

# Where this machine has Debian's packages from.
debian_mirror() {
  local mirror
  mirror=$(apt-get indextargets --format '$(LABEL) $(REPO_URI)' 'Created-By: Packages' 2>/dev/null |
    sed -n 's/^Debian //p' | head -n 1)
  echo "${mirror:-http://deb.debian.org/debian/}"
}

# Sets up the build folder $1 with the remaining options, or brings it up to date.
set_up() {
  local folder=$1
  shift
  if [ -f "$folder/build.ninja" ]; then
    meson configure "$folder" "$@" >/dev/null 2>&1 && return
    rm -rf "$folder"
  fi
  meson setup "$folder" "$root" "$@"
}
