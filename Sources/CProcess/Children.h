#ifndef CAMEO_CHILDREN_H
#define CAMEO_CHILDREN_H
#include <signal.h>
#include <sys/types.h>

// Processes of `cameo_spawn` that have not been waited for.

/// Before one is started: from here to `cameo_children_add` the process does not end without it. `mask`: the thread's signals, to
/// be given back. Returns 0, and nothing is to be started, when the process is ending already.
int cameo_children_begin(sigset_t *mask);
/// What has been started; 0 for nothing.
void cameo_children_add(pid_t process, const sigset_t *mask);
void cameo_children_remove(pid_t process);
/// Kills them with all that they have started; none is started after that. For the handler of a signal that ends the process.
void cameo_children_end(void);
/// Does not return once such a handler has begun: the work fails without them, and the signal, not that failure, is what ends the
/// process.
void cameo_children_await_signal(void);
/// Whether a signal with this handler simply ends the process, our children at most before.
int cameo_ends_process(void (*handler)(int));

#endif
