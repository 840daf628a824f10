#!/bin/sh
# A solver whose --verify finds a difference: the real one, called $0.real, with its verdict turned round.
"$0.real" "$@" || exit
case "$*" in
*--verify*)
  stats=$(echo "$*" | sed 's/.*--stats \([^ ]*\).*/\1/')
  sed -i 's/"bitwise": *true/"bitwise": false/' "$stats"
  exit 4
  ;;
esac
