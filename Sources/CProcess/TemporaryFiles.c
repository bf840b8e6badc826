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
// As many as work at a time: a tape a core, and what is made of each. Never freed, since a handler may be reading on another thread.
#define LISTS 256
static struct {
    char paths[CAMEO_TEMPORARY_FILES_BYTES];
    atomic_int is_watched;
} lists[LISTS];
static int watched;
// Of `watched`, and of who takes which list. No handler takes it.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int is_ending;
// Threads that make a file, or change a list, at this moment.
static atomic_int making;

// True when a folder was not empty: another thread made a file after its name had been passed.
static int remove_all(void) {
    int is_left = 0;
    for (int list = 0; list < LISTS; list++) {
        if (!atomic_load(&lists[list].is_watched)) continue;
        for (const char *path = lists[list].paths; *path != 0; path += strlen(path) + 1) {
            if (unlink(path) != 0 && rmdir(path) != 0 && (errno == ENOTEMPTY || errno == EEXIST)) is_left = 1;
        }
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

int cameo_temporary_files_watch(const char *paths, size_t count) {
    if (count > CAMEO_TEMPORARY_FILES_BYTES) return -1;
    cameo_temporary_files_begin();
    pthread_mutex_lock(&lock);
    int list = 0;
    while (list < LISTS && atomic_load(&lists[list].is_watched)) list++;
    if (list < LISTS) {
        memcpy(lists[list].paths, paths, count);
        atomic_store(&lists[list].is_watched, 1);
        if (watched++ == 0) {
            for (int place = 0; place < SIGNAL_COUNT; place++) handle(place);
        }
    }
    pthread_mutex_unlock(&lock);
    cameo_temporary_files_end();
    return list < LISTS ? list : -1;
}

void cameo_temporary_files_begin(void) {
    atomic_fetch_add(&making, 1);
    if (!atomic_load(&is_ending)) return;
    atomic_fetch_sub(&making, 1);
    for (;;) pause();
}

void cameo_temporary_files_end(void) { atomic_fetch_sub(&making, 1); }

void cameo_temporary_files_forget(int list) {
    // The work fails without its files: the signal, not that failure, is what ends the process.
    cameo_temporary_files_begin();
    pthread_mutex_lock(&lock);
    atomic_store(&lists[list].is_watched, 0);
    if (--watched == 0) {
        struct sigaction now;
        for (int place = 0; place < SIGNAL_COUNT; place++) {
            int is_ours = sigaction(numbers[place], NULL, &now) == 0 && now.sa_handler == on_end;
            if (is_ours) sigaction(numbers[place], &before[place], NULL);
        }
    }
    pthread_mutex_unlock(&lock);
    cameo_temporary_files_end();
}
