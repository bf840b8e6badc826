#!/bin/sh
# Draws the avatar pack and writes the demo message: make.sh DEMO.ndjson [--keep-pack]
# Then: cameo convert DEMO.ndjson assets/demo.cameo
# Needs python3 with venv, libespeak-ng1, espeak-ng-data and lame.
set -eu
[ $# -ge 1 ] || { echo "usage: $0 DEMO.ndjson [--keep-pack]" >&2; exit 2; }
out=$1
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
pack=$root/assets/avatars/mira
python=$root/.venv/bin/python
[ -x "$python" ] || python3 -m venv "$root/.venv"
"$python" -m pip install --quiet --disable-pip-version-check -r "$here/requirements.txt"
[ "${2:-}" = --keep-pack ] || "$python" "$here/draw_pack.py" "$pack"
"$python" "$here/make_demo.py" "$pack" "$out"
