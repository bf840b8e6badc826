#include "CUnicode.h"

#include <fribidi/fribidi.h>
#include <stdlib.h>
#include <unicode/ubrk.h>
#include <unicode/ucnv.h>
#include <unicode/unorm2.h>

int cameo_word_ends(const uint16_t *text, int count, int32_t *ends, uint8_t *are_words) {
    UErrorCode status = U_ZERO_ERROR;
    // Dictionaries follow the script; a language would change nothing.
    UBreakIterator *borders = ubrk_open(UBRK_WORD, "", (const UChar *)text, count, &status);
    if (borders == NULL || U_FAILURE(status)) return -1;
    int found = 0;
    for (int32_t end = ubrk_next(borders); end != UBRK_DONE && found < count; end = ubrk_next(borders)) {
        ends[found] = end;
        are_words[found] = ubrk_getRuleStatus(borders) >= UBRK_WORD_NONE_LIMIT;
        found++;
    }
    ubrk_close(borders);
    return found;
}

int cameo_compose(const uint16_t *text, int count, int is_compatible, uint16_t *composed, int room) {
    UErrorCode status = U_ZERO_ERROR;
    // The library's own, which is never closed.
    const UNormalizer2 *form = is_compatible ? unorm2_getNFKCInstance(&status) : unorm2_getNFCInstance(&status);
    if (U_FAILURE(status)) return -1;
    int32_t found = unorm2_normalize(form, (const UChar *)text, count, (UChar *)composed, room, &status);
    return U_FAILURE(status) ? -1 : found;
}

int cameo_composes_anew(uint32_t scalar) {
    UErrorCode status = U_ZERO_ERROR;
    const UNormalizer2 *form = unorm2_getNFCInstance(&status);
    return U_FAILURE(status) || unorm2_hasBoundaryBefore(form, (UChar32)scalar);
}

int cameo_decode(const char *encoding, const uint8_t *bytes, int count, uint16_t *units) {
    UErrorCode status = U_ZERO_ERROR;
    UConverter *converter = ucnv_open(encoding, &status);
    if (converter == NULL || U_FAILURE(status)) return -1;
    UChar *end = (UChar *)units;
    const char *from = (const char *)bytes;
    // What would have no room any more is left out.
    ucnv_toUnicode(converter, &end, end + count, &from, from + count, NULL, 1, &status);
    ucnv_close(converter);
    return (int)(end - (UChar *)units);
}

int cameo_is_right_to_left(const uint32_t *text, int count) {
    // Letter by letter: the library's own way wants the types of all of a text that may be long.
    for (int i = 0; i < count; i++) {
        FriBidiCharType type = fribidi_get_bidi_type(text[i]);
        if (FRIBIDI_IS_LETTER(type)) return FRIBIDI_IS_RTL(type) ? 1 : 0;
    }
    return 0;
}

int cameo_visual_order(uint32_t *text, int count, int is_right_to_left, int32_t *order) {
    if (count <= 0) return 1;
    size_t n = (size_t)count;
    FriBidiCharType *types = malloc(n * sizeof *types);
    FriBidiBracketType *brackets = malloc(n * sizeof *brackets);
    FriBidiLevel *levels = malloc(n * sizeof *levels);
    FriBidiArabicProp *joining = malloc(n * sizeof *joining);
    int is_done = 0;
    if (types != NULL && brackets != NULL && levels != NULL && joining != NULL) {
        FriBidiParType direction = is_right_to_left ? FRIBIDI_PAR_RTL : FRIBIDI_PAR_LTR;
        FriBidiFlags flags = FRIBIDI_FLAGS_DEFAULT | FRIBIDI_FLAGS_ARABIC;
        fribidi_get_bidi_types(text, count, types);
        fribidi_get_bracket_types(text, count, types, brackets);
        if (fribidi_get_par_embedding_levels_ex(types, brackets, count, &direction, levels) != 0) {
            fribidi_get_joining_types(text, count, joining);
            fribidi_join_arabic(types, count, levels, joining);
            fribidi_shape(flags, levels, count, joining, text);
            for (int i = 0; i < count; i++) order[i] = i;
            is_done = fribidi_reorder_line(flags, types, count, 0, direction, levels, NULL, order) != 0;
        }
    }
    free(types);
    free(brackets);
    free(levels);
    free(joining);
    return is_done;
}
