#ifndef CAMEO_CJPEG_H
#define CAMEO_CJPEG_H
#include <stddef.h>
#include <stdint.h>

// libjpeg reports errors by a callback that must not return, so setjmp and longjmp stay on this side of the border.

#define CAMEO_JPEG_MESSAGE_BYTES 256

// Decodes one JPEG file into `pixels`: RGBA, 8 bits a channel, alpha 255, `width * height * 4` bytes.
// The file's own size must be `width` x `height`. Gray, YCbCr, RGB, CMYK and YCCK files are accepted.
// Returns 1, or 0 with a message that ends in NUL. A file that ends early or whose data is corrupt is an error.
int cameo_jpeg_decode(
    const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *pixels,
    char message[CAMEO_JPEG_MESSAGE_BYTES]);
#endif
