#ifndef CAMEO_CCURSES_H
#define CAMEO_CCURSES_H
#define NCURSES_WIDECHAR 1
#include <ncurses.h>
#include <stdbool.h>
#include <sys/ioctl.h>
#include <term.h>
#include <termios.h>

#include "LateAnswers.h"
#include "TerminalRestorer.h"
#include "Writer.h"

// Macros and variadic functions, which Swift does not see.

static inline attr_t cameo_attr_bold(void) { return A_BOLD; }
static inline attr_t cameo_attr_dim(void) { return A_DIM; }
static inline attr_t cameo_attr_reverse(void) { return A_REVERSE; }
static inline attr_t cameo_attr_underline(void) { return A_UNDERLINE; }
static inline attr_t cameo_attr_normal(void) { return A_NORMAL; }

static inline mmask_t cameo_mouse_mask(void) {
    return BUTTON1_PRESSED | BUTTON1_RELEASED | BUTTON1_CLICKED | BUTTON2_PRESSED | BUTTON2_RELEASED | BUTTON2_CLICKED
         | BUTTON3_PRESSED | BUTTON3_RELEASED | BUTTON3_CLICKED | BUTTON4_PRESSED | BUTTON5_PRESSED;
}
/// Button 1–5 that went down in `state` (4 and 5 are the wheel), or 0.
static inline int cameo_button_pressed(mmask_t state) {
    if (state & (BUTTON1_PRESSED | BUTTON1_CLICKED)) return 1;
    if (state & (BUTTON2_PRESSED | BUTTON2_CLICKED)) return 2;
    if (state & (BUTTON3_PRESSED | BUTTON3_CLICKED)) return 3;
    if (state & BUTTON4_PRESSED) return 4;
    if (state & BUTTON5_PRESSED) return 5;
    return 0;
}

/// The capability's text, or NULL when absent, canceled or no string.
static inline const char *cameo_terminfo_string(const char *name) {
    char *found = tigetstr((char *)name);
    return found == (char *)-1 ? NULL : found;
}
static inline int cameo_terminfo_flag(const char *name) { return tigetflag((char *)name); }
static inline int cameo_terminfo_number(const char *name) { return tigetnum((char *)name); }

/// The window over the whole screen of the last newterm.
static inline WINDOW *cameo_stdscr(void) { return stdscr; }
/// The next doupdate clears the screen and writes every cell.
static inline void cameo_forget_screen(void) { clearok(curscr, TRUE); }

/// ncurses neither sets a scroll region nor uses one; after newterm.
static inline void cameo_forget_scroll_region(void) { change_scroll_region = NULL; }

static inline int cameo_window_size(int descriptor, struct winsize *size) {
    return ioctl(descriptor, TIOCGWINSZ, size);
}

/// Cells that a character takes in the locale: 0 for one that combines, -1 for one that cannot be shown.
int cameo_width(unsigned int scalar);
/// Name of the locale's character set.
const char *cameo_codeset(void);

/// Opens a pseudo-terminal that controls no session. -1 with errno when there is none.
int cameo_open_pseudo_terminal(int *master, int *slave);

#endif
