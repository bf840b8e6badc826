#include "CPNG.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

typedef struct {
    const uint8_t *bytes;
    size_t left;
} source;

typedef struct {
    uint8_t *bytes;
    size_t count, capacity;
} sink;

static void fail(png_structp png, png_const_charp text) {
    char *message = png_get_error_ptr(png);
    snprintf(message, CAMEO_PNG_MESSAGE_BYTES, "%s", text);
    png_longjmp(png, 1);
}

static void print_nothing(png_structp png, png_const_charp text) {
    (void)png;
    (void)text;
}

static void take(png_structp png, png_bytep target, size_t count) {
    source *from = png_get_io_ptr(png);
    if (count > from->left) png_error(png, "the file ends early");
    memcpy(target, from->bytes, count);
    from->bytes += count;
    from->left -= count;
}

static void put(png_structp png, png_bytep bytes, size_t count) {
    sink *to = png_get_io_ptr(png);
    if (count > to->capacity - to->count) {
        size_t capacity = to->capacity * 2 + count + 4096;
        uint8_t *grown = realloc(to->bytes, capacity);
        if (grown == NULL) png_error(png, "out of memory");
        to->bytes = grown;
        to->capacity = capacity;
    }
    memcpy(to->bytes + to->count, bytes, count);
    to->count += count;
}

static void flush_nothing(png_structp png) { (void)png; }

// Text, profiles and suggested palettes can be compressed without bound, and nothing here reads them.
static void skip_what_is_not_pixels(png_structp png) {
    static const png_byte names[] = "iCCP\0iTXt\0tEXt\0zTXt\0sPLT\0hIST\0eXIf\0pCAL\0sCAL\0tIME\0";
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, 0);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, names, (int)(sizeof(names) / 5));
    png_set_chunk_malloc_max(png, 1 << 20);
}

static void convert_to_rgba8(png_structp png, png_infop info) {
    png_byte color = png_get_color_type(png, info);
    if (png_get_bit_depth(png, info) == 16) png_set_scale_16(png);
    if (color == PNG_COLOR_TYPE_PALETTE) png_set_palette_to_rgb(png);
    if (!(color & PNG_COLOR_MASK_COLOR)) {
        if (png_get_bit_depth(png, info) < 8) png_set_expand_gray_1_2_4_to_8(png);
        png_set_gray_to_rgb(png);
    }
    if (png_get_valid(png, info, PNG_INFO_tRNS)) {
        png_set_tRNS_to_alpha(png);
    } else if (!(color & PNG_COLOR_MASK_ALPHA)) {
        png_set_add_alpha(png, 255, PNG_FILLER_AFTER);
    }
    png_set_interlace_handling(png);
    png_read_update_info(png, info);
}

static void read_pixels(
    png_structp png, png_infop info, uint32_t width, uint32_t height, uint8_t *pixels, uint8_t **row_pointers) {
    png_read_info(png, info);
    if (png_get_image_width(png, info) != width || png_get_image_height(png, info) != height) {
        png_error(png, "the size is not the one in the header");
    }
    convert_to_rgba8(png, info);
    if (png_get_rowbytes(png, info) != (size_t)width * 4) png_error(png, "the rows are not RGBA");
    for (uint32_t y = 0; y < height; y++) row_pointers[y] = pixels + (size_t)y * width * 4;
    png_read_image(png, row_pointers);
    png_read_end(png, NULL);
}

int cameo_png_decode(
    const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *pixels, uint8_t **row_pointers,
    char message[CAMEO_PNG_MESSAGE_BYTES]) {
    message[0] = 0;
    source from = {bytes, count};
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, message, fail, print_nothing);
    png_infop info = png == NULL ? NULL : png_create_info_struct(png);
    if (info == NULL) {
        png_destroy_read_struct(&png, NULL, NULL);
        snprintf(message, CAMEO_PNG_MESSAGE_BYTES, "libpng cannot start");
        return 0;
    }
    if (setjmp(png_jmpbuf(png))) {
        png_destroy_read_struct(&png, &info, NULL);
        return 0;
    }
    png_set_read_fn(png, &from, take);
    png_set_user_limits(png, width, height);
    skip_what_is_not_pixels(png);
    read_pixels(png, info, width, height, pixels, row_pointers);
    png_destroy_read_struct(&png, &info, NULL);
    return 1;
}

static void write_pixels(
    png_structp png, png_infop info, const uint8_t *pixels, uint32_t width, uint32_t height, int has_alpha) {
    int color = has_alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB;
    png_set_IHDR(
        png, info, width, height, 8, color, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    if (!has_alpha) png_set_filler(png, 0, PNG_FILLER_AFTER);
    for (uint32_t y = 0; y < height; y++) png_write_row(png, pixels + (size_t)y * width * 4);
    png_write_end(png, NULL);
}

int cameo_png_encode(
    const uint8_t *pixels, uint32_t width, uint32_t height, int has_alpha, int level, uint8_t **bytes, size_t *count,
    char message[CAMEO_PNG_MESSAGE_BYTES]) {
    message[0] = 0;
    *bytes = NULL;
    *count = 0;
    sink to = {NULL, 0, 0};
    sink *volatile kept = &to;
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, message, fail, print_nothing);
    png_infop info = png == NULL ? NULL : png_create_info_struct(png);
    if (info == NULL) {
        png_destroy_write_struct(&png, NULL);
        snprintf(message, CAMEO_PNG_MESSAGE_BYTES, "libpng cannot start");
        return 0;
    }
    if (setjmp(png_jmpbuf(png))) {
        png_destroy_write_struct(&png, &info);
        free(kept->bytes);
        return 0;
    }
    png_set_write_fn(png, &to, put, flush_nothing);
    png_set_compression_level(png, level);
    write_pixels(png, info, pixels, width, height, has_alpha);
    png_destroy_write_struct(&png, &info);
    *bytes = to.bytes;
    *count = to.count;
    return 1;
}

void cameo_png_free(uint8_t *bytes) { free(bytes); }
