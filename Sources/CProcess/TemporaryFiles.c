#include "Children.h"
#include "CProcess.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#define SIGNAL_COUNT 4
#define ROUNDS 1000

static const int numbers[SIGNAL_COUNT] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
static struct sigaction before[SIGNAL_COUNT];
// Never freed, since a handler may be reading it on another thread.
static char paths[CAMEO_TEMPORARY_FILES_BYTES];
static atomic_int is_ending;
// Threads that make a file at this moment.
static atomic_int making;

// True when a folder was not empty: another thread made a file after its name had been passed.
static int remove_all(void) {
    int is_left = 0;
    for (const char *path = paths; *path != 0; path += strlen(path) + 1) {
        if (unlink(path) != 0 && rmdir(path) != 0 && (errno == ENOTEMPTY || errno == EEXIST)) is_left = 1;
    }
    return is_left;
}

static void on_end(int number) {
    cameo_children_end();
    atomic_store(&is_ending, 1);
    // What begins by now does not come to be. It may be this thread that was interrupted in the middle: no endless wait.
    for (int round = 0; atomic_load(&making) > 0 && round < ROUNDS; round++) poll(NULL, 0, 1);
    for (int round = 0; remove_all() && round < ROUNDS; round++) {}
    // The default action is set already (SA_RESETHAND).
    raise(number);
    _exit(128 + number);
}

static void handle(int place) {
    struct sigaction action;
    if (sigaction(numbers[place], NULL, &before[place]) != 0 || !cameo_ends_process(before[place].sa_handler)) return;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_end;
    action.sa_flags = (int)SA_RESETHAND | SA_NODEFER;
    sigaction(numbers[place], &action, NULL);
}

int cameo_temporary_files_watch(const char *list, size_t count) {
    if (count > sizeof paths || paths[0] != 0) return 0;
    memcpy(paths, list, count);
    for (int place = 0; place < SIGNAL_COUNT; place++) handle(place);
    return 1;
}

void cameo_temporary_files_begin(void) {
    atomic_fetch_add(&making, 1);
    if (!atomic_load(&is_ending)) return;
    atomic_fetch_sub(&making, 1);
    for (;;) pause();
}

void cameo_temporary_files_end(void) { atomic_fetch_sub(&making, 1); }

void cameo_temporary_files_forget(void) {
    // The work fails without its files: the signal, not that failure, is what ends the process.
    while (atomic_load(&is_ending)) pause();
    struct sigaction now;
    for (int place = 0; place < SIGNAL_COUNT; place++) {
        int is_ours = sigaction(numbers[place], NULL, &now) == 0 && now.sa_handler == on_end;
        if (is_ours) sigaction(numbers[place], &before[place], NULL);
    }
    paths[0] = 0;
}
