#!/bin/bash
# Whether two compilers emit the same text, byte for byte, of all examples and oracle programs:
#   test/tools/same_text.sh OLD/bin/eulerc build/bin/eulerc
# For changes that only move code about.
set -u
old=$1 new=$2
root=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$root" || exit 2
count=0 differ=0
for program in examples/*/*.ode test/oracle/programs/*.ode; do
  for options in "--emit=opencl" "--emit=host" "--emit=host --real=double --contract=off"; do
    # shellcheck disable=SC2086
    "$old" "$program" $options -o - --explain >"$scratch/old" 2>"$scratch/old.says"
    # shellcheck disable=SC2086
    "$new" "$program" $options -o - --explain >"$scratch/new" 2>"$scratch/new.says"
    count=$((count + 1))
    if ! cmp -s "$scratch/old" "$scratch/new" || ! cmp -s "$scratch/old.says" "$scratch/new.says"; then
      echo "$program $options differs"
      diff "$scratch/old" "$scratch/new" | head -5
      diff "$scratch/old.says" "$scratch/new.says" | head -5
      differ=$((differ + 1))
    fi
  done
done
echo "$count texts, $differ differ"
[ "$differ" = 0 ]
