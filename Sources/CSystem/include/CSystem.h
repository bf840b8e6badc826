#ifndef CAMEO_CSYSTEM_H
#define CAMEO_CSYSTEM_H

/// Makes the C library's allocator give the pages of pictures back when they are freed, where it can be told to.
void cameo_return_pages(void);

#endif
