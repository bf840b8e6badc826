#include "Children.h"
#include "CProcess.h"

#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#define SIGNAL_COUNT 4

static const int numbers[SIGNAL_COUNT] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
static struct sigaction before[SIGNAL_COUNT];
static struct termios modes;
/// The terminal that shows nothing; -1 for none.
static int quiet = -1;

static void on_end(int number) {
    cameo_children_end();
    tcsetattr(quiet, TCSANOW, &modes);
    // The default action is set already (SA_RESETHAND).
    raise(number);
}

int cameo_echo_off(int terminal) {
    if (quiet >= 0 || tcgetattr(terminal, &modes) != 0) return 0;
    quiet = terminal;
    for (int place = 0; place < SIGNAL_COUNT; place++) {
        struct sigaction action;
        if (sigaction(numbers[place], NULL, &before[place]) != 0 || !cameo_ends_process(before[place].sa_handler)) continue;
        memset(&action, 0, sizeof action);
        action.sa_handler = on_end;
        action.sa_flags = (int)SA_RESETHAND | SA_NODEFER;
        sigaction(numbers[place], &action, NULL);
    }
    struct termios changed = modes;
    changed.c_lflag &= ~(tcflag_t)ECHO;
    // A process that is suspended would leave the shell without an echo.
    changed.c_cc[VSUSP] = (cc_t)_POSIX_VDISABLE;
    tcsetattr(terminal, TCSAFLUSH, &changed);
    return 1;
}

void cameo_echo_on(void) {
    if (quiet < 0) return;
    tcsetattr(quiet, TCSAFLUSH, &modes);
    for (int place = 0; place < SIGNAL_COUNT; place++) {
        struct sigaction now;
        int is_ours = sigaction(numbers[place], NULL, &now) == 0 && now.sa_handler == on_end;
        if (is_ours) sigaction(numbers[place], &before[place], NULL);
    }
    quiet = -1;
}
