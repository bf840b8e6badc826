/// The system's C library under one name.
///
/// The one place that knows what it is called: a file that needs `errno`, `open` or `SIGINT` imports `Platform`.
#if canImport(Darwin)
    @_exported import Darwin
#else
    @_exported import Glibc
#endif
