#include "CProcess.h"

// Any header of the C library says which one it is.
#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

void cameo_share_heaps(void) {
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, 2);
#endif
}

void cameo_return_pages(void) {
#ifdef __GLIBC__
    // Pictures come and go by the dozen. Left alone, the allocator learns to keep their pages. What libwebp needs to decode the alpha
    // of an overlay of 192x192 (156 KB, 37 times a second) is better kept: new pages for it were 5 % of the CPU of talking.
    mallopt(M_MMAP_THRESHOLD, 192 << 10);
#endif
}
