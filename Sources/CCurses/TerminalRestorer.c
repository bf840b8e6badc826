#define _GNU_SOURCE 1
#include "TerminalRestorer.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "LateAnswers.h"

static const int told[] = {SIGWINCH, SIGTSTP, SIGCONT, SIGINT, SIGTERM, SIGHUP, SIGQUIT};
/// Crashes, and what ends a process unless somebody wants it.
static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS,
                            SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU};
/// Errors of write, not ends of the process: a reader that went away, a file that may not grow.
static const int ignored[] = {SIGPIPE, SIGXFSZ};
/// Told to the thread that sets the terminal's modes when the process dies elsewhere.
#define PARKING SIGRTMIN
/// Asks a thread whether it has run the handlers of all signals that it took before.
#define SETTLING (SIGRTMIN + 1)
enum { told_count = sizeof told / sizeof *told, fatal_count = sizeof fatal / sizeof *fatal,
       ignored_count = sizeof ignored / sizeof *ignored };

static int wants_backtrace;
static struct sigaction told_before[told_count], fatal_before[fatal_count], ignored_before[ignored_count];
static int installed;
static int pipe_ends[2] = {-1, -1};
static volatile sig_atomic_t leaving;
static struct timespec leaving_since;
static volatile sig_atomic_t continued;

/// How a terminal is given back.
struct giving {
    int terminal;
    struct termios modes;
    char text[1024];
    size_t count, clearing;
    cameo_writer *writer;
    /// The screen has been given back already, and the modes not yet.
    int is_left;
};
/// Another one is written while one holds: at no moment is a terminal that is ours given back by nobody.
static struct giving givings[2];
/// Which of them holds, from 1; 0 while the terminal is not ours. Whoever takes this back gives the terminal back: threads may fail
/// together.
static atomic_int armed;
/// Of the one that was taken last.
static int terminal_descriptor = -1;
/// Who sets the terminal's modes.
static pthread_t owner;
static atomic_int parked;
/// The thread that is interrupted by signals, beside the first one of the process.
static pthread_t hearing;
static atomic_int hears, settled;
static volatile int errors_original = -1, errors_captured = -1;

static const char cancel[] = "\030\033\\";
enum { errors_shown = 16384, piece = 256 };

/// One piece, of a size that fits when there is any room, so that a descriptor that blocks does not. Bytes taken.
static ssize_t write_piece(int descriptor, const char *text, size_t count, int milliseconds) {
    struct pollfd room = {descriptor, POLLOUT, 0};
    int ready;
    do ready = poll(&room, 1, milliseconds);
    while (ready < 0 && errno == EINTR);
    if (ready <= 0) return 0;
    ssize_t wrote;
    do wrote = write(descriptor, text, count < piece ? count : piece);
    while (wrote < 0 && errno == EINTR);
    // The room may be gone again, or another write about to end.
    return wrote < 0 && errno == EAGAIN ? 0 : wrote;
}

/// Writes everything, or as much as the terminal takes within the waits. A stuck terminal loses what is queued for it, unless
/// that is somebody else's, and gets what begins at `needed`. 1 where that was so.
static int write_out(const char *text, size_t count, size_t needed, int foreground) {
    int flushed = 0;
    size_t done = 0;
    while (done < count) {
        ssize_t wrote = write_piece(terminal_descriptor, text + done, count - done, 10);
        if (wrote > 0) {
            done += (size_t)wrote;
        } else if (wrote == 0 && foreground && !flushed++) {
            tcflush(terminal_descriptor, TCOFLUSH);
            write_piece(terminal_descriptor, cancel, sizeof cancel - 1, 10);
            done = needed;
        } else {
            return flushed > 0;
        }
    }
    return flushed > 0;
}

/// What the decoder of MP3 says of every place that is sought and heard all the same; nobody can silence it.
static const char chatter[] = "[src/libmpg123/";

