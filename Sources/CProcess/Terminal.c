#define _GNU_SOURCE
#ifdef __APPLE__
#define _DARWIN_C_SOURCE
#endif
#include "Hosted.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int open_other(int ours, const struct termios *modes, const struct winsize *size, char *path, size_t count) {
    if (grantpt(ours) != 0 || unlockpt(ours) != 0) return -1;
    int failure = ptsname_r(ours, path, count);
    if (failure != 0) {
        errno = failure > 0 ? failure : errno;
        return -1;
    }
    int other = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (other < 0) return -1;
    if (tcsetattr(other, TCSANOW, modes) == 0 && ioctl(other, TIOCSWINSZ, size) == 0) return other;
    failure = errno;
    close(other);
    errno = failure;
    return -1;
}

int cameo_terminal_open(const struct termios *modes, const struct winsize *size, char *path, size_t count, int *other) {
#ifdef __linux__
    int ours = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
#else
    int ours = posix_openpt(O_RDWR | O_NOCTTY);
#endif
    if (ours < 0) return -1;
    fcntl(ours, F_SETFD, FD_CLOEXEC);
    fcntl(ours, F_SETFL, fcntl(ours, F_GETFL) | O_NONBLOCK);
    *other = open_other(ours, modes, size, path, count);
    if (*other >= 0) return ours;
    int failure = errno;
    close(ours);
    errno = failure;
    return -1;
}

int cameo_terminal_resize(int terminal, const struct winsize *size) { return ioctl(terminal, TIOCSWINSZ, size); }
