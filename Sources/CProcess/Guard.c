#define _GNU_SOURCE
#include "CProcess.h"
#include "Session.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

// After the fork only what a signal handler may call: other threads may have held any lock at that moment.

#ifdef __linux__
static char text[4096];

static const char *hexadecimal(const char *place, uintptr_t *value) {
    for (*value = 0;; place++) {
        int digit = *place >= '0' && *place <= '9' ? *place - '0' : *place >= 'a' && *place <= 'f' ? *place - 'a' + 10 : -1;
        if (digit < 0) return place;
        *value = *value << 4 | (uintptr_t)digit;
    }
}

/// Gives back one line of /proc/self/maps, when it is memory that can be written, has no name but that of the heap, and holds
/// nothing that runs here: neither this stack nor the thread's own variables nor the static ones. Small ones are not worth it, and
/// among them are those of the C library. What the dynamic linker keeps may go with them.
static void give_back(const char *line) {
    // The first static page and the others are different mappings.
    uintptr_t start, end, kept[] = {(uintptr_t)&line, (uintptr_t)&errno, (uintptr_t)text, (uintptr_t)text + sizeof text - 1};
    const char *place = hexadecimal(line, &start);
    if (*place != '-') return;
    place = hexadecimal(place + 1, &end);
    if (strncmp(place, " rw-", 4) != 0 || end - start < 256 << 10) return;
    const char *name = strpbrk(place, "[/");
    if (name && strncmp(name, "[heap]", 6) != 0 && place[4] != 's') return;
    for (size_t at = 0; at < sizeof kept / sizeof *kept; at++)
        if (kept[at] >= start && kept[at] < end) return;
    munmap((void *)start, end - start);
}

/// The pages of the process that was forked: this one would keep a copy of each that it changes.
static void give_memory_back(void) {
    int maps = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    if (maps < 0) return;
    char line[128];
    size_t length = 0;
    ssize_t got;
    while ((got = read(maps, text, sizeof text)) > 0 || (got < 0 && errno == EINTR)) {
        for (ssize_t at = 0; at < got; at++) {
            if (text[at] != '\n') {
                if (length < sizeof line - 1) line[length++] = text[at];
                continue;
            }
            line[length] = 0;
            length = 0;
            give_back(line);
        }
    }
    close(maps);
}
#endif

static void close_all_but_line(int line) {
    dup2(line, 0);
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 34)
    closefrom(1);
#else
    long count = sysconf(_SC_OPEN_MAX);
    for (int other = 1; other < (count > 0 && count < 65536 ? count : 65536); other++) close(other);
#endif
}

/// 1 with all of `bytes`, 0 at the line's end.
static int hear(void *bytes, size_t count) {
    size_t got = 0;
    while (got < count) {
        ssize_t piece = read(0, (char *)bytes + got, count - got);
        if (piece < 0 && errno == EINTR) continue;
        if (piece <= 0) return 0;
        got += (size_t)piece;
    }
    return 1;
}

static void leave(void) {
#ifdef __linux__
    // By a function that has been rehearsed.
    syscall(SYS_exit_group, 0);
#endif
    _exit(0);
}

static void stand_guard(int line) {
    // Of no terminal, and in nobody's way.
    setsid();
    (void)!chdir("/");
    close_all_but_line(line);
#ifdef __linux__
    prctl(PR_SET_NAME, "cameo-guard");
    cameo_session_rehearse();
    give_memory_back();
#endif
    pid_t session;
    if (!hear(&session, sizeof session)) leave();
    unsigned long long start = cameo_process_start(session);
    char byte;
    while (hear(&byte, 1)) {}
    // Whoever has waited for it by now may have given its number to another process.
    unsigned long long start_now = cameo_process_start(session);
    if (start_now == 0 || start_now == start) cameo_session_end(session, CAMEO_GRACE_MILLISECONDS);
    leave();
}

static pid_t fork_alone(void) {
    // Without what libraries want done around a fork: some of that takes locks.
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 34)
    return _Fork();
#else
    return fork();
#endif
}

static int open_line(int ends[2]) {
#ifdef __linux__
    return pipe2(ends, O_CLOEXEC);
#else
    if (pipe(ends) != 0) return -1;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return 0;
#endif
}

int cameo_guard_start(pid_t *guard) {
    int ends[2];
    if (open_line(ends) != 0) return -1;
    // All of them for ever in the guard: what ends this process, or a whole desktop, is not to end it first, and no handler of ours
    // may run in it.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    *guard = fork_alone();
    int failure = errno;
    if (*guard == 0) {
        close(ends[1]);
        stand_guard(ends[0]);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(ends[0]);
    if (*guard > 0) return ends[1];
    close(ends[1]);
    errno = failure;
    return -1;
}

void cameo_guard_dismiss(pid_t guard, int line) {
    // Before the line ends, which it would take for our death.
    kill(guard, SIGKILL);
    close(line);
    while (waitpid(guard, NULL, 0) < 0 && errno == EINTR) {}
}
