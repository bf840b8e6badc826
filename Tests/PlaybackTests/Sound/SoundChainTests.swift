import Engine
import Events
import Sound
import Support
import Testing

@testable import Playback

@Suite struct SoundChainTests {
    private static func name(_ chunk: Int, _ generation: Generation = 1) -> SoundName {
        SoundName(chunk, generation)
    }

    /// A WAV whose header says that more comes, and what it leaves.
    private static let first = SoundPiece(Array(Samples.numbered(seconds: 0.5, rate: 8_000).file.dropLast(101)))

    private static func heard(_ chain: inout SoundChain, _ name: SoundName, by member: Member = .main) {
        chain.receive(name, rest: first.rest, header: first.header, by: member)
    }

    @Test(
        "N25 a sound may go on with the one before it, or with the first one of its own message, which goes on with none"
    )
    func continued() {
        var chain = SoundChain()
        #expect(chain.context(of: Self.name(1)) == nil)
        Self.heard(&chain, Self.name(0))
        #expect(chain.context(of: Self.name(1)) == SoundContext(rest: Self.first.rest, first: Self.first.header))
        #expect(chain.context(of: Self.name(7)) == SoundContext(rest: nil, first: Self.first.header))
        #expect(chain.context(of: Self.name(0)) == nil && chain.context(of: Self.name(1, 2)) == nil)
        Self.heard(&chain, Self.name(0, 2))
        #expect(chain.context(of: Self.name(1, 2)) != nil && chain.context(of: Self.name(1)) == nil)
    }

    @Test("each member has its own")
    func members() throws {
        let anna = try #require(Member("anna"))
        var chain = SoundChain()
        Self.heard(&chain, Self.name(0))
        #expect(chain.context(of: Self.name(1), by: anna) == nil && chain.context(of: Self.name(1)) != nil)
    }
}
