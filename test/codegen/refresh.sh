#!/usr/bin/env bash
# Rewrites the goldens of this folder from what build/bin/eulerc emits now. Look at the difference.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root/examples/string"
for kind in opencl:cl step:step; do
  "$root/build/bin/eulerc" string.ode --emit="${kind%:*}" -o "$root/test/codegen/Inputs/golden/string.${kind#*:}"
done
git -C "$root" --no-pager diff --stat test/codegen/Inputs/golden
