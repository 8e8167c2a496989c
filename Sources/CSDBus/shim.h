// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef BRAILLED_CSDBUS_H
#define BRAILLED_CSDBUS_H

#include <systemd/sd-bus.h>

#endif
