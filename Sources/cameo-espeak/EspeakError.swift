// SPDX-License-Identifier: GPL-3.0-or-later

/// What ends the program, or one request.
enum EspeakError: Error {
    case noLibrary
    /// Nobody reads the answers any more, or they cannot be written.
    case outputClosed
    /// Of one request, for whoever asked.
    case refused(String)

    var reason: String {
        switch self {
        case .noLibrary: "cannot start libespeak-ng; install the package espeak-ng-data"
        case .outputClosed: "standard output is closed"
        case .refused(let reason): reason
        }
    }
}
