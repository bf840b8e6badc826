#ifndef CAMEO_WRITER_H
#define CAMEO_WRITER_H
#include <stddef.h>

// Writes that may block, each of them canceled at once when the terminal has to be given back. In C because a crash
// handler has to cancel them too, and it may touch nothing that Swift's runtime guards with a lock.

/// One write at a time, on a thread that may block.
typedef struct cameo_writer cameo_writer;

/// NULL when there is no memory.
cameo_writer *cameo_writer_create(void);
/// Nothing may be running.
void cameo_writer_destroy(cameo_writer *writer);
/// Before the thread is asked to run: from now on `cameo_writer_cancel` has something to wait for.
void cameo_writer_begin(cameo_writer *writer);
/// Writes all `count` bytes, unless canceled.
void cameo_writer_run(cameo_writer *writer, int descriptor, const void *bytes, size_t count);
/// Ends the write that runs or was to begin, wherever it is. Waits 20 ms at most for that; 1 when nothing runs any more.
int cameo_writer_cancel(cameo_writer *writer);
/// The same for good: until `cameo_writer_open` no other write begins, whoever asks. May be called by a signal handler.
void cameo_writer_close(cameo_writer *writer);
void cameo_writer_open(cameo_writer *writer);
int cameo_writer_is_closed(const cameo_writer *writer);
/// 1 when the last write has ended: `count` bytes were taken; `error` is errno, or 0.
int cameo_writer_outcome(const cameo_writer *writer, size_t *count, int *error);

#endif
