/// Why a call of the system failed: in Cameo's words for what users meet, in the system's for all else.
/// - Parameter code: as `errno`.
package func errorWords(_ code: Int32 = errno) -> String {
    switch code {
    case ENOENT: "no such file"
    case ENOTDIR: "not a folder"
    case EISDIR: "a folder, not a file"
    case EACCES, EPERM: "permission denied"
    case ENOSPC: "no space left"
    case EROFS: "the file system is read-only"
    case ENXIO: "no such device"
    case EMFILE, ENFILE: "too many open files"
    default: String(cString: strerror(code))
    }
}
