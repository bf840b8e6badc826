import Events

/// What a file of a book is, by the ending of its name.
package enum MediaType {
    /// As `Content-Type` has it.
    package static func name(of path: String) -> String {
        switch ending(of: path) {
        case "json": "application/json"
        case "mp3": "audio/mpeg"
        case "wav": "audio/x-wav"
        case "ogg", "oga": "audio/ogg"
        case "opus": "audio/opus"
        case "flac": "audio/flac"
        case "aac": "audio/aac"
        case "m4a", "m4b": "audio/mp4"
        case "mp4", "m4v": "video/mp4"
        case "mov": "video/quicktime"
        case "avi": "video/x-msvideo"
        case "webm": "video/webm"
        case "mkv": "video/x-matroska"
        case "png": "image/png"
        case "jpg", "jpeg": "image/jpeg"
        case "webp": "image/webp"
        case "gif": "image/gif"
        case "html", "htm", "xhtml": "text/html; charset=utf-8"
        case "vtt": "text/vtt; charset=utf-8"
        case "srt": "text/x-srt; charset=utf-8"
        case "ass", "ssa", "txt": "text/plain; charset=utf-8"
        default: "application/octet-stream"
        }
    }

    /// As the library's lists have it: audio, video, and text for all else (reader 1.6).
    static func folded(_ path: String) -> String {
        let name = name(of: path)
        return name.hasPrefix("audio/") ? "audio" : name.hasPrefix("video/") ? "video" : "text"
    }

    /// As a job's lists have it, where the job itself does not say it.
    static func raw(_ path: String) -> String {
        let name = name(of: path)
        if name.hasPrefix("audio/") { return BookSoundReading.kind(ofFile: path) == .original ? "audio_orig" : "audio" }
        if name.hasPrefix("image/") { return "image" }
        if name.hasPrefix("video/") { return "video" }
        return ["html", "vtt", "srt", "ass"].first { $0 == ending(of: path) } ?? "text"
    }

    private static func ending(of path: String) -> String {
        let name = BookPath.lastPart(path)
        return name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
    }
}
