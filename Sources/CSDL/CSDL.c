#include "CSDL.h"

#ifdef __linux__
#include <dlfcn.h>

// As `snd_lib_error_handler_t` has it.
static void keep_silent(const char *file, int line, const char *function, int error, const char *format, ...) {
    (void)file, (void)line, (void)function, (void)error, (void)format;
}

void cameo_sdl_silence_alsa(void) {
    void *alsa = dlopen("libasound.so.2", RTLD_NOW);
    if (alsa == NULL) return;
    int (*set_handler)(void (*)(const char *, int, const char *, int, const char *, ...)) =
        (int (*)(void (*)(const char *, int, const char *, int, const char *, ...)))dlsym(
            alsa, "snd_lib_error_set_handler");
    if (set_handler != NULL) set_handler(keep_silent);
}
#else
void cameo_sdl_silence_alsa(void) {}
#endif
