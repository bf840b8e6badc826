import Events
import Files

/// What a folder is where a recording was to be, and which command is for it.
package struct FolderHint {
    package let isAvatar: Bool
    /// They stand behind `found` or `is`.
    package let words: String

    package init(_ path: String) {
        let name = ShellWord.quoted(path)
        isAvatar = FileNames.isThere("\(path)/avatar.json")
        words =
            isAvatar
            ? "an avatar; to hear it: cameo say --avatar \(name) \"Hello\""
            : "a folder; for all recordings in it: cameo check \(name)"
    }
}
