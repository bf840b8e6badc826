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

#ifdef __APPLE__
#include <crt_externs.h>
#define environ (*_NSGetEnviron())
#else
extern char **environ;
#endif

// A copy above the three that it is to become, so that none of them overwrites another one. Negative on failure.
static int above_standard(int descriptor) { return fcntl(descriptor, F_DUPFD_CLOEXEC, 3); }

static int set_up(posix_spawn_file_actions_t *actions, posix_spawnattr_t *attributes, const int wiring[3]) {
    for (int place = 0; place < 3; place++) {
        int failure = posix_spawn_file_actions_adddup2(actions, wiring[place], place);
        if (failure != 0) return failure;
    }
    short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
#ifdef POSIX_SPAWN_SETSID
    flags |= POSIX_SPAWN_SETSID;
#endif
#ifdef POSIX_SPAWN_CLOEXEC_DEFAULT
    flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#elif defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 34)
    int failure = posix_spawn_file_actions_addclosefrom_np(actions, 3);
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
    const char *path, char *const arguments[], char *const variables[], const int wiring[3], pid_t *started) {
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
    int wiring[3] = {above_standard(input), above_standard(output), above_standard(errors)};
    int failure = wiring[0] < 0 || wiring[1] < 0 || wiring[2] < 0 ? errno : 0;
    sigset_t mask;
    if (failure == 0 && !cameo_children_begin(&mask)) {
        failure = ECANCELED;
    } else if (failure == 0) {
        failure = spawn(path, arguments, variables, wiring, started);
        cameo_children_add(failure == 0 ? *started : 0, &mask);
    }
    for (int place = 0; place < 3; place++) {
        if (wiring[place] >= 0) close(wiring[place]);
    }
    return failure;
}

int cameo_reap(pid_t process, int waits, int *status) {
    siginfo_t found;
    found.si_pid = 0;
    int result;
    // Looked at first: until it is waited for, its number, and so the group's, is nobody else's.
    do result = waitid(P_PID, (id_t)process, &found, WEXITED | WNOWAIT | (waits ? 0 : WNOHANG));
    while (result < 0 && errno == EINTR);
    if (result < 0) return -1;
    if (found.si_pid != process) return 0;
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
        // It was meant for this thread: taken away before it can be delivered.
        sigpending(&pending);
        int number = 0;
        if (sigismember(&pending, SIGPIPE) == 1) sigwait(&pipe, &number);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = failure;
    return written;
}
