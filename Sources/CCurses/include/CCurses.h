#ifndef CAMEO_CCURSES_H
#define CAMEO_CCURSES_H
#define NCURSES_WIDECHAR 1
#include <ncurses.h>
#include <term.h>
#endif
