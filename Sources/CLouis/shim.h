// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef BRAILLED_CLOUIS_H
#define BRAILLED_CLOUIS_H

#include <liblouis/liblouis.h>

#endif
