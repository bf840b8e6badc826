// SPDX-License-Identifier: GPL-3.0-or-later

import CEspeak

/// The library, which is one in a process and knows one voice at a time. Owner: the program's only thread.
final class Espeak {
    let voices: VoiceTable
    /// As in `espeak-ng 1.51`.
    let title: String
    private let rate: Int
    private var voice: String?

    private static let normalVoice = "en-us"
    /// The library's own middle.
    private static let normalPitch = 50.0

    init() throws(EspeakError) {
        rate = Int(cameo_espeak_start())
        guard rate > 0 else { throw .noLibrary }
        voices = VoiceTable()
        title = "espeak-ng " + (espeak_Info(nil).map { String(cString: $0) } ?? "")
    }

    func speak(_ sentence: Request.Sentence) throws(EspeakError) -> Spoken {
        try choose(sentence.voice ?? Self.normalVoice)
        set(espeakRATE, Double(espeakRATE_NORMAL) * sentence.rate / 100, espeakRATE_MINIMUM...espeakRATE_MAXIMUM)
        set(espeakPITCH, Self.normalPitch * sentence.pitch / 100, 0...100)
        let text = SpeakableText(sentence.text)
        var output = LibraryOutput(rate: rate)
        if !text.isBlank { try speak(text, &output) }
        switch output.refusal {
        case .tooLong: throw .refused("the text takes more than \(LibraryOutput.longestSeconds) s to say")
        case .changesRate: throw .refused("the voice changes its number of samples a second")
        case nil: break
        }
        let phonemes = PhonemeTimes.phonemes(of: output)
        let words = WordTimes.words(of: output, phonemes, in: text.scalars).map { word in
            Spoken.Word(scalars: text.range(of: word.scalars), from: word.from, to: word.to)
        }
        return Spoken(rate: output.rate, samples: output.samples, phonemes: phonemes, words: words)
    }

    private func speak(_ text: SpeakableText, _ output: inout LibraryOutput) throws(EspeakError) {
        let bytes = text.bytes
        let failure = withUnsafeMutablePointer(to: &output) { output in
            cameo_espeak_speak(
                bytes, bytes.count,
                { context, samples, count, events in
                    guard let output = context?.assumingMemoryBound(to: LibraryOutput.self) else { return 1 }
                    let samples = UnsafeBufferPointer(start: samples, count: samples == nil ? 0 : Int(count))
                    return output.pointee.receive(samples, events) ? 0 : 1
                }, output)
        }
        guard failure == EE_OK else {
            throw .refused("the text cannot be spoken (libespeak-ng error \(failure.rawValue))")
        }
    }

    private func choose(_ wanted: String) throws(EspeakError) {
        guard wanted != voice else { return }
        guard let file = voices.file(of: wanted), espeak_SetVoiceByName(file) == EE_OK else {
            voice = nil
            throw .refused("no voice \(wanted.prefix(100))")
        }
        voice = wanted
    }

    /// What is not within bounds is taken as near as can be.
    private func set(_ parameter: espeak_PARAMETER, _ value: Double, _ bounds: ClosedRange<Int32>) {
        let bounded = min(max(value.isNaN ? 0 : value.rounded(), Double(bounds.lowerBound)), Double(bounds.upperBound))
        espeak_SetParameter(parameter, Int32(bounded), 0)
    }
}

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
