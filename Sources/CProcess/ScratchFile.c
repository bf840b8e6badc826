#define _GNU_SOURCE
#include "CProcess.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
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
