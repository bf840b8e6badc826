#include "CJPEG.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>
#include <jerror.h>

// A progressive file may hold any number of scans over the whole picture in a few bytes each; usual are ten.
#define SCAN_LIMIT 50

typedef struct {
    struct jpeg_error_mgr base;
    jmp_buf escape;
    char *message;
} error_state;

static void fail(j_common_ptr common) {
    error_state *state = (error_state *)common->err;
    common->err->format_message(common, state->message);
    longjmp(state->escape, 1);
}

static int is_harmless(int code) {
    return code == JWRN_EXTRANEOUS_DATA || code == JWRN_JFIF_MAJOR || code == JWRN_ADOBE_XFORM;
}

// Level -1 is a warning: libjpeg would go on with gray or repeated blocks, half a picture.
static void emit(j_common_ptr common, int level) {
    if (level < 0 && !is_harmless(common->err->msg_code)) fail(common);
}

static void print_nothing(j_common_ptr common) { (void)common; }

static void count_scans(j_common_ptr common) {
    if (!common->is_decompressor) return;
    if (((j_decompress_ptr)common)->input_scan_number <= SCAN_LIMIT) return;
    error_state *state = (error_state *)common->err;
    snprintf(state->message, CAMEO_JPEG_MESSAGE_BYTES, "more than %d scans", SCAN_LIMIT);
    longjmp(state->escape, 1);
}

static inline uint8_t product(uint32_t a, uint32_t b) { return (uint8_t)((a * b + 127) / 255); }

// Photoshop writes CMYK as "255 is no ink" and marks the file as Adobe's; others write it as ink.
static void cmyk_to_rgba(const uint8_t *cmyk, uint8_t *rgba, uint32_t width, int inverted) {
    for (uint32_t x = 0; x < width; x++, cmyk += 4, rgba += 4) {
        uint8_t flip = inverted ? 0 : 255;
        uint32_t key = cmyk[3] ^ flip;
        rgba[0] = product(cmyk[0] ^ flip, key);
        rgba[1] = product(cmyk[1] ^ flip, key);
        rgba[2] = product(cmyk[2] ^ flip, key);
        rgba[3] = 255;
    }
}

static void decode_rows(struct jpeg_decompress_struct *file, uint32_t width, uint8_t *pixels) {
    int is_cmyk = file->jpeg_color_space == JCS_CMYK || file->jpeg_color_space == JCS_YCCK;
    file->out_color_space = is_cmyk ? JCS_CMYK : JCS_EXT_RGBA;
    jpeg_start_decompress(file);
    JSAMPARRAY line = NULL;
    if (is_cmyk) {
        line = file->mem->alloc_sarray((j_common_ptr)file, JPOOL_IMAGE, width * 4, 1);
    }
    while (file->output_scanline < file->output_height) {
        uint8_t *row = pixels + (size_t)file->output_scanline * width * 4;
        JSAMPROW target = is_cmyk ? line[0] : row;
        if (jpeg_read_scanlines(file, &target, 1) == 1 && is_cmyk) {
            cmyk_to_rgba(line[0], row, width, file->saw_Adobe_marker);
        }
    }
    jpeg_finish_decompress(file);
}

int cameo_jpeg_decode(
    const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *pixels,
    char message[CAMEO_JPEG_MESSAGE_BYTES]) {
    struct jpeg_decompress_struct file;
    struct jpeg_progress_mgr progress;
    error_state state;
    message[0] = 0;
    state.message = message;
    file.err = jpeg_std_error(&state.base);
    state.base.error_exit = fail;
    state.base.emit_message = emit;
    state.base.output_message = print_nothing;
    if (setjmp(state.escape)) {
        jpeg_destroy_decompress(&file);
        return 0;
    }
    jpeg_create_decompress(&file);
    progress.progress_monitor = count_scans;
    file.progress = &progress;
    jpeg_mem_src(&file, (unsigned char *)bytes, count);
    jpeg_read_header(&file, TRUE);
    if (file.image_width != width || file.image_height != height) {
        snprintf(
            message, CAMEO_JPEG_MESSAGE_BYTES, "expected %ux%u pixels, found %ux%u", width, height, file.image_width,
            file.image_height);
        longjmp(state.escape, 1);
    }
    decode_rows(&file, width, pixels);
    jpeg_destroy_decompress(&file);
    return 1;
}
