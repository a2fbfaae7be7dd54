#!/bin/sh
# Installs agent from the archive that includes Node: needs no Node, compiler or root. Changes no shell startup files.
set -eu

base_url=${INSTALL_BASE_URL:-}
version=
prefix=${HOME:?}/.local
uninstall=

usage() {
  cat <<'TEXT'
Usage: install.sh [--version <version>] [--prefix <directory>] [--uninstall]

  --version <version>   version to install; default: the newest one of the server
  --prefix <directory>  default ~/.local; the command is <directory>/bin/agent
  --uninstall           remove the program; data in ~/.agent-code stays

INSTALL_BASE_URL names the server (or mirror) that has the archives and SHA256SUMS. Needs tar, and curl or wget.
TEXT
}

fail() {
  printf 'error: %s\n' "$1" >&2
  exit "${2:-1}"
}

while [ $# -gt 0 ]; do
  case $1 in
    --version | --prefix)
      if [ -z "${2:-}" ]; then fail "$1 needs a value" 2; fi
      if [ "$1" = --version ]; then version=$2; else prefix=$2; fi
      shift 2
      ;;
    --uninstall) uninstall=1 && shift ;;
    --help | -h) usage && exit 0 ;;
    *) usage >&2 && fail "unknown option: $1" 2 ;;
  esac
done
case $prefix in /*) ;; *) prefix=$PWD/$prefix ;; esac
share=$prefix/share/agent-code
command=$prefix/bin/agent

# Something else may already have the command's path; the script keeps it.
is_ours() {
  [ -h "$command" ] && [ "$(readlink "$command")" = "$share/current/bin/agent" ]
}

if [ -n "$uninstall" ]; then
  if is_ours; then rm -f "$command"; fi
  rm -rf "$share/versions" "$share/current"
  rmdir "$share" 2>/dev/null || true
  printf 'removed agent from %s; your data in ~/.agent-code is still there\n' "$prefix"
  exit 0
fi

[ -n "$base_url" ] || fail 'set INSTALL_BASE_URL to the address of the archives' 2
base_url=${base_url%/}
if [ -e "$command" ] || [ -h "$command" ]; then
  is_ours || fail "$command is there already and was not made by this script; remove it first"
fi

case $(uname -s) in
  Linux) system=linux ;;
  Darwin) system=darwin ;;
  *) fail "no archive for $(uname -s); with Node 20.19 or newer use npm" ;;
esac
case $(uname -m) in
  x86_64 | amd64) cpu=x64 ;;
  aarch64 | arm64) cpu=arm64 ;;
  *) fail "no archive for $(uname -m); with Node 20.19 or newer use npm" ;;
esac
if [ "$system" = linux ] && ldd --version 2>&1 | grep -qi musl; then system=linuxmusl; fi

if command -v curl >/dev/null 2>&1; then
  fetch() { curl -fsSL --proto '=https,http' -o "$2" "$1"; }
elif command -v wget >/dev/null 2>&1; then
  fetch() { wget -q -O "$2" "$1"; }
else
  fail 'needs curl or wget'
fi
command -v tar >/dev/null 2>&1 || fail 'needs tar'
if command -v sha256sum >/dev/null 2>&1; then
  sum_of() { sha256sum "$1" | cut -d' ' -f1; }
elif command -v shasum >/dev/null 2>&1; then
  sum_of() { shasum -a 256 "$1" | cut -d' ' -f1; }
else
  fail 'needs sha256sum or shasum'
fi

mkdir -p "$share/versions" "$prefix/bin"
# on the target's file system, so that the last step is a rename
work=$(mktemp -d "$share/.install.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

fetch "$base_url/SHA256SUMS" "$work/sums" || fail "cannot fetch $base_url/SHA256SUMS"
if [ -z "$version" ]; then
  version=$(sed -n "s/^[0-9a-f]\{64\}  agent-\(.*\)-$system-$cpu\.tar\.gz$/\1/p" "$work/sums" | tail -n 1)
  [ -n "$version" ] || fail "$base_url has no archive for $system-$cpu"
fi
case $version in *[!0-9A-Za-z.+-]*) fail "not a version: $version" 2 ;; esac
name=agent-$version-$system-$cpu
wanted=$(sed -n "s/^\([0-9a-f]\{64\}\)  $name\.tar\.gz$/\1/p" "$work/sums" | tail -n 1)
[ -n "$wanted" ] || fail "$base_url has no $name.tar.gz"
fetch "$base_url/$name.tar.gz" "$work/archive" || fail "cannot fetch $base_url/$name.tar.gz"
[ "$(sum_of "$work/archive")" = "$wanted" ] || fail "$name.tar.gz is not what SHA256SUMS says; nothing was installed"
tar -xzf "$work/archive" -C "$work"
found=$("$work/$name/bin/agent" --version) || fail 'the program of the archive does not run on this machine'
[ "$found" = "$version" ] || fail "the archive holds version $found, not $version"

rm -rf "${share:?}/versions/$version"
mv "$work/$name" "$share/versions/$version"
ln -s "versions/$version" "$work/current"
# remove the link first: mv has no portable option to replace a link to a directory
rm -f "$share/current"
mv "$work/current" "$share/current"
is_ours || ln -s "$share/current/bin/agent" "$command"
printf 'installed agent %s: %s\n' "$version" "$command"
case :$PATH: in
  *":$prefix/bin:"*) ;;
  *) printf 'To run it by its name, add this line to the file of your shell:\n  export PATH="%s/bin:%s"\n' "$prefix" "\$PATH" ;;
esac