/// Descriptor 2 becomes what it was, and gets the end of what was written to it meanwhile, but for chatter.
static void release_errors(void) {
    int original = errors_original, captured = errors_captured;
    if (original < 0) return;
    errors_original = errors_captured = -1;
    dup2(original, 2);
    close(original);
    off_t end = lseek(captured, 0, SEEK_END);
    off_t at = end > errors_shown ? end - errors_shown : 0;
    char buffer[piece];
    ssize_t got;
    int begins = at == 0, is_chatter = 0;
    while (at < end && (got = pread(captured, buffer, sizeof buffer, at)) > 0) {
        if (begins) is_chatter = (size_t)got >= sizeof chatter - 1 && !memcmp(buffer, chatter, sizeof chatter - 1);
        const char *line_end = memchr(buffer, '\n', (size_t)got);
        if (line_end) got = line_end - buffer + 1;
        ssize_t wrote = is_chatter ? got : write_piece(2, buffer, (size_t)got, 10);
        if (wrote <= 0) break;
        begins = line_end && wrote == got;
        at += wrote;
    }
    close(captured);
}

// In the background the shell has its own modes on already; they are not ours to change.
// A terminal that controls no session has no foreground, and nobody else's modes.
static int is_in_foreground(int terminal) {
    pid_t group = tcgetpgrp(terminal);
    return group < 0 || group == getpgrp();
}

static void give_screen_back(struct giving *giving, int cut, int clears) {
    int foreground = is_in_foreground(giving->terminal);
    if (giving->is_left) return;
    giving->is_left = 1;
    if (cut) {
        struct pollfd ready = {terminal_descriptor, POLLOUT, 0};
        if (poll(&ready, 1, 0) == 0 && foreground) {
            tcflush(terminal_descriptor, TCOFLUSH);
            // What makes the screen ours may have been lost with it.
            clears = 0;
        }
        if (write_out(cancel, sizeof cancel - 1, 0, foreground)) clears = 0;
    }
    size_t start = clears ? 0 : giving->clearing;
    write_out(giving->text + start, giving->count - start, giving->clearing - start, foreground);
}

/// A background process that sets modes is stopped by SIGTTOU; whoever is dying must not be. Nor is anybody parked in here.
static void block_interruptions(sigset_t *before) {
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, SIGTTOU);
    sigaddset(&only, PARKING);
    pthread_sigmask(SIG_BLOCK, &only, before);
}

/// Takes the terminal to give it back; NULL where it is not ours, or another thread is at it.
static struct giving *take(int *number) {
    *number = atomic_exchange(&armed, 0);
    if (!*number) return NULL;
    struct giving *giving = &givings[*number - 1];
    terminal_descriptor = giving->terminal;
    if (giving->writer) cameo_writer_close(giving->writer);
    return giving;
}

static int armed_terminal(void) {
    int number = atomic_load(&armed);
    return number ? givings[number - 1].terminal : -1;
}

/// `stays`: the terminal remains ours, in the modes in which its answers are waited for.
static int give_back(int cut, int clears, int stays) {
    int error = errno, number;
    sigset_t before;
    block_interruptions(&before);
    struct giving *giving = take(&number);
    if (giving) give_screen_back(giving, cut, clears);
    if (giving && stays) {
        if (is_in_foreground(giving->terminal)) cameo_answers_set_modes(giving->terminal, &giving->modes);
        atomic_store(&armed, number);
    } else if (giving && cameo_answers_are_due(giving->terminal) && is_in_foreground(giving->terminal)) {
        // Meanwhile another way out may be taken, on which nothing is waited for any more.
        atomic_store(&armed, number);
        cameo_answers_swallow(giving->terminal, &giving->modes, &leaving);
        giving = take(&number);
    }
    if (giving && !stays) {
        if (is_in_foreground(giving->terminal)) tcsetattr(terminal_descriptor, TCSANOW, &giving->modes);
        cameo_answers_give_back_typed();
        release_errors();
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return giving != NULL;
}

int cameo_restorer_leave_screen(int cut, int clears) { return give_back(cut, clears, cameo_answers_are_due(armed_terminal())); }

int cameo_restorer_release(int cut, int clears) { return give_back(cut, clears, 0); }

void cameo_restorer_arm(
    int terminal, const struct termios *modes, const char *text, size_t count, size_t clearing, cameo_writer *writer) {
    int next = atomic_load(&armed) == 1 ? 1 : 0;
    struct giving *giving = &givings[next];
    giving->writer = writer;
    if (writer) cameo_writer_open(writer);
    giving->terminal = terminal;
    giving->modes = *modes;
    giving->count = count < sizeof giving->text ? count : sizeof giving->text;
    giving->clearing = clearing < giving->count ? clearing : giving->count;
    giving->is_left = 0;
    memcpy(giving->text, text, giving->count);
    atomic_store(&armed, next + 1);
}

void cameo_restorer_keep_errors(int original, int captured) {
    errors_captured = captured;
    errors_original = original;
}

void cameo_die(int number) {
    cameo_restorer_release(1, 0);
    struct sigaction plain;
    memset(&plain, 0, sizeof plain);
    plain.sa_handler = SIG_DFL;
    sigaction(number, &plain, NULL);
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, number);
    pthread_sigmask(SIG_UNBLOCK, &only, NULL);
    raise(number);
    _exit(128 + number);
}

