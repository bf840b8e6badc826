// SPDX-License-Identifier: GPL-3.0-or-later
#include "CEspeak.h"

#define PIECE_MILLISECONDS 400

// The library's callback has no context of its own at the end of a text.
static cameo_espeak_heard listener;
static void *listener_context;

static int on_samples(short *samples, int count, espeak_EVENT *events) {
    if (listener == NULL || events == NULL) return 0;
    return listener(listener_context, samples, samples == NULL || count < 0 ? 0 : count, events);
}

int cameo_espeak_start(void) {
    int options = espeakINITIALIZE_PHONEME_EVENTS | espeakINITIALIZE_PHONEME_IPA | espeakINITIALIZE_DONT_EXIT;
    int rate = espeak_Initialize(AUDIO_OUTPUT_SYNCHRONOUS, PIECE_MILLISECONDS, NULL, options);
    if (rate > 0) espeak_SetSynthCallback(on_samples);
    return rate;
}

espeak_ERROR cameo_espeak_speak(const char *text, size_t size, cameo_espeak_heard heard, void *context) {
    listener = heard;
    listener_context = context;
    // Neither espeakSSML nor espeakPHONEMES: a stranger's text commands nothing.
    espeak_ERROR failure =
        espeak_Synth(text, size, 0, POS_CHARACTER, 0, espeakCHARS_UTF8 | espeakENDPAUSE, NULL, NULL);
    espeak_Synchronize();
    listener = NULL;
    return failure;
}
