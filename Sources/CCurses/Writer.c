#define _GNU_SOURCE 1
#include "Writer.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Ignored by default, so that one which comes late does nothing.
enum { interruption = SIGURG };

enum { ended, asked, running };

struct cameo_writer {
    atomic_int state;
    atomic_int canceled;
    atomic_int closed;
    /// Meaningful while running.
    pthread_t thread;
    /// Meaningful once ended.
    size_t taken;
    int error;
};

static void on_interruption(int number) { (void)number; }

cameo_writer *cameo_writer_create(void) {
    // An action, or the system would not interrupt the write; never taken back, since it does nothing.
    struct sigaction action;
    memset(&action, 0, sizeof action);
    sigemptyset(&action.sa_mask);
    action.sa_handler = on_interruption;
    sigaction(interruption, &action, NULL);
    return calloc(1, sizeof(cameo_writer));
}

void cameo_writer_destroy(cameo_writer *writer) { free(writer); }

void cameo_writer_begin(cameo_writer *writer) {
    atomic_store(&writer->canceled, 0);
    atomic_store(&writer->state, asked);
}

/// Somebody else may have set the terminal's file not to block.
static void await_room(int descriptor) {
    struct pollfd entry = {descriptor, POLLOUT, 0};
    poll(&entry, 1, 1000);
}

static size_t write_all(cameo_writer *writer, int descriptor, const char *bytes, size_t count, int *error) {
    size_t done = 0;
    while (done < count && !atomic_load(&writer->canceled) && !atomic_load(&writer->closed)) {
        ssize_t wrote = write(descriptor, bytes + done, count - done);
        if (wrote >= 0) {
            done += (size_t)wrote;
        } else if (errno == EAGAIN) {
            await_room(descriptor);
        } else if (errno != EINTR) {
            *error = errno;
            break;
        }
    }
    return done;
}

void cameo_writer_run(cameo_writer *writer, int descriptor, const void *bytes, size_t count) {
    sigset_t only, before;
    sigemptyset(&only);
    sigaddset(&only, interruption);
    pthread_sigmask(SIG_UNBLOCK, &only, &before);
    writer->thread = pthread_self();
    atomic_store(&writer->state, running);
    writer->error = 0;
    writer->taken = write_all(writer, descriptor, bytes, count, &writer->error);
    atomic_store(&writer->state, ended);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

int cameo_writer_outcome(const cameo_writer *writer, size_t *count, int *error) {
    if (atomic_load(&writer->state) != ended) return 0;
    *count = writer->taken;
    *error = writer->error;
    return 1;
}

void cameo_writer_close(cameo_writer *writer) {
    atomic_store(&writer->closed, 1);
    cameo_writer_cancel(writer);
}

void cameo_writer_open(cameo_writer *writer) { atomic_store(&writer->closed, 0); }

int cameo_writer_is_closed(const cameo_writer *writer) { return atomic_load(&writer->closed); }

int cameo_writer_cancel(cameo_writer *writer) {
    atomic_store(&writer->canceled, 1);
    // Again and again, for a signal that comes just before the write begins interrupts nothing.
    for (int attempt = 0; attempt < 20; attempt++) {
        int state = atomic_load(&writer->state);
        if (state == ended) return 1;
        if (state == running) {
            if (pthread_equal(writer->thread, pthread_self())) return 0;
            pthread_kill(writer->thread, interruption);
        }
        poll(NULL, 0, 1);
    }
    return atomic_load(&writer->state) == ended;
}
