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
    // Pictures come and go by the dozen. Left alone, the allocator learns to keep their pages. An overlay of 192x192 has 144 KB.
    mallopt(M_MMAP_THRESHOLD, 128 << 10);
#endif
}
