// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef BRAILLED_CSECCOMP_H
#define BRAILLED_CSECCOMP_H

#include <seccomp.h>
#include <stdint.h>

// The action that makes a call fail with this errno, which is a function-like macro in C.
static inline uint32_t cseccomp_refuse(uint16_t code) { return SCMP_ACT_ERRNO(code); }

#endif
