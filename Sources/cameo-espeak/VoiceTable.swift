// SPDX-License-Identifier: GPL-3.0-or-later

import CEspeak

/// The voices of the library, but for those of MBROLA, which is another program.
struct VoiceTable {
    struct Voice {
        /// As it is asked for: the name of its file, in small letters.
        let name: String
        let language: String
        let title: String
        /// As the library calls its file, without folders.
        let file: String
    }

    /// By name.
    let list: [Voice]
    /// Voices of the mouth and throat that any of them can be given, as in `en-us+f3`.
    private let variants: Set<String>

    /// Once the library has been started.
    init() {
        list = Self.read(espeak_ListVoices(nil)).filter { !$0.path.hasPrefix("mb/") }
            .map { Voice(name: $0.file.lowercased(), language: $0.language, title: $0.title, file: $0.file) }
            .sorted { $0.name < $1.name }
        var variants = Set<String>()
        "variant".withCString { language in
            var wanted = espeak_VOICE()
            wanted.languages = language
            variants = Set(Self.read(espeak_ListVoices(&wanted)).map { $0.file })
        }
        self.variants = variants
    }

    /// What the library is to be asked for: by name, else by language, each with or without `+variant`. `nil` for what is
    /// not there: the library opens any file that it is told.
    func file(of wanted: String) -> String? {
        let parts = wanted.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false).map { $0.lowercased() }
        guard let name = parts.first,
            let voice = list.first(where: { $0.name == name })
                ?? list.first(where: { $0.language.lowercased() == name })
        else { return nil }
        guard parts.count == 2 else { return voice.file }
        guard let variant = variants.first(where: { $0.lowercased() == parts[1] }) else { return nil }
        return voice.file + "+" + variant
    }

    private struct Row {
        let path: String
        let language: String
        let title: String

        var file: String { path.split(separator: "/").last.map(String.init) ?? path }
    }

    private static func read(_ voices: UnsafeMutablePointer<UnsafePointer<espeak_VOICE>?>?) -> [Row] {
        guard var place = voices else { return [] }
        var rows: [Row] = []
        while let voice = place.pointee?.pointee {
            if let path = voice.identifier, let title = voice.name {
                // The first byte is how well the language fits.
                let language = voice.languages.map { $0.pointee == 0 ? "" : String(cString: $0 + 1) } ?? ""
                rows.append(Row(path: String(cString: path), language: language, title: String(cString: title)))
            }
            place += 1
        }
        return rows
    }
}
