#ifndef CAMEO_CPNG_H
#define CAMEO_CPNG_H
#include <stddef.h>
#include <stdint.h>

// libpng reports errors by a callback that must not return, so setjmp and longjmp stay on this side of the border.

#define CAMEO_PNG_MESSAGE_BYTES 256

// Decodes one PNG file into `pixels`: RGBA, 8 bits a channel, straight alpha, `width * height * 4` bytes.
// The file's own size must be `width` x `height`; `row_pointers` is scratch space for `height` pointers.
// Returns 1, or 0 with a message that ends in NUL. The file is read up to its end mark: a cut file is an error.
int cameo_png_decode(
    const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *pixels, uint8_t **row_pointers,
    char message[CAMEO_PNG_MESSAGE_BYTES]);

// Encodes RGBA pixels as PNG into memory that `cameo_png_free` releases. `level` is zlib's, 0 to 9.
// Returns 1, or 0 with a message that ends in NUL (and `*bytes` NULL).
int cameo_png_encode(
    const uint8_t *pixels, uint32_t width, uint32_t height, int has_alpha, int level, uint8_t **bytes, size_t *count,
    char message[CAMEO_PNG_MESSAGE_BYTES]);

void cameo_png_free(uint8_t *bytes);
#endif
