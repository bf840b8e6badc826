#define _GNU_SOURCE
#include "Hosted.h"
#include "Session.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// Nothing in this file takes memory or a lock: the guard runs it after a fork of a process with many threads.

#define KILL_ROUNDS 200

#ifdef __linux__
#include <sys/syscall.h>

struct entry {
    uint64_t inode;
    int64_t offset;
    unsigned short length;
    unsigned char type;
    char name[];
};

static size_t read_file(const char *path, char *text, size_t count) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    size_t got = 0;
    while (got < count - 1) {
        ssize_t piece = read(file, text + got, count - 1 - got);
        if (piece < 0 && errno == EINTR) continue;
        if (piece <= 0) break;
        got += (size_t)piece;
    }
    close(file);
    text[got] = 0;
    return got;
}

static size_t read_of_process(pid_t process, const char *name, char *text, size_t count) {
    char path[64] = "/proc/", digits[16];
    int length = 0;
    for (pid_t rest = process; rest > 0; rest /= 10) digits[length++] = (char)('0' + rest % 10);
    char *end = path + 6;
    while (length > 0) *end++ = digits[--length];
    *end++ = '/';
    strcpy(end, name);
    return read_file(path, text, count);
}

/// A field of /proc/PID/stat, counted from 1 as its manual does, from 3 on: the second is a name, with any characters in it.
static const char *field(const char *stat, int number) {
    const char *place = strrchr(stat, ')');
    for (int at = 2; place && at < number; at++) {
        place = strchr(place, ' ');
        if (place) place++;
    }
    return place ? place : "";
}

static unsigned long long decimal(const char *text) {
    unsigned long long value = 0;
    while (*text >= '0' && *text <= '9') value = value * 10 + (unsigned long long)(*text++ - '0');
    return value;
}

unsigned long long cameo_process_start(pid_t process) {
    char stat[1024];
    return read_of_process(process, "stat", stat, sizeof stat) > 0 ? decimal(field(stat, 22)) : 0;
}

/// Whether anything of it runs: one whose first thread has ended is called dead while others go on.
static int is_there(pid_t process) {
    char stat[1024];
    if (read_of_process(process, "stat", stat, sizeof stat) == 0) return 0;
    char state = *field(stat, 3);
    return (state != 'Z' && state != 'X') || decimal(field(stat, 20)) > 1;
}

static int ignores_hang_up(pid_t process) {
    char status[8192];
    if (read_of_process(process, "status", status, sizeof status) == 0) return 0;
    const char *mask = strstr(status, "\nSigIgn:");
    if (!mask) return 0;
    mask += 9;
    size_t length = strcspn(mask, "\n");
    // Hexadecimal; SIGHUP is the lowest bit.
    if (length == 0) return 0;
    char last = mask[length - 1];
    int digit = last <= '9' ? last - '0' : (last | 0x20) - 'a' + 10;
    return digit & 1;
}

/// Sends `signals`, ended by 0, to those of the session that are not to stay. Returns how many there are.
static int sweep(pid_t session, const int *signals) {
    int count = 0;
    int folder = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return 0;
    char room[4096] __attribute__((aligned(8)));
    for (;;) {
        long got = syscall(SYS_getdents64, folder, room, sizeof room);
        if (got <= 0) break;
        for (long at = 0; at < got; at += ((struct entry *)(room + at))->length) {
            pid_t process = (pid_t)decimal(((struct entry *)(room + at))->name);
            if (process <= 1 || getsid(process) != session || !is_there(process)) continue;
            if (process != session && ignores_hang_up(process)) continue;
            if (kill(process, 0) != 0) continue;
            count++;
            for (const int *number = signals; *number; number++) {
                // The first has had it from the system, which closed its terminal. Some take a second one as haste.
                if (process != session || *number != SIGHUP) kill(process, *number);
            }
        }
    }
    close(folder);
    return count;
}
#else
unsigned long long cameo_process_start(pid_t process) {
    (void)process;
    return 0;
}

/// Without a list of all processes: the group of the session's first. Others in it have the hang-up from the system alone.
static int sweep(pid_t session, const int *signals) {
    if (kill(-session, 0) != 0) return 0;
    for (const int *number = signals; *number; number++) kill(-session, *number);
    return 1;
}
#endif

static int64_t milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static const int hang_up[] = {SIGHUP, SIGCONT, 0}, nothing[] = {0}, at_once[] = {SIGKILL, 0};

void cameo_session_rehearse(void) {
    sweep(getsid(0), nothing);
    (void)(milliseconds() + poll(NULL, 0, 0) + (long)cameo_process_start(getpid()));
#ifdef __linux__
    (void)ignores_hang_up(getpid());
#endif
}

void cameo_session_end(pid_t session, int grace) {
    int64_t deadline = milliseconds() + grace;
    int left = sweep(session, hang_up);
    for (int pause = 1; left > 0 && milliseconds() < deadline; pause = pause < 16 ? pause * 2 : 20) {
        poll(NULL, 0, pause);
        left = sweep(session, nothing);
    }
    // Again and again, for what they start meanwhile. Not without end: one that waits for a disk cannot be killed.
    for (int round = 0; left > 0 && round < KILL_ROUNDS; round++) {
        left = sweep(session, at_once);
        if (left > 0) poll(NULL, 0, round < 10 ? 1 : 5);
    }
}
