#include "Children.h"

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SIGNAL_COUNT 4
// A voice or two; of more than that, some would be left to their own end.
#define CHILDREN 64
#define ROUNDS 1000

static const int numbers[SIGNAL_COUNT] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
static _Atomic pid_t children[CHILDREN];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int is_watching;
// Threads that are starting one at this moment.
static atomic_int starting;
static atomic_int is_ending;
static atomic_int is_signaled;

static void end_all(void) {
    atomic_store(&is_ending, 1);
    // Another thread's, since the one that starts it lets no signal in; no endless wait all the same.
    for (int round = 0; atomic_load(&starting) > 0 && round < ROUNDS; round++) poll(NULL, 0, 1);
    for (int place = 0; place < CHILDREN; place++) {
        pid_t process = atomic_load(&children[place]);
        if (process > 0) kill(-process, SIGKILL);
    }
}

void cameo_children_end(void) {
    atomic_store(&is_signaled, 1);
    end_all();
}

void cameo_children_await_signal(void) {
    while (atomic_load(&is_signaled)) pause();
}

static void on_end(int number) {
    cameo_children_end();
    // The default action is set already (SA_RESETHAND).
    raise(number);
}

int cameo_ends_process(void (*handler)(int)) { return handler == SIG_DFL || handler == on_end; }

// Handlers that others have set stay: they end the process in order.
static void watch(void) {
    pthread_mutex_lock(&lock);
    if (!is_watching) is_watching = atexit(end_all) == 0;
    for (int place = 0; place < SIGNAL_COUNT; place++) {
        struct sigaction action;
        if (sigaction(numbers[place], NULL, &action) != 0 || action.sa_handler != SIG_DFL) continue;
        memset(&action, 0, sizeof action);
        action.sa_handler = on_end;
        action.sa_flags = (int)SA_RESETHAND | SA_NODEFER;
        sigaction(numbers[place], &action, NULL);
    }
    pthread_mutex_unlock(&lock);
}

int cameo_children_begin(sigset_t *mask) {
    sigset_t ours;
    sigemptyset(&ours);
    for (int place = 0; place < SIGNAL_COUNT; place++) sigaddset(&ours, numbers[place]);
    watch();
    pthread_sigmask(SIG_BLOCK, &ours, mask);
    atomic_fetch_add(&starting, 1);
    if (!atomic_load(&is_ending)) return 1;
    cameo_children_add(0, mask);
    return 0;
}

void cameo_children_add(pid_t process, const sigset_t *mask) {
    for (int place = 0; process > 0 && place < CHILDREN; place++) {
        pid_t none = 0;
        if (atomic_compare_exchange_strong(&children[place], &none, process)) break;
    }
    atomic_fetch_sub(&starting, 1);
    pthread_sigmask(SIG_SETMASK, mask, NULL);
}

void cameo_children_remove(pid_t process) {
    for (int place = 0; place < CHILDREN; place++) {
        pid_t found = process;
        if (atomic_compare_exchange_strong(&children[place], &found, 0)) break;
    }
}
