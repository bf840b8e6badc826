#define _GNU_SOURCE 1
#include "LateAnswers.h"

#include <errno.h>
#include <poll.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

/// Milliseconds of the monotonic clock; 0 when nothing is due, negative once somebody waits on the way out.
static atomic_llong due_until;
static atomic_int answers_input = -1;
static atomic_int begins_cut;

/// Where the reading of bytes stands.
enum place { in_text, after_escape, in_sequence, in_string, after_string_escape };

enum { sequence_limit = 128, typed_limit = 1024, slice = 20 };
/// Whoever is asked to end by a signal waits no longer than this, in milliseconds.
enum { signal_limit = 300 };
static enum place place;
static unsigned char sequence[sequence_limit];
static size_t sequence_count;
static unsigned char typed[typed_limit];
static size_t typed_count;

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

void cameo_answers_await(int input, int milliseconds) {
    atomic_store(&answers_input, input);
    atomic_store(&begins_cut, cameo_cut_none);
    atomic_store(&due_until, now() + milliseconds);
}

void cameo_answers_came(void) { atomic_store(&due_until, 0); }

void cameo_answers_cut(int kind) { atomic_store(&begins_cut, kind); }

int cameo_answers_are_due(int terminal) {
    long long until = atomic_load(&due_until);
    if (until <= 0 || terminal < 0 || now() >= until) return 0;
    pid_t session = tcgetsid(terminal);
    return session > 0 && session != getpid();
}

void cameo_answers_set_modes(int terminal, const struct termios *modes) {
    struct termios quiet = *modes;
    // As it comes: it is typed again into the modes of before.
    quiet.c_iflag &= ~(tcflag_t)(ICRNL | INLCR | IGNCR | IXON | ISTRIP | INPCK | PARMRK | BRKINT);
    quiet.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ECHONL | IEXTEN);
    quiet.c_lflag |= ISIG;
    quiet.c_cc[VMIN] = 0;
    quiet.c_cc[VTIME] = 0;
    tcsetattr(terminal, TCSANOW, &quiet);
}

static void keep_typed(const unsigned char *bytes, size_t count) {
    if (count > typed_limit - typed_count) count = typed_limit - typed_count;
    memcpy(typed + typed_count, bytes, count);
    typed_count += count;
}

/// A whole control sequence. 1 for the last answer.
static int take_sequence(void) {
    unsigned char kind = sequence[2], final = sequence[sequence_count - 1];
    if (kind == '?' && final == 'c') return 1;
    int is_answer = kind == '?' || kind == '>' || kind == '=' || strchr("ynRt", final) != NULL;
    if (!is_answer) keep_typed(sequence, sequence_count);
    return 0;
}

/// 1 for the end of the last answer.
static int take_byte(unsigned char byte) {
    switch (place) {
    case in_text:
        if (byte == 0x1B) {
            place = after_escape;
            sequence[0] = byte;
            sequence_count = 1;
        } else {
            keep_typed(&byte, 1);
        }
        return 0;
    case after_escape:
        if (byte == 0x1B) {
            keep_typed(sequence, 1);
            return 0;
        }
        sequence[sequence_count++] = byte;
        place = byte == '[' ? in_sequence : strchr("P]_^X", byte) && byte ? in_string : in_text;
        if (place == in_text) keep_typed(sequence, sequence_count);
        return 0;
    case in_sequence:
        sequence[sequence_count++] = byte;
        if (byte >= 0x20 && byte < 0x40 && sequence_count < sequence_limit) return 0;
        place = in_text;
        return take_sequence();
    case in_string:
        if (byte == 0x1B) place = after_string_escape;
        else if (byte == 0x07 || byte == 0x18 || byte == 0x1A) place = in_text;
        return 0;
    case after_string_escape:
        place = in_text;
        if (byte == '\\') return 0;
        // The string has ended without its end.
        place = after_escape;
        sequence[0] = 0x1B;
        sequence_count = 1;
        return take_byte(byte);
    }
    return 0;
}

void cameo_answers_swallow(int terminal, const struct termios *modes, const volatile sig_atomic_t *leaving) {
    // Taken: whoever else gives the terminal back meanwhile waits for nothing.
    long long until = atomic_load(&due_until);
    while (until > 0 && !atomic_compare_exchange_weak(&due_until, &until, -until)) continue;
    long long taken = -until;
    int input = atomic_load(&answers_input), had_to_leave = *leaving;
    if (had_to_leave && until > now() + signal_limit) until = now() + signal_limit;
    cameo_answers_set_modes(terminal, modes);
    int cut = atomic_load(&begins_cut);
    place = cut == cameo_cut_string ? in_string : cut == cameo_cut_sequence ? in_sequence : in_text;
    memcpy(sequence, "\033[?", sequence_count = 3);
    typed_count = 0;
    // Another thread may have read the last one.
    for (int is_over = 0; !is_over && atomic_load(&due_until) == taken && *leaving == had_to_leave;) {
        long long left = until - now();
        if (left <= 0) break;
        struct pollfd entry = {input, POLLIN, 0};
        int ready = poll(&entry, 1, (int)(left < slice ? left : slice));
        if (ready < 0 && errno != EINTR) break;
        if (ready <= 0) continue;
        unsigned char bytes[256];
        ssize_t count = read(input, bytes, sizeof bytes);
        if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (count < 0 || (count == 0 && entry.revents & (POLLHUP | POLLERR | POLLNVAL))) break;
        for (ssize_t at = 0; at < count; at++) is_over = take_byte(bytes[at]) || is_over;
    }
    atomic_compare_exchange_strong(&due_until, &taken, 0);
    if (place == after_escape) keep_typed(sequence, sequence_count);
}

void cameo_answers_give_back_typed(void) {
    int input = atomic_load(&answers_input);
    // Newer systems keep this to themselves; what was typed so early is lost there.
    for (size_t at = 0; at < typed_count; at++)
        if (ioctl(input, TIOCSTI, &typed[at]) != 0) break;
    typed_count = 0;
}
