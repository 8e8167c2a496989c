#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Tells how far a long job is: reads lines, as "10 %", and announces each in the place of the one
# before.
#   LONG-JOB | progress.sh NAME
set -eu
socket=${BRAILLED_SOCKET:-${XDG_RUNTIME_DIR:?is not set; set BRAILLED_SOCKET}/brailled/socket}
name=$(printf %s "${1:?names the job}" | tr '\000-\037' ' ' | sed 's/[\\"]/\\&/g')

connect() {
  if [ "${VIA:-nc}" = nc ]; then nc -UN "$socket"; else socat -t 5 - "UNIX-CONNECT:$socket"; fi
}

# A tag is the connection's own: so there is one connection for all lines. The last announcement
# waits in its turn like any other, and is in the history.
{
  printf '{"method":"hello","params":{"name":"%s"}}\n' "$name"
  while IFS= read -r line; do
    line=$(printf %s "$line" | tr '\000-\037' ' ' | sed 's/[\\"]/\\&/g')
    printf '{"method":"announce","params":{"text":"%s %s","tag":"progress","private":true}}\n' \
      "$name" "$line"
  done
  printf '{"method":"announce","params":{"text":"","tag":"progress"}}\n'
  printf '{"method":"announce","params":{"text":"%s is finished"}}\n' "$name"
} | connect
