#ifndef CAMEO_CPROCESS_H
#define CAMEO_CPROCESS_H
#include <stddef.h>
#include <sys/types.h>

#include "Hosted.h"

/// Makes the C library's allocator take two heaps for all threads, where it can be told to: one a thread keeps what each has
/// given back. For the very start, since a thread keeps the heap that it has.
void cameo_share_heaps(void);

/// Makes the C library's allocator give the pages of pictures back when they are freed, where it can be told to.
void cameo_return_pages(void);

#define CAMEO_TEMPORARY_FILES_BYTES (64 << 10)

/// From now on SIGHUP, SIGINT, SIGQUIT and SIGTERM, where they would simply end the process, remove these files and
/// empty folders first. In C because a signal handler may touch nothing that Swift's runtime guards with a lock.
/// `paths`: each ended by NUL, folders after what is in them; ended by one more NUL; `count` bytes in all.
/// Returns the number of this list, or -1, and does nothing, when it is too long or there are 256 already. From any thread.
int cameo_temporary_files_watch(const char *paths, size_t count);
/// Around the making of one of these files: none comes to be once a signal has begun to remove them. `begin` does not return
/// then.
void cameo_temporary_files_begin(void);
void cameo_temporary_files_end(void);
/// The files of this list stay; without any list, the signals end the process as before. Does not return while one is doing so.
void cameo_temporary_files_forget(int list);

/// From now on the terminal does not show what is typed, until `cameo_echo_on`, and whatever signal of the four ends the
/// process on the way. In C for the same reason. Returns 0, and does nothing, where that is no terminal.
int cameo_echo_off(int terminal);
/// The terminal is as it was.
void cameo_echo_on(void);

/// Starts `path` with these variables (this process's own where NULL), these three descriptors and none of the others that this process has, in a session of its own (no
/// terminal can be opened from it, and its number is that of its process group), all signals as a new process has them.
/// Whatever it does, it does not outlive this process: it is killed when this one exits, or is ended by one of the four signals
/// above. In C because the options for that differ and Swift does not see them. Returns 0 and the process, or the system's
/// error.
int cameo_spawn(
    const char *path, char *const arguments[], char *const variables[], int input, int output, int errors,
    pid_t *started);

/// Whether a process of `cameo_spawn` has ended, with `status` as of `waitpid`; once. Then all that it has started and left in
/// its group is killed. `waits`: until it has. -1 when it is none of ours, or was waited for already. Does not return
/// while one of the four signals is ending this process.
int cameo_reap(pid_t process, int waits, int *status);

/// `write(2)` to a pipe whose reader may be gone: then EPIPE, and no SIGPIPE, whatever this process does with that.
ssize_t cameo_write_quietly(int descriptor, const void *bytes, size_t count);

/// A file without a name: in memory where the system can, otherwise in /tmp. -1 with errno when there is none.
int cameo_scratch_file(void);

#endif
