/* Plain ncurses: one color pair for each cell's two pixels, as a program without a painter of its own does it.
 *
 * usage: ncurses-pairs WIDTH HEIGHT FILE    (raw rgb24 frames, HEIGHT even; needs TERM=xterm-direct)
 */
#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: %s WIDTH HEIGHT FILE\n", argv[0]);
        return 2;
    }
    int width = atoi(argv[1]), height = atoi(argv[2]);
    FILE *file = fopen(argv[3], "rb");
    if (!file || width < 1 || height < 2) {
        perror(argv[3]);
        return 1;
    }
    size_t size = (size_t)width * (size_t)height * 3;
    unsigned char *frame = malloc(size);
    setlocale(LC_ALL, "");
    initscr();
    start_color();
    if (!frame || COLORS < 0x1000000) {
        endwin();
        fprintf(stderr, "no direct colors with this TERM\n");
        return 1;
    }
    curs_set(0);
    while (fread(frame, 1, size, file) == size) {
        for (int y = 0; y < height / 2; y++) {
            for (int x = 0; x < width; x++) {
                const unsigned char *top = frame + ((size_t)(2 * y) * width + x) * 3;
                const unsigned char *bottom = top + (size_t)width * 3;
                int back = top[0] << 16 | top[1] << 8 | top[2];
                int fore = bottom[0] << 16 | bottom[1] << 8 | bottom[2];
                int pair = alloc_pair(fore, back);
                cchar_t cell;
                setcchar(&cell, L"\u2584", 0, 0, &pair);
                mvadd_wch(y, x, &cell);
            }
        }
        refresh();
    }
    endwin();
    return 0;
}
