// SPDX-License-Identifier: GPL-3.0-or-later

import CEspeak

/// What the library says of one text, as it says it.
struct LibraryOutput {
    enum Event {
        /// Any name, the empty one of a pause as well.
        case phoneme(name: String, at: Int)
        /// From 0 on; often the library's `count` is too small, and sometimes both are wrong.
        case word(start: Int, count: Int, at: Int)
    }

    enum Refusal {
        /// A number of 2,000 digits is read out for half an hour.
        case tooLong
        /// On the way.
        case changesRate
    }

    static let longestSeconds = 300

    let rate: Int
    var samples: [Int16] = []
    /// In the order of their times, which are samples.
    var events: [Event] = []
    /// Why there is no use in going on.
    private(set) var refusal: Refusal?

    init(rate: Int) { self.rate = rate }

    /// - Returns: whether to go on.
    mutating func receive(_ samples: UnsafeBufferPointer<Int16>, _ events: UnsafePointer<espeak_EVENT>?) -> Bool {
        if var place = events {
            while place.pointee.type != espeakEVENT_LIST_TERMINATED {
                appendEvent(place.pointee)
                place += 1
            }
        }
        self.samples += samples
        if self.samples.count > rate * Self.longestSeconds || self.events.count > 1 << 16 { refusal = .tooLong }
        return refusal == nil
    }

    private mutating func appendEvent(_ event: espeak_EVENT) {
        let at = max(0, Int(event.sample))
        switch event.type {
        case espeakEVENT_PHONEME:
            // Eight bytes, ended by NUL only when they are not all used.
            let name = withUnsafeBytes(of: event.id.string) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            events.append(.phoneme(name: name, at: at))
        case espeakEVENT_WORD:
            events.append(.word(start: Int(event.text_position) - 1, count: Int(event.length), at: at))
        case espeakEVENT_SAMPLERATE:
            if event.id.number != 0, Int(event.id.number) != rate { refusal = .changesRate }
        default: break
        }
    }
}
