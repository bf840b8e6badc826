#include <archive.h>
#include <archive_entry.h>
#include <locale.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

/// The kinds are macros with a cast, which Swift does not see.
static inline int cameo_archive_is_link(struct archive_entry *entry) {
    return archive_entry_filetype(entry) == AE_IFLNK || archive_entry_hardlink(entry) != NULL
           || archive_entry_symlink(entry) != NULL;
}

static inline int cameo_archive_is_folder(struct archive_entry *entry) {
    return archive_entry_filetype(entry) == AE_IFDIR;
}

/// libarchive gives names in the encoding of the calling thread's language, and none where that has not all of their letters. Between
/// these two it is UTF-8 for this thread.
typedef struct {
    locale_t own;
    locale_t before;
} cameo_archive_letters;

static inline cameo_archive_letters cameo_archive_letters_begin(void) {
    cameo_archive_letters letters = {(locale_t)0, (locale_t)0};
    letters.own = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    if (letters.own == (locale_t)0) letters.own = newlocale(LC_CTYPE_MASK, "en_US.UTF-8", (locale_t)0);
    if (letters.own != (locale_t)0) letters.before = uselocale(letters.own);
    return letters;
}

static inline void cameo_archive_letters_end(cameo_archive_letters letters) {
    if (letters.own == (locale_t)0) return;
    uselocale(letters.before);
    freelocale(letters.own);
}
