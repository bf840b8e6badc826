import Wire

/// How bytes of a sound begin.
package enum SoundStart: Sendable {
    /// As a file does: one that cannot be read is broken, and what stands in it are no samples.
    case file
    /// With a frame of MP3, with which a file may begin, or a piece of one.
    case frame
    case other

    init(_ bytes: [UInt8]) {
        let isPage = bytes.starts(with: "OggS".utf8)
        if ["RIFF", "RIFX", "RF64", "fLaC", "ID3"].contains(where: { bytes.starts(with: $0.utf8) })
            || bytes.dropFirst(4).starts(with: "ftyp".utf8) || isPage && bytes.count > 5 && bytes[5] & 2 != 0
        {
            self = .file
        } else if let header = MP3Header(bytes, at: 0),
            MP3Header(bytes, at: header.byteCount)?.hasFormat(of: header) == true
        {
            self = header.tag(bytes, at: 0) == nil ? .frame : .file
        } else {
            self = .other
        }
    }
}
