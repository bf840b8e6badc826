// SPDX-License-Identifier: GPL-3.0-or-later

import JSON

/// One line of what is asked.
struct Request {
    enum Kind {
        case say(Sentence)
        case voices
        case unusable(String)
    }

    /// What is to be said, and how.
    struct Sentence {
        let text: String
        /// As the asker calls it; `nil` for the one that there is by default.
        let voice: String?
        /// Percent of normal, unchecked.
        let rate: Double
        let pitch: Double
    }

    /// What the answers repeat; `nil` where the line has none.
    let id: Int64?
    let kind: Kind

    /// Bytes of the longest line: a sentence of 2,000 characters, all escaped, is half of it.
    static let longest = 64 << 10

    /// - Parameter line: `nil` for one that is too long.
    init(_ line: ArraySlice<UInt8>?) {
        guard let line, !line.isEmpty else {
            (id, kind) = (nil, .unusable("expected a line of 1 to \(Self.longest) bytes"))
            return
        }
        do throws(JSONError) {
            (id, kind) = Self.read(try JSON.parse(line))
        } catch {
            (id, kind) = (nil, .unusable("the request is \(error.reason)"))
        }
    }

    private static func read(_ value: JSON) -> (Int64?, Kind) {
        if let say = value.object?["say"]?.object { return (id(in: say), saying(say)) }
        if let voices = value.object?["voices"]?.object { return (id(in: voices), .voices) }
        return (nil, .unusable("expected an object with \"say\" or \"voices\""))
    }

    private static func saying(_ say: JSONObject) -> Kind {
        guard let text = say["text"]?.string else { return .unusable("\"text\" is missing or not text") }
        guard text.unicodeScalars.count <= SpeakableText.longest else {
            return .unusable("the text has more than \(SpeakableText.longest) code points")
        }
        let rate = say["rate"]?.lenientDouble ?? 100
        let pitch = say["pitch"]?.lenientDouble ?? 100
        return .say(Sentence(text: text, voice: say["voice"]?.string, rate: rate, pitch: pitch))
    }

    private static func id(in members: JSONObject) -> Int64? {
        if case .int(let id)? = members["id"] { id } else { nil }
    }
}
