// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the least program for a braille display does, in C: it finds the label in a line of JSON,
// translates it, and hands the cells to BrlAPI. It understands nothing else, cuts what is too
// long, and hangs when liblouis does.
//
// client TABLE HOST; the lines come on its standard input, which is a socket.
#include <brlapi.h>
#include <liblouis/liblouis.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { CELLS = 40, LENGTH = 512, OUTPUT = 8192 };

static const char suffix[] = " btn";

static void be_quiet(logLevels level, const char *message) {
  (void)level;
  (void)message;
}

// The label of a line, as it stands there: none of the labels has an escape in it.
static int find_label(char *line, char *label) {
  char *start = strstr(line, "\"label\":\"");
  if (start == NULL) return 0;
  start += 9;
  char *end = strchr(start, '"');
  if (end == NULL || end - start > LENGTH - 16) return 0;
  memcpy(label, start, (size_t)(end - start));
  strcpy(label + (end - start), suffix);
  return 1;
}

static int decode(const char *bytes, widechar *text) {
  const unsigned char *at = (const unsigned char *)bytes;
  int count = 0;
  while (*at != 0) {
    int more = *at < 0x80 ? 0 : *at < 0xE0 ? 1 : *at < 0xF0 ? 2 : 3;
    widechar character = more == 0 ? *at : *at & (0x3F >> more);
    for (at++; more > 0 && *at != 0; more--, at++) character = character << 6 | (*at & 0x3F);
    text[count++] = character;
  }
  return count;
}

// The first characters of a text, one for each cell, and blanks behind them.
static void fill(char *text, const char *label) {
  int characters = 0;
  while (*label != 0 && characters < CELLS) {
    do *text++ = *label++;
    while ((*label & 0xC0) == 0x80);
    characters++;
  }
  memset(text, ' ', (size_t)(CELLS - characters));
  text[CELLS - characters] = 0;
}

static int show(const char *table, const char *label) {
  static widechar input[LENGTH], output[OUTPUT];
  static int output_positions[LENGTH], input_positions[OUTPUT];
  static unsigned char cells[CELLS], zeros[CELLS];
  char text[4 * CELLS + 1];
  int length = decode(label, input);
  int written = 13 * length + 16;
  if (!lou_translate(
          table, input, &length, output, &written, NULL, NULL, output_positions,
          input_positions, NULL, dotsIO | ucBrl))
    return 0;
  for (int index = 0; index < CELLS; index++) cells[index] = index < written ? output[index] : 0;
  fill(text, label);
  brlapi_writeArguments_t arguments = BRLAPI_WRITEARGUMENTS_INITIALIZER;
  arguments.regionBegin = 1;
  arguments.regionSize = CELLS;
  arguments.text = text;
  arguments.charset = "UTF-8";
  arguments.andMask = zeros;
  arguments.orMask = cells;
  arguments.cursor = 0;
  return brlapi_write(&arguments) == 0;
}

int main(int count, char **arguments) {
  static char line[65536];
  char label[LENGTH];
  size_t filled = 0;
  if (count != 3) return 2;
  lou_registerLogCallback(be_quiet);
  if (lou_getTable(arguments[1]) == NULL) return 1;
  brlapi_connectionSettings_t settings = {.auth = "none", .host = arguments[2]};
  if (brlapi_openConnection(&settings, NULL) < 0) return 1;
  if (brlapi_enterTtyModeWithPath(NULL, 0, NULL) < 0) return 1;
  while (1) {
    ssize_t got = read(0, line + filled, sizeof line - 1 - filled);
    if (got <= 0) return 0;
    filled += (size_t)got;
    line[filled] = 0;
    char *start = line, *end;
    while ((end = strchr(start, '\n')) != NULL) {
      *end = 0;
      if (find_label(start, label) && !show(arguments[1], label)) return 1;
      start = end + 1;
    }
    filled -= (size_t)(start - line);
    memmove(line, start, filled);
  }
}
