#ifndef CAMEO_HOSTED_H
#define CAMEO_HOSTED_H
#include <stddef.h>
#include <sys/types.h>
#include <sys/ioctl.h>
#include <termios.h>

// A command on a pseudo-terminal of its own: the terminal, the command, and the end of all that runs on it.

/// A new pseudo-terminal with these modes and this size (cells, then pixels of all of them). Returns our side, which does not block,
/// or -1 with errno; `path`: of the command's side; `other`: an open descriptor of that, without which ours would be at its end
/// before the command has opened it. No program of ours inherits either.
int cameo_terminal_open(const struct termios *modes, const struct winsize *size, char *path, size_t count, int *other);

/// The size; whoever runs on it in the foreground gets SIGWINCH. -1 with errno. In C since `ioctl` is variadic.
int cameo_terminal_resize(int terminal, const struct winsize *size);

/// Starts `path` with these arguments and variables in a session of its own, whose terminal the one at `terminal` becomes: its
/// descriptors 0 to 2, and it has no others. All signals as a new process has them. `line`: of the guard, which is told of it before
/// a signal can end this process. Returns 0 and the process, or the system's error.
int cameo_spawn_on_terminal(
    const char *path, char *const arguments[], char *const variables[], const char *terminal, int line, pid_t *started);

/// A descriptor that can be read once the process has ended; -1 where the system has none.
int cameo_process_descriptor(pid_t process);
/// Whether a process has ended, with `status` as of `waitpid`; it can still be asked, and its number is nobody else's. -1 when it is
/// none of ours.
int cameo_has_ended(pid_t process, int *status);
/// Takes the end of one that has ended.
void cameo_forget(pid_t process);

/// Ends what runs in a session whose terminal has just been closed: the hang-up for all of them, and after `grace` milliseconds
/// SIGKILL for what is left. Returns as soon as nothing is. Processes that ignore SIGHUP stay, as their user wants it (nohup), but
/// for the session's first, and so do those of other users. Only what a signal handler may call.
void cameo_session_end(pid_t session, int grace);

/// Starts the guard: a process that does nothing until this one is gone, however that came, and then ends the session of which it was
/// told. It has none of our descriptors, nor our memory where the system lets it go. Returns the line, whose end it waits for, or -1
/// with errno.
int cameo_guard_start(pid_t *guard);
/// There is nothing left to guard: it is gone when this returns.
void cameo_guard_dismiss(pid_t guard, int line);

#define CAMEO_GRACE_MILLISECONDS 1000

#endif
