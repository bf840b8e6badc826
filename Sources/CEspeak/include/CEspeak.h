// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CAMEO_CESPEAK_H
#define CAMEO_CESPEAK_H

#include <espeak-ng/speak_lib.h>

/// A piece of what is spoken: `count` samples, and events up to one of type `espeakEVENT_LIST_TERMINATED`. Anything but 0
/// ends the speech.
typedef int (*cameo_espeak_heard)(void *context, const short *samples, int count, const espeak_EVENT *events);

/// Samples a second, or below 1 where the library does not start. Once in a process, before all else. Phonemes are told by their
/// names in IPA.
int cameo_espeak_start(void);

/// Speaks `text` (UTF-8, ended by NUL) as plain text, neither SSML nor [[phonemes]], and returns when it has been heard.
/// One thread at a time: the library has one voice in a process.
espeak_ERROR cameo_espeak_speak(const char *text, size_t size, cameo_espeak_heard heard, void *context);

#endif
