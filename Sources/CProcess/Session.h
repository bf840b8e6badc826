#ifndef CAMEO_SESSION_H
#define CAMEO_SESSION_H
#include <sys/types.h>

/// When a process began, in the system's ticks; 0 where that is not known.
unsigned long long cameo_process_start(pid_t process);

/// Goes once through all that ends a session, without doing it: a function that is called for the first time is looked up by the
/// dynamic linker, in memory that the guard does not keep.
void cameo_session_rehearse(void);

#endif
