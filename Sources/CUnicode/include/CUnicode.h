#ifndef CAMEO_CUNICODE_H
#define CAMEO_CUNICODE_H

#include <stdint.h>

// What Cameo needs of ICU and FriBidi: where words end, how letters are composed, what bytes of other encodings say, and in which order
// letters stand in a row. The libraries' own headers are not
// named here: names of ICU's functions have its version in them, and FriBidi's lie in a folder of their own.

/// Borders of words by Unicode's rules and ICU's dictionaries (UAX 29; Chinese, Japanese, Thai, Lao, Khmer, Burmese).
/// `text`: `count` units of UTF-16. `ends`, `are_words`: room for `count` each; filled with the end of each piece, in units, and whether
/// it is a word and no punctuation or blank. Returns how many pieces; -1 when the library has none of its data. From any thread.
int cameo_word_ends(const uint16_t *text, int count, int32_t *ends, uint8_t *are_words);

/// Letters and their marks as Unicode composes them (UAX 15): NFC, or NFKC where `is_compatible`.
/// `text`: `count` units of UTF-16. `composed`: room for `room` units. Returns how many there are; -1 when the library cannot, or there is
/// no room for them. From any thread.
int cameo_compose(const uint16_t *text, int count, int is_compatible, uint16_t *composed, int room);

/// Whether nothing of what stands before this scalar is ever composed with it: a text may be cut here, and composed in parts.
int cameo_composes_anew(uint32_t scalar);

/// Bytes of an encoding as units of UTF-16; what is nothing in it is U+FFFD.
/// `encoding`: as ICU names it; of one in which no byte makes more than one unit. `units`: room for `count`.
/// Returns how many units; -1 when the library does not know the encoding. From any thread.
int cameo_decode(const char *encoding, const uint8_t *bytes, int count, uint16_t *units);

/// Whether a paragraph is written from right to left: the direction of its first letter that has one (UAX 9, P2 and P3).
int cameo_is_right_to_left(const uint32_t *text, int count);

/// One row of a paragraph as it stands from left to right (UAX 9), with Arabic letters joined and brackets mirrored.
/// `text`: `count` scalars, changed in place into the letters that are seen, in the order of the text. `order`: room for `count`; at each
/// place from the left which one of `text` stands there. Marks stay behind what they stand on. Returns 0 when there is no memory.
/// From any thread.
int cameo_visual_order(uint32_t *text, int count, int is_right_to_left, int32_t *order);

#endif
