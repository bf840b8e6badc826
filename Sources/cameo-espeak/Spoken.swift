// SPDX-License-Identifier: GPL-3.0-or-later

/// One sentence as it goes out; times in samples.
struct Spoken {
    struct Phoneme {
        /// In IPA; empty for a pause.
        var name: String
        var from: Int
        var to: Int
    }

    struct Word {
        /// Unicode scalars of the text.
        var scalars: Range<Int>
        var from: Int
        var to: Int
    }

    let rate: Int
    let samples: [Int16]
    /// Without gaps from the first sample to the last.
    let phonemes: [Phoneme]
    let words: [Word]
}