void cameo_stop_self(void) {
    if (leaving) return;
    struct sigaction plain, before;
    memset(&plain, 0, sizeof plain);
    plain.sa_handler = SIG_DFL;
    sigaction(SIGTSTP, &plain, &before);
    sigset_t only, mask;
    sigemptyset(&only);
    sigaddset(&only, SIGTSTP);
    pthread_sigmask(SIG_UNBLOCK, &only, &mask);
    // Not SIGSTOP: in an orphaned group nobody could continue us, and there the system drops SIGTSTP.
    raise(SIGTSTP);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    sigaction(SIGTSTP, &before, NULL);
}

static void wait_a_moment(void) {
    struct timespec moment = {0, 2000000};
    nanosleep(&moment, NULL);
}

/// Half a second after a request to end that nobody has served, the next one ends the process from here.
static int is_second_request(int number) {
    if (number != SIGINT && number != SIGTERM && number != SIGHUP && number != SIGQUIT) return 0;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (!leaving) {
        leaving_since = now;
        leaving = 1;
        return 0;
    }
    long long waited = (now.tv_sec - leaving_since.tv_sec) * 1000LL + (now.tv_nsec - leaving_since.tv_nsec) / 1000000;
    return waited >= 500;
}

static void on_told(int number) {
    int error = errno;
    if (is_second_request(number)) cameo_die(number);
    if (number == SIGCONT) continued = continued + 1;
    unsigned char byte = (unsigned char)number;
    (void)!write(pipe_ends[1], &byte, 1);
    errno = error;
}

static void on_park(int number) {
    (void)number;
    atomic_store(&parked, 1);
    for (;;) pause();
}

static void on_settling(int number) {
    (void)number;
    atomic_fetch_add(&settled, 1);
}

/// The process ends here. Whoever sets the terminal's modes, as at the start, might do so behind our back once more.
static void park_owner(void) {
    if (pthread_equal(pthread_self(), owner) || pthread_kill(owner, PARKING) != 0) return;
    for (int waited = 0; !atomic_load(&parked) && waited < 50; waited++) wait_a_moment();
}

static void on_fatal(int number) {
    park_owner();
    cameo_restorer_release(1, 0);
    // The action of before runs next: at the faulting instruction again, or by the signal that waits until we return.
    struct sigaction plain;
    memset(&plain, 0, sizeof plain);
    plain.sa_handler = SIG_DFL;
    /* The language's own handler would ask questions on a terminal that is the shell's again, unless it was wished for. */
    for (int i = 0; i < fatal_count; i++)
        if (fatal[i] == number) sigaction(number, wants_backtrace ? &fatal_before[i] : &plain, NULL);
    raise(number);
}

static void on_exit_of_process(void) { cameo_restorer_release(1, 0); }

static int open_pipe(void) {
    if (pipe(pipe_ends) != 0) return -1;
    for (int i = 0; i < 2; i++) {
        fcntl(pipe_ends[i], F_SETFD, FD_CLOEXEC);
        fcntl(pipe_ends[i], F_SETFL, O_NONBLOCK);
    }
    return 0;
}

/// A stack of its own for fatal signals, or an exhausted stack could not be told.
static void give_stack(void) {
    static char room[65536];
    stack_t stack;
    memset(&stack, 0, sizeof stack);
    stack.ss_sp = room;
    stack.ss_size = sizeof room;
    sigaltstack(&stack, NULL);
}

/// What whoever started us ignores for our sake: the end of the terminal (nohup), a system that ends. SIGINT and SIGQUIT are keys
/// on a screen of ours; a script without job control has them ignored in all that it starts with &.
static int stays_ignored(int number) { return number == SIGTSTP || number == SIGTERM || number == SIGHUP; }

