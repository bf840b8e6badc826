import Events
import Testing

@testable import Engine

/// Reader 2.1 and 2.2 as tables.
@Suite struct AudioSwitchesTests {
    private static let both: Set<BookTrack> = [.original, .translation]

    @Test(
        "toggling a language: both, one alone, and never none",
        arguments: [
            (AudioMode.sequence, BookTrack.original, AudioMode.single(.translation), true),
            (.sequence, .translation, .single(.original), true),
            (.single(.original), .original, .single(.original), false),
            (.single(.original), .translation, .sequence, true), (.single(.translation), .original, .sequence, true),
            (.single(.translation), .translation, .single(.translation), false), (.sequence, .mix, .sequence, false),
        ])
    func toggle(mode: AudioMode, track: BookTrack, expected: AudioMode, changes: Bool) {
        var switches = AudioSwitches(mode)
        #expect(switches.toggle(track, playable: Self.both) == changes && switches.mode == expected)
        #expect(switches.original || switches.translation)
    }

    @Test(
        "RA9 where a chunk has one language the switches go by that, and the other one cannot be asked for",
        arguments: BookTrack.allCases.filter { $0 != .mix })
    func clamped(track: BookTrack) {
        var switches = AudioSwitches(.sequence)
        #expect(switches.clamped(to: [track]).mode == .single(track))
        #expect(!switches.toggle(track.other, playable: [track]) && switches.mode == .sequence)
        // First only what can be played is on; then that stays on.
        #expect(switches.toggle(track, playable: [track]) && switches.mode == .single(track))
    }

    private static let files: [BookSound.Kind: BookSound] = Dictionary(
        uniqueKeysWithValues: BookSound.Kind.allCases.map { ($0, BookSound($0, path: $0.rawValue)) })

    @Test(
        "what is loaded in a mode, of whatever there is",
        arguments: [
            ([.original, .translation, .combined], AudioMode.sequence, nil, nil),
            ([.combined, .original], .sequence, BookSound.Kind.combined, BookTrack.mix),
            ([.original], .sequence, .original, .original), ([.other], .sequence, .other, .translation),
            ([.original, .translation, .combined], .single(.original), .original, .original),
            ([.original, .translation, .combined], .single(.translation), .translation, .translation),
            ([.combined, .translation], .single(.original), .combined, .mix),
            ([.translation], .single(.original), .translation, .translation),
            ([.original], .single(.translation), .original, .original),
            ([.other], .single(.original), .other, .translation),
        ] as [([BookSound.Kind], AudioMode, BookSound.Kind?, BookTrack?)])
    func choice(kinds: [BookSound.Kind], mode: AudioMode, kind: BookSound.Kind?, track: BookTrack?) throws {
        let sounds = try kinds.map { try #require(Self.files[$0]) }
        switch SoundChoice(sounds, mode) {
        case .alone(let sound, let found): #expect(sound.kind == kind && found == track)
        case .sequence: #expect(kind == nil)
        case nil: Issue.record("nothing")
        }
        #expect(SoundChoice([], mode) == nil)
    }

    @Test(
        "speeds are the nearest of eleven",
        arguments: [(100, 100), (54, 50), (55, 60), (149, 150), (0, 50), (-7, 50), (1_000, 150), (96, 100), (94, 90)])
    func speed(percent: Int, step: Int) { #expect(ReaderSettings.step(percent) == step) }
}
