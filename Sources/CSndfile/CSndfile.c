#include "CSndfile.h"

#include <string.h>

static sf_count_t get_length(void *user) { return ((cameo_sound_source *)user)->count; }

static sf_count_t seek(sf_count_t offset, int whence, void *user) {
    cameo_sound_source *source = user;
    sf_count_t from = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? source->at : source->count;
    // Both are within the bytes' count but for the stranger's offset.
    if (offset < -from || offset > source->count - from) return -1;
    source->at = from + offset;
    return source->at;
}

static sf_count_t take(void *to, sf_count_t count, void *user) {
    cameo_sound_source *source = user;
    sf_count_t left = source->count - source->at;
    if (count > left) count = left;
    if (count <= 0) return 0;
    memcpy(to, source->bytes + source->at, (size_t)count);
    source->at += count;
    return count;
}

static sf_count_t put(const void *from, sf_count_t count, void *user) {
    (void)from, (void)count, (void)user;
    return 0;
}

static sf_count_t tell(void *user) { return ((cameo_sound_source *)user)->at; }

SNDFILE *cameo_sound_open(cameo_sound_source *source, SF_INFO *info) {
    SF_VIRTUAL_IO io = {get_length, seek, take, put, tell};
    memset(info, 0, sizeof *info);
    return sf_open_virtual(&io, SFM_READ, info, source);
}
