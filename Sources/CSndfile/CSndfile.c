#include "CSndfile.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static sf_count_t file_length(void *user) { return ((cameo_sound_file *)user)->count; }

static sf_count_t file_seek(sf_count_t offset, int whence, void *user) {
    cameo_sound_file *file = user;
    sf_count_t from = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? file->at : file->count;
    // Both are within the bytes' count but for the stranger's offset.
    if (offset < -from || offset > file->count - from) return -1;
    file->at = from + offset;
    return file->at;
}

static sf_count_t file_take(void *to, sf_count_t count, void *user) {
    cameo_sound_file *file = user;
    uint8_t *place = to;
    sf_count_t left = count > file->count - file->at ? file->count - file->at : count;
    sf_count_t before = file->front_count - file->at;
    if (before > left) before = left;
    if (before > 0) {
        memcpy(place, file->front + file->at, (size_t)before);
        file->at += before, place += before, left -= before;
    }
    while (left > 0) {
        ssize_t got = pread(file->descriptor, place, (size_t)left, (off_t)(file->start + file->at - file->front_count));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        file->at += got, place += got, left -= got;
    }
    return place - (uint8_t *)to;
}

static sf_count_t put(const void *from, sf_count_t count, void *user) {
    (void)from, (void)count, (void)user;
    return 0;
}

static sf_count_t file_tell(void *user) { return ((cameo_sound_file *)user)->at; }

SNDFILE *cameo_sound_open_file(cameo_sound_file *file, SF_INFO *info) {
    SF_VIRTUAL_IO io = {file_length, file_seek, file_take, put, file_tell};
    memset(info, 0, sizeof *info);
    return sf_open_virtual(&io, SFM_READ, info, file);
}
