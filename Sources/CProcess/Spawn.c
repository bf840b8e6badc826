// For POSIX_SPAWN_SETSID and closing descriptors on glibc.
#define _GNU_SOURCE
#include "Children.h"
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

#ifdef __APPLE__
#include <crt_externs.h>
#define environ (*_NSGetEnviron())
#else
extern char **environ;
#endif

// A copy above the three that it is to become, so that none of them overwrites another one. Negative on failure.
static int above_standard(int descriptor) { return fcntl(descriptor, F_DUPFD_CLOEXEC, 3); }

/// What a process is started with as its descriptors 0 to 2.
struct wiring {
    int descriptors[3];
    /// In their place, the path of a terminal that becomes its own; or NULL.
    const char *terminal;
};

static int wire(posix_spawn_file_actions_t *actions, const struct wiring *wiring) {
    if (!wiring->terminal) {
        int failure = 0;
        for (int place = 0; place < 3 && failure == 0; place++)
            failure = posix_spawn_file_actions_adddup2(actions, wiring->descriptors[place], place);
        return failure;
    }
    // The first terminal that a session's first process opens is the session's.
    int failure = posix_spawn_file_actions_addopen(actions, 0, wiring->terminal, O_RDWR, 0);
    for (int place = 1; place < 3 && failure == 0; place++) failure = posix_spawn_file_actions_adddup2(actions, 0, place);
    return failure;
}

static int set_up(posix_spawn_file_actions_t *actions, posix_spawnattr_t *attributes, const struct wiring *wiring) {
    int failure = wire(actions, wiring);
    if (failure != 0) return failure;
    short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
#ifdef POSIX_SPAWN_SETSID
    flags |= POSIX_SPAWN_SETSID;
#endif
#ifdef POSIX_SPAWN_CLOEXEC_DEFAULT
    flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#elif defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 34)
    failure = posix_spawn_file_actions_addclosefrom_np(actions, 3);
    if (failure != 0) return failure;
#endif
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(attributes, &none);
    posix_spawnattr_setsigdefault(attributes, &all);
    return posix_spawnattr_setflags(attributes, flags);
}

static int spawn(
    const char *path, char *const arguments[], char *const variables[], const struct wiring *wiring, pid_t *started) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int failure = posix_spawn_file_actions_init(&actions);
    if (failure != 0) return failure;
    failure = posix_spawnattr_init(&attributes);
    if (failure == 0) {
        failure = set_up(&actions, &attributes, wiring);
        if (failure == 0) failure = posix_spawn(started, path, &actions, &attributes, arguments, variables ? variables : environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return failure;
}

int cameo_spawn(
    const char *path, char *const arguments[], char *const variables[], int input, int output, int errors,
    pid_t *started) {
    struct wiring wiring = {{above_standard(input), above_standard(output), above_standard(errors)}, NULL};
    int *ends = wiring.descriptors;
    int failure = ends[0] < 0 || ends[1] < 0 || ends[2] < 0 ? errno : 0;
    sigset_t mask;
    if (failure == 0 && !cameo_children_begin(&mask)) {
        failure = ECANCELED;
    } else if (failure == 0) {
        failure = spawn(path, arguments, variables, &wiring, started);
        cameo_children_add(failure == 0 ? *started : 0, &mask);
    }
    for (int place = 0; place < 3; place++) {
        if (ends[place] >= 0) close(ends[place]);
    }
    return failure;
}

int cameo_spawn_on_terminal(
    const char *path, char *const arguments[], char *const variables[], const char *terminal, int line, pid_t *started) {
    struct wiring wiring = {{-1, -1, -1}, terminal};
    sigset_t mask;
    if (!cameo_children_begin(&mask)) return ECANCELED;
    int failure = spawn(path, arguments, variables, &wiring, started);
    if (failure == 0) cameo_write_quietly(line, started, sizeof *started);
    // Not one of those that are killed at once when this process ends: the guard hangs up on it then, as a terminal does.
    cameo_children_add(0, &mask);
    return failure;
}

/// 1 when it has ended. Until it is waited for, its number, and so the group's, is nobody else's.
static int look(pid_t process, int waits, siginfo_t *found) {
    found->si_pid = 0;
    int result;
    do result = waitid(P_PID, (id_t)process, found, WEXITED | WNOWAIT | (waits ? 0 : WNOHANG));
    while (result < 0 && errno == EINTR);
    return result < 0 ? -1 : found->si_pid == process;
}

int cameo_has_ended(pid_t process, int *status) {
    siginfo_t found;
    int result = look(process, 0, &found);
    if (result == 1) *status = found.si_code == CLD_EXITED ? (found.si_status & 0xFF) << 8 : found.si_status & 0x7F;
    return result;
}

void cameo_forget(pid_t process) { waitpid(process, NULL, WNOHANG); }

int cameo_process_descriptor(pid_t process) {
#if defined(__linux__) && defined(SYS_pidfd_open)
    return (int)syscall(SYS_pidfd_open, process, 0);
#else
    (void)process;
    return -1;
#endif
}

int cameo_reap(pid_t process, int waits, int *status) {
    siginfo_t found;
    int result = look(process, waits, &found);
    if (result != 1) return result;
    cameo_children_await_signal();
    cameo_children_remove(process);
    kill(-process, SIGKILL);
    do result = waitpid(process, status, 0);
    while (result < 0 && errno == EINTR);
    return result == process ? 1 : -1;
}

ssize_t cameo_write_quietly(int descriptor, const void *bytes, size_t count) {
    sigset_t pipe, before, pending;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    sigpending(&pending);
    int was_pending = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe, &before);
    ssize_t written = write(descriptor, bytes, count);
    int failure = errno;
    if (written < 0 && failure == EPIPE && !was_pending) {
        // It was meant for this thread: taken away before it can be delivered. Without waiting, since another thread may begin to
        // ignore the signal meanwhile, and then none is pending any more.
#ifdef __linux__
        static const struct timespec at_once = {0, 0};
        sigtimedwait(&pipe, NULL, &at_once);
#else
        sigpending(&pending);
        int number = 0;
        if (sigismember(&pending, SIGPIPE) == 1) sigwait(&pipe, &number);
#endif
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = failure;
    return written;
}
