#!/usr/bin/env bash
# Rewrites the goldens of this folder from what build/bin/eulerc emits now. Look at the difference.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
golden=$root/test/codegen/Inputs/golden
emitted=$(mktemp)
trap 'rm "$emitted"' EXIT
cd "$root/examples/string"
"$root/build/bin/eulerc" string.ode --emit=step -o "$golden/string.step"
"$root/build/bin/eulerc" string.ode --emit=opencl -o "$emitted"
python3 "$golden/../without_templates.py" "$root/templates" "$emitted" >"$golden/string.cl"
git -C "$root" --no-pager diff --stat test/codegen/Inputs/golden
