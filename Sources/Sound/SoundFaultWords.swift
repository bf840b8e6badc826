import CSndfile

/// What the sound library's numbers mean, in our words: its own are for programmers, and some are wrong of what it was given.
enum SoundFaultWords {
    /// - Parameter file: `nil` for one that could not be opened.
    static func reading(_ file: OpaquePointer?) -> String {
        switch Int(sf_error(file)) {
        case Int(SF_ERR_SYSTEM): "cannot be read to the end"
        case Int(SF_ERR_MALFORMED_FILE): "invalid header"
        case Int(SF_ERR_UNSUPPORTED_ENCODING): "unsupported encoding"
        default: "not a known sound file"
        }
    }

    /// - Parameter code: of the library.
    static func writing(_ code: Int32) -> String {
        Int(code) == Int(SF_ERR_SYSTEM) ? "cannot be written" : "this format cannot be written"
    }
}
