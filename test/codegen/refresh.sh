#!/usr/bin/env bash
# Rewrites the goldens of this folder from what build/bin/eulerc emits now. Look at the difference.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
golden=$root/test/codegen/Inputs/golden
emitted=$(mktemp)
trap 'rm "$emitted"' EXIT

# refresh NAME: of NAME.ode in this folder.
refresh() {
  "$root/build/bin/eulerc" "$1.ode" --emit=opencl -o "$emitted"
  python3 "$golden/../without_templates.py" "$root/templates" "$emitted" >"$golden/$1.cl"
}
cd "$root/examples/string"
"$root/build/bin/eulerc" string.ode --emit=step -o "$golden/string.step"
refresh string
cd "$golden"
refresh plane
refresh space
refresh sums
git -C "$root" --no-pager diff --stat test/codegen/Inputs/golden
