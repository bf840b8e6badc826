#define _GNU_SOURCE 1
#include "CCurses.h"

#include <fcntl.h>
#include <langinfo.h>
#include <stdlib.h>
#include <unistd.h>
#include <wchar.h>

int cameo_width(unsigned int scalar) { return wcwidth((wchar_t)scalar); }

const char *cameo_codeset(void) { return nl_langinfo(CODESET); }

int cameo_open_pseudo_terminal(int *master, int *slave) {
    *master = posix_openpt(O_RDWR | O_NOCTTY);
    if (*master < 0 || grantpt(*master) != 0 || unlockpt(*master) != 0) return -1;
    *slave = open(ptsname(*master), O_RDWR | O_NOCTTY);
    return *slave < 0 ? -1 : 0;
}
