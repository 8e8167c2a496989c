// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef BRAILLED_CJANSSON_H
#define BRAILLED_CJANSSON_H

#include <jansson.h>

#endif