int cameo_signals_install(void) {
    if (installed) return pipe_ends[0];
    if (pipe_ends[0] < 0 && open_pipe() != 0) return -1;
    static int registered;
    if (!registered) atexit(on_exit_of_process);
    registered = 1;
    leaving = 0;
    give_stack();

    struct sigaction action;
    memset(&action, 0, sizeof action);
    sigfillset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    action.sa_handler = on_told;
    for (int i = 0; i < told_count; i++) {
        sigaction(told[i], NULL, &told_before[i]);
        if (told_before[i].sa_handler != SIG_IGN || !stays_ignored(told[i])) sigaction(told[i], &action, NULL);
    }
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_ONSTACK;
    owner = pthread_self();
    action.sa_handler = on_park;
    sigaction(PARKING, &action, NULL);
    action.sa_handler = on_settling;
    sigaction(SETTLING, &action, NULL);
    action.sa_handler = on_fatal;
    wants_backtrace = getenv("SWIFT_BACKTRACE") != NULL;
    for (int i = 0; i < fatal_count; i++) sigaction(fatal[i], &action, &fatal_before[i]);
    action.sa_flags = 0;
    action.sa_handler = SIG_IGN;
    for (int i = 0; i < ignored_count; i++) sigaction(ignored[i], &action, &ignored_before[i]);
    installed = 1;
    return pipe_ends[0];
}

void cameo_signals_uninstall(void) {
    if (!installed) return;
    for (int i = 0; i < told_count; i++) sigaction(told[i], &told_before[i], NULL);
    for (int i = 0; i < fatal_count; i++) sigaction(fatal[i], &fatal_before[i], NULL);
    for (int i = 0; i < ignored_count; i++) sigaction(ignored[i], &ignored_before[i], NULL);
    installed = 0;
}

int cameo_restorer_keeps_errors(void) { return errors_original >= 0; }

static int has_pending_request(void) {
    sigset_t pending;
    sigpending(&pending);
    return sigismember(&pending, SIGINT) || sigismember(&pending, SIGTERM) || sigismember(&pending, SIGHUP)
        || sigismember(&pending, SIGQUIT);
}

/// Returns when the threads that take signals have run the handlers of those that they had taken: a busy machine may let one of
/// them sleep between the two.
static void settle(void) {
    int asked = 0;
    atomic_store(&settled, 0);
#ifdef __linux__
    // The first thread of the process waits for signals, too.
    if (syscall(SYS_tgkill, getpid(), getpid(), SETTLING) == 0) asked++;
#endif
    if (atomic_load(&hears) && pthread_kill(hearing, SETTLING) == 0) asked++;
    for (int waited = 0; atomic_load(&settled) < asked && waited < 250; waited++) wait_a_moment();
}

/// Whether a request to end was sent before this call, at the latest. This thread has them blocked.
static int is_asked_to_leave(void) {
    for (int waited = 0; !leaving && has_pending_request() && waited < 500; waited++) wait_a_moment();
    if (!leaving) settle();
    return leaving;
}

int cameo_await_foreground(int terminal) {
    int is_ours;
    sigset_t requests, before;
    sigemptyset(&requests);
    for (int i = 0; i < told_count; i++) sigaddset(&requests, told[i]);
    pthread_sigmask(SIG_BLOCK, &requests, &before);
    for (;;) {
        // A shell that calls us gives us the terminal first, and one that ends a job that is stopped sends the request first; but
        // whoever does so by hand takes a moment.
        for (int waited = 0; !(is_ours = is_in_foreground(terminal)) && !leaving && waited < 150; waited++) wait_a_moment();
        if (is_ours || is_asked_to_leave()) break;
        // As setting modes would stop us, but awake for a request to end each time that somebody continues us.
        int counted = continued;
        cameo_stop_self();
        // Another thread may be told of it, and a moment later; nobody is where the system does not stop us.
        for (int waited = 0; continued == counted && !leaving && waited < 100; waited++) wait_a_moment();
        if (continued == counted && !leaving) is_ours = 1;
        if (is_ours) break;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return is_ours;
}

int cameo_continued_count(void) { return continued; }

void cameo_signals_unblock(void) {
    sigset_t all;
    sigemptyset(&all);
    for (int i = 0; i < told_count; i++) sigaddset(&all, told[i]);
    hearing = pthread_self();
    atomic_store(&hears, 1);
    pthread_sigmask(SIG_UNBLOCK, &all, NULL);
}

void cameo_signals_ended(void) { atomic_store(&hears, 0); }
