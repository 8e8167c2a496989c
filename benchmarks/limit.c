// SPDX-License-Identifier: GPL-3.0-or-later
//
// The limit: liblouis alone, on labels that are prepared, with positions. No program that shows
// them can be faster.
//
// limit TABLE LABELS SUFFIX, where LABELS has a label a line. For each line "FIRST COUNT" that
// it reads it translates so many labels from that one on, and prints how many ns it took.
#include <liblouis/liblouis.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LABELS = 4096, LENGTH = 512, OUTPUT = 8192 };

struct label {
  widechar text[LENGTH];
  int length;
};

static struct label labels[LABELS];

static void be_quiet(logLevels level, const char *message) {
  (void)level;
  (void)message;
}

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

// Decodes UTF-8 that is known to be right; gives the number of characters.
static int decode(const char *bytes, widechar *text) {
  const unsigned char *at = (const unsigned char *)bytes;
  int count = 0;
  while (*at != 0 && count < LENGTH - 1) {
    int more = *at < 0x80 ? 0 : *at < 0xE0 ? 1 : *at < 0xF0 ? 2 : 3;
    widechar character = more == 0 ? *at : *at & (0x3F >> more);
    for (at++; more > 0 && *at != 0; more--, at++) character = character << 6 | (*at & 0x3F);
    text[count++] = character;
  }
  return count;
}

static int read_labels(const char *path, const char *suffix) {
  FILE *file = fopen(path, "r");
  char line[LENGTH];
  int count = 0;
  if (file == NULL) return 0;
  while (count < LABELS && fgets(line, sizeof line - 64, file) != NULL) {
    line[strcspn(line, "\n")] = 0;
    if (line[0] == 0) continue;
    strncat(line, suffix, 32);
    labels[count].length = decode(line, labels[count].text);
    count++;
  }
  fclose(file);
  return count;
}

static void translate(const char *table, struct label *label) {
  static widechar output[OUTPUT];
  static int output_positions[LENGTH], input_positions[OUTPUT];
  int length = label->length;
  int written = 20 * length + 64;
  if (written > OUTPUT) written = OUTPUT;
  lou_translate(
      table, label->text, &length, output, &written, NULL, NULL, output_positions,
      input_positions, NULL, dotsIO | ucBrl);
}

int main(int count, char **arguments) {
  char line[64];
  if (count != 4) return 2;
  lou_registerLogCallback(be_quiet);
  int all = read_labels(arguments[2], arguments[3]);
  if (all == 0 || lou_getTable(arguments[1]) == NULL) return 1;
  while (fgets(line, sizeof line, stdin) != NULL) {
    int first = 0, wanted = 0;
    if (sscanf(line, "%d %d", &first, &wanted) != 2) return 2;
    long long start = now();
    for (int index = 0; index < wanted; index++)
      translate(arguments[1], &labels[(first + index) % all]);
    printf("%lld\n", now() - start);
    fflush(stdout);
  }
  return 0;
}
