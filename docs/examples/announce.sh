#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Announces something from a script; ends with 1 if brailled does not take it.
#   announce.sh TEXT...
set -eu
socket=${BRAILLED_SOCKET:-${XDG_RUNTIME_DIR:?is not set; set BRAILLED_SOCKET}/brailled/socket}

# A text as JSON has it.
quoted() { printf %s "$*" | tr '\000-\037' ' ' | sed 's/[\\"]/\\&/g'; }

# Either of these will do: netcat-openbsd (-N: at the end of the input it takes its leave) or socat
# (-t: how long an answer may take then).
connect() {
  if [ "${VIA:-nc}" = nc ]; then nc -UN "$socket"; else socat -t 5 - "UNIX-CONNECT:$socket"; fi
}

# With an id it is a request, which is answered.
printf '{"id":1,"method":"announce","params":{"text":"%s"}}\n' "$(quoted "$*")" |
  connect | grep -q '"result"'
