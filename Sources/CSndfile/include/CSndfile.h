#include <sndfile.h>
#include <stdint.h>

/// A sound file in memory, and how far it has been read. Has to stay where it is as long as the file is open.
typedef struct {
    const uint8_t *bytes;
    int64_t count;
    int64_t at;
} cameo_sound_source;

/// NULL when the library knows nothing of that kind; `sf_strerror(NULL)` says why.
SNDFILE *cameo_sound_open(cameo_sound_source *source, SF_INFO *info);
