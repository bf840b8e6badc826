#ifndef CAMEO_TERMINAL_RESTORER_H
#define CAMEO_TERMINAL_RESTORER_H
#include <stddef.h>
#include <termios.h>

#include "Writer.h"

// Gives the terminal back, from ordinary code and from signal handlers alike. In C because a signal handler may
// touch nothing that Swift's runtime guards with a lock.

/// Installs the handlers and returns the descriptor on which each signal arrives as one byte; -1 with errno.
/// SIGHUP, SIGTERM and SIGTSTP stay ignored where they were when the process began (nohup); SIGINT and SIGQUIT do not: they are keys.
int cameo_signals_install(void);
/// Lets the calling thread be the one that signals interrupt; threads of a dispatch queue block them.
void cameo_signals_unblock(void);
/// Before that thread ends.
void cameo_signals_ended(void);
/// Puts back what was installed before.
void cameo_signals_uninstall(void);

/// From now on every way out writes `text` to `terminal` and sets `modes`. `text` is cut at 1,024 bytes; its first `clearing`
/// bytes are left out unless it is released with `clears`. `writer` is closed before that, so that nothing of a frame comes
/// after; may be NULL.
void cameo_restorer_arm(
    int terminal, const struct termios *modes, const char *text, size_t count, size_t clearing, cameo_writer *writer);
/// Standard error is kept in the file `captured` until the terminal is given back; `original` is what 2 was before.
void cameo_restorer_keep_errors(int original, int captured);
/// 1 while standard error is kept.
int cameo_restorer_keeps_errors(void);
/// Gives the terminal back if it is ours. `cut`: an escape sequence may be half written and output may be stuck. `clears`: what
/// stands on the screen is surely ours.
/// Returns 1 when something was given back. Waits 60 ms at most for a terminal that stands still, and for answers that are due
/// (LateAnswers.h).
int cameo_restorer_release(int cut, int clears);
/// Gives the screen back at once, and all the rest as well where no answers are due. Each way out gives back what is left.
int cameo_restorer_leave_screen(int cut, int clears);
/// Stops this process as Ctrl-Z does; returns when it goes on, or at once when nobody could continue it or it was asked to end.
void cameo_stop_self(void);
/// Stops this process until it is in the foreground of `terminal`; 0 when it has been asked to end meanwhile.
int cameo_await_foreground(int terminal);
/// How often the process has been continued.
int cameo_continued_count(void);
/// Ends the process by `signal` with its default action.
void cameo_die(int signal);

#endif
