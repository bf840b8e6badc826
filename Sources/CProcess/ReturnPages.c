#include "CProcess.h"

// Any header of the C library says which one it is.
#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

void cameo_return_pages(void) {
#ifdef __GLIBC__
    // Pictures come and go by the dozen. Left alone, the allocator learns to keep their pages, in a heap a thread.
    mallopt(M_MMAP_THRESHOLD, 256 << 10);
    mallopt(M_ARENA_MAX, 2);
#endif
}
