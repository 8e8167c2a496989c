// SPDX-License-Identifier: GPL-3.0-or-later
//
// The break iterators of libicu for Swift. Its functions carry its version in their names
// (ubrk_open_72) and are found by macros, which Swift does not see.

#ifndef BRAILLED_CICU_H
#define BRAILLED_CICU_H

#include <stdint.h>
#include <unicode/ubrk.h>

// An iterator over the words of UTF-16 text, which must stay where it is; NULL if there is none.
static inline UBreakIterator *cicu_open_words(
    const char *locale, const uint16_t *text, int32_t length) {
  UErrorCode status = U_ZERO_ERROR;
  UBreakIterator *words = ubrk_open(UBRK_WORD, locale, (const UChar *)text, length, &status);
  if (U_SUCCESS(status)) return words;
  if (words) ubrk_close(words);
  return 0;
}

// The next boundary; negative if there is none.
static inline int32_t cicu_next(UBreakIterator *words) { return ubrk_next(words); }

// Whether what is before the boundary is a word: not blanks or punctuation.
static inline int cicu_is_word(UBreakIterator *words) {
  return ubrk_getRuleStatus(words) >= UBRK_WORD_NONE_LIMIT;
}

static inline void cicu_close(UBreakIterator *words) { ubrk_close(words); }

#endif
