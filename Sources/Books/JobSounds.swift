import BookAPI
import Events
import Files

/// Where the sounds of a job are: below its folder and nowhere else (RL3).
struct JobSounds {
    let folder: any JobFiles

    /// Below the folder.
    /// - Throws: why the path as it is told leads to no file, where no other does either.
    func place(of sound: BookSound) throws(RefusedPath) -> String {
        if let path = existing(sound.path) { return path }
        _ = try folder.file(at: sound.path)
        return sound.path
    }

    /// The first place where a file is.
    func existing(_ path: String) -> String? { Self.candidates(path).first { folder.hasFile($0) } }

    /// As it is told, without its percent-encoding, and then beside the text, where those who move files put them. What leads out
    /// of the folder leads to none of the files that only have its name.
    private static func candidates(_ path: String) -> [String] {
        let paths = [path] + (BookPath.decoded(path).map { [$0] } ?? [])
        let leadsOut = paths.contains { $0.hasPrefix("/") || $0.split(separator: "/").contains("..") }
        if leadsOut { return [path] }
        return paths + paths.map(BookPath.lastPart) + paths.map { "metadata/" + BookPath.lastPart($0) }
            + paths.map { "media/" + BookPath.lastPart($0) }
    }
}
