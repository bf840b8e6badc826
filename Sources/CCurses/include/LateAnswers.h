#ifndef CAMEO_LATE_ANSWERS_H
#define CAMEO_LATE_ANSWERS_H
#include <signal.h>
#include <stddef.h>
#include <termios.h>

// Answers of a slow terminal that come when the program is already over. They must not be typed at the shell, on whichever way
// out: in C because a signal handler may touch nothing that Swift's runtime guards with a lock.

/// Questions have been written: for so long the last answer may come on `input`.
void cameo_answers_await(int input, int milliseconds);
/// The last answer has come.
void cameo_answers_came(void);
enum { cameo_cut_none, cameo_cut_sequence, cameo_cut_string };
/// What was read last ends within an answer: of a control sequence at least `ESC [ ?` has been read.
void cameo_answers_cut(int kind);
/// 1 while the last answer may still come, and somebody else reads it when this process has ended: not where the terminal
/// closes with this process, which is its session's first.
int cameo_answers_are_due(int terminal);

/// Sets those of `modes` in which nothing is echoed and nothing waits for the end of a line.
void cameo_answers_set_modes(int terminal, const struct termios *modes);
/// Reads until the last answer has come, its time is over, or `leaving` changes. Sets modes as above.
void cameo_answers_swallow(int terminal, const struct termios *modes, const volatile sig_atomic_t *leaving);
/// What was typed between the answers is typed again, where the system lets us.
void cameo_answers_give_back_typed(void);

#endif
