// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef BRAILLED_CINIH_H
#define BRAILLED_CINIH_H

#include <ini.h>

#endif
