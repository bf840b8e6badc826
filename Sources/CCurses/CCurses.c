#define _GNU_SOURCE 1
#include "CCurses.h"

#include <fcntl.h>
#include <langinfo.h>
#include <stdlib.h>
#include <unistd.h>
#include <wchar.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

int cameo_scratch_file(void) {
#ifdef __linux__
    int memory = memfd_create("cameo", MFD_CLOEXEC);
    if (memory >= 0) return memory;
#endif
    char path[] = "/tmp/cameo-XXXXXX";
    int file = mkstemp(path);
    if (file < 0) return -1;
    unlink(path);
    fcntl(file, F_SETFD, FD_CLOEXEC);
    return file;
}

int cameo_width(unsigned int scalar) { return wcwidth((wchar_t)scalar); }

const char *cameo_codeset(void) { return nl_langinfo(CODESET); }

int cameo_open_pseudo_terminal(int *master, int *slave) {
    *master = posix_openpt(O_RDWR | O_NOCTTY);
    if (*master < 0 || grantpt(*master) != 0 || unlockpt(*master) != 0) return -1;
    *slave = open(ptsname(*master), O_RDWR | O_NOCTTY);
    return *slave < 0 ? -1 : 0;
}
