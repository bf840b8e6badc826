// Scales frames of Y4M with libyuv: i420-scale FILE X WIDTH HEIGHT COLUMNS ROWS takes the part of that width at X, prints us a frame.
#include <libyuv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

int main(int count, char **words) {
    if (count != 7) return 2;
    FILE *file = fopen(words[1], "rb");
    char line[1024];
    int full = 0, height = 0;
    if (!file || !fgets(line, sizeof line, file) || sscanf(line, "YUV4MPEG2 W%d H%d", &full, &height) != 2) return 1;
    int x = atoi(words[2]), width = atoi(words[3]), part = atoi(words[4]), columns = atoi(words[5]), rows = atoi(words[6]);
    int half = (full + 1) / 2, small = (columns + 1) / 2, smallRows = (rows + 1) / 2;
    size_t luma = (size_t)full * height, chroma = (size_t)half * ((height + 1) / 2);
    unsigned char *frame = malloc(luma + 2 * chroma), *scaled = malloc(columns * rows + 2 * small * smallRows);
    unsigned char *pixels = malloc(columns * rows * 4);
    int frames = 0;
    double spent = 0;
    while (fgets(line, sizeof line, file) && fread(frame, 1, luma + 2 * chroma, file) == luma + 2 * chroma) {
        unsigned char *u = scaled + columns * rows, *v = u + small * smallRows;
        double start = now();
        I420Scale(frame + x, full, frame + luma + x / 2, half, frame + luma + chroma + x / 2, half, width, part, scaled,
                  columns, u, small, v, small, columns, rows, kFilterBox);
        I420ToARGB(scaled, columns, u, small, v, small, pixels, columns * 4, columns, rows);
        spent += now() - start;
        frames++;
    }
    printf("%d frames, %d us each\n", frames, frames ? (int)(spent / frames) : 0);
    return frames ? 0 : 1;
}
