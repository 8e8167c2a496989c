// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef BRAILLED_CSYSTEMD_H
#define BRAILLED_CSYSTEMD_H

#include <systemd/sd-daemon.h>
#include <systemd/sd-login.h>

#endif
