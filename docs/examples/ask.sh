#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Asks on the braille display, and ends with 0 for Yes, 1 for No or Escape, 2 without an answer.
#   ask.sh QUESTION
# The arrow keys go from one button to the other; a routing key on a button, or Enter, presses it.
set -eu
socket=${BRAILLED_SOCKET:-${XDG_RUNTIME_DIR:?is not set; set BRAILLED_SOCKET}/brailled/socket}
question=$(printf %s "${1:?is the question}" | tr '\000-\037' ' ' | sed 's/[\\"]/\\&/g')

# What is said goes through a pipe with a name, so that it can be said while an answer is read.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkfifo "$folder/said"

connect() {
  if [ "${VIA:-nc}" = nc ]; then nc -UN "$socket"; else socat -t 5 - "UNIX-CONNECT:$socket"; fi
}

say() { printf '%s\n' "$1" >&3; }

# The dialog is what the button is in: it is read with the first one.
focus() {
  say '{"method":"focus","params":{"element":{"id":"'"$1"'","role":"button","label":"'"$1"'"},'\
'"ancestors":[{"id":"question","role":"dialog","label":"'"$question"'"}]}}'
}

answer() {
  # Nobody else has this end: when it is closed the connection is over.
  exec 3>"$folder/said"
  say '{"method":"hello","params":{"name":"Question","commands":["move","activate","escape"]}}'
  shown=Yes
  focus $shown
  while IFS= read -r line; do
    case $line in
      *'"command":"activate"'*) echo "$shown"; break ;;
      *'"command":"escape"'*) echo No; break ;;
      *'"command":"move"'*)
        if [ $shown = Yes ]; then shown=No; else shown=Yes; fi
        focus $shown
        ;;
    esac
  done
  exec 3>&-
}

answer=$(connect <"$folder/said" | answer)
case $answer in
  Yes) echo Yes ;;
  No) echo No; exit 1 ;;
  *) exit 2 ;;
esac
