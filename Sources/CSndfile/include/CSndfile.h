#include <sndfile.h>
#include <stdint.h>

/// A sound file that is open, with bytes in front of those that are read of it; or bytes alone. Has to stay where it is as long as the
/// sound is open.
typedef struct {
    const uint8_t *front;
    int64_t front_count;
    /// Read of only where `count` is more than `front_count`.
    int descriptor;
    /// Of the first byte that is read of the file.
    int64_t start;
    /// All that can be read, what is in front included.
    int64_t count;
    int64_t at;
} cameo_sound_file;

/// NULL when the library knows nothing of that kind; `sf_strerror(NULL)` says why. The descriptor stays open, and stays where it is.
SNDFILE *cameo_sound_open_file(cameo_sound_file *file, SF_INFO *info);
