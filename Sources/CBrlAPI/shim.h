// SPDX-License-Identifier: GPL-3.0-or-later
//
// libbrlapi for Swift. Missing otherwise: every BRLAPI_KEY_* (UINT64_C is not imported), the
// initializer macros, and brlapi_error, a macro behind which Swift would find a global variable
// that stays zero. Only the functions that take a handle are shown.

#ifndef BRAILLED_CBRLAPI_H
#define BRAILLED_CBRLAPI_H

#define BRLAPI_NO_DEPRECATED
#define BRLAPI_NO_SINGLE_SESSION
#include <brlapi.h>
#include <brlapi_protocol.h>
#include <stdlib.h>

// Parts of a 64-bit key code.
enum : uint64_t {
  CBRLAPI_TYPE_MASK = BRLAPI_KEY_TYPE_MASK,
  CBRLAPI_TYPE_COMMAND = BRLAPI_KEY_TYPE_CMD,
  CBRLAPI_TYPE_KEYSYM = BRLAPI_KEY_TYPE_SYM,
  CBRLAPI_COMMAND_PASSDOTS = BRLAPI_KEY_TYPE_CMD | BRLAPI_KEY_CMD_PASSDOTS,
  CBRLAPI_COMMAND_OFFLINE = BRLAPI_KEY_TYPE_CMD | BRLAPI_KEY_CMD_OFFLINE,
  CBRLAPI_COMMAND_NOOP = BRLAPI_KEY_TYPE_CMD | BRLAPI_KEY_CMD_NOOP,
};

// Types of packets, and the most bytes that one has behind its header.
enum : uint32_t {
  CBRLAPI_PACKET_SYNCHRONIZE = BRLAPI_PACKET_SYNCHRONIZE,
  CBRLAPI_PACKET_ACKNOWLEDGEMENT = BRLAPI_PACKET_ACK,
  CBRLAPI_PACKET_ERROR = BRLAPI_PACKET_ERROR,
  CBRLAPI_PACKET_EXCEPTION = BRLAPI_PACKET_EXCEPTION,
  CBRLAPI_PACKET_LONGEST = BRLAPI_MAXPACKETSIZE,
};

// The calling thread's last error.
static inline brlapi_error_t cbrlapi_error(void) { return *brlapi_error_location(); }

// A handle of the size that this version of the library wants; NULL without memory.
static inline brlapi_handle_t *cbrlapi_handle_create(void) {
  return (brlapi_handle_t *)calloc(1, brlapi_getHandleSize());
}

static inline void cbrlapi_handle_free(brlapi_handle_t *handle) { free(handle); }

// Exceptions are told by brlapi__sync's result as well; the library's own handler aborts.
static inline void cbrlapi_exception(
    brlapi_handle_t *handle, int error, brlapi_packetType_t type, const void *packet,
    size_t size) {
  (void)handle; (void)error; (void)type; (void)packet; (void)size;
}

// openConnection installs the aborting handler again each time: call this after each open.
static inline void cbrlapi_survive_exceptions(brlapi_handle_t *handle) {
  brlapi__setExceptionHandler(handle, cbrlapi_exception);
}

// Writes dots and their print to all `count` cells, without a cursor; 0 or -1.
static inline int cbrlapi_write(
    brlapi_handle_t *handle, unsigned count, const char *text, const unsigned char *dots,
    const unsigned char *zeros) {
  brlapi_writeArguments_t arguments = BRLAPI_WRITEARGUMENTS_INITIALIZER;
  arguments.regionBegin = 1;
  arguments.regionSize = (int)count;
  arguments.text = (char *)text;
  arguments.charset = (char *)"UTF-8";
  arguments.andMask = (unsigned char *)zeros;
  arguments.orMask = (unsigned char *)dots;
  arguments.cursor = 0;
  return brlapi__write(handle, &arguments);
}

// Writes nothing: gives the display back to whoever is next.
static inline int cbrlapi_write_nothing(brlapi_handle_t *handle) {
  brlapi_writeArguments_t arguments = BRLAPI_WRITEARGUMENTS_INITIALIZER;
  return brlapi__write(handle, &arguments);
}

#endif
