// The program's own main stays what it is.
#define SDL_MAIN_HANDLED 1
#include <SDL2/SDL.h>

// Macros that Swift does not see.
static const uint32_t cameo_sdl_audio = SDL_INIT_AUDIO;
static const SDL_AudioFormat cameo_sdl_s16 = AUDIO_S16SYS;
static const int cameo_sdl_changes = SDL_AUDIO_ALLOW_FREQUENCY_CHANGE | SDL_AUDIO_ALLOW_CHANNELS_CHANGE | SDL_AUDIO_ALLOW_SAMPLES_CHANGE;

// Where ALSA is, it writes what it finds wrong on standard error, a dozen lines where there is no device, and also where the program
// is ending and the terminal is the shell's again. SDL says the same in one sentence. Nothing is done where there is none.
void cameo_sdl_silence_alsa(void);
