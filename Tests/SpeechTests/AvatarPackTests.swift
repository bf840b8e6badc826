import Events
import Support
import Testing

@testable import Speech

@Suite struct AvatarPackTests {
    /// Mira's description with some of it replaced.
    private func changed(_ changes: [(String, String)]) throws -> [UInt8] {
        var text = String(decoding: try SpokenSentence.file("assets/avatars/mira/avatar.json"), as: UTF8.self)
        for (from, to) in changes {
            try #require(text.contains(from))
            text = text.replacing(from, with: to)
        }
        return Array(text.utf8)
    }

    @Test("mira is read")
    func mira() {
        let pack = Mira.pack
        #expect(pack.title == "Mira" && pack.zone == PixelPoint(x: 160, y: 268))
        #expect(pack.clips.count == 9 && pack.clips.count(where: \.hasOverlays) == 3 && pack.shapes.all.count == 22)
        #expect(pack.shapes[.p].sheet == "J0_X3_M3.webp" && pack.shapes[.aah].openness == 1)
        #expect(pack.walk.returnClip == "talking_1_e_idle_1_s")
    }

    @Test(
        "what makes no sense is named with its place",
        arguments: [
            ([("\"openness\": 1.0", "\"openness\": 1.5")], "shapes[12].openness: expected a number from 0 to 1"),
            (
                [("J5_X3_M1.webp\",\n      \"vis", "../x\",\n      \"vis")],
                "shapes[12].sheet: expected the name of a file"
            ),
            (
                [("\"zone\": [\n    160,", "\"zone\": [\n    -1,")],
                "\"zone\": expected x, y, width and height, each from 0 to 4096"
            ),
            ([("\"rest\"\n", "\"snore\"\n")], "\"shapes\": expected a shape for the viseme \"rest\", found none"),
            (
                [("\"openness\": 0.0,\n      \"width\": 0.82", "\"openness\": 0.4,\n      \"width\": 0.82")],
                "\"shapes\": J0_X3_M3.webp, which stands for \"p\": expected openness 0 to 0.1"
            ),
            (
                [("talking_1_s_talking_1_e", "talking_2_x")],
                "\"clips\": expected a clip with overlays from talking_…_s to talking_…_e, found none"
            ),
            ([("\"frames\": 66", "\"frames\": 0")], "talking_1_s_talking_1_e: \"frames\": expected 1 to 5000"),
            ([("\"hi_1_s_hi_1_e\"", "\"..\"")], "\"..\": not a valid clip folder name"),
        ])
    func nonsense(changes: [(String, String)], reason: String) throws {
        let bytes = try changed(changes)
        #expect {
            _ = try AvatarPack(bytes)
        } throws: {
            ($0 as? PackError)?.reason == reason
        }
    }

    @Test("a pack may do without the visemes that have a substitute")
    func substitutes() throws {
        let names = ["b", "m", "v", "dh", "d", "s", "z", "n", "zh", "ch", "j", "g", "ng", "oo", "aw", "ae", "y", "aah"]
        let pack = try AvatarPack(try changed(names.map { ("\"\($0)\"", "\"_\"") }))
        #expect(pack.shapes[.m] == pack.shapes[.p] && pack.shapes[.aah] == pack.shapes[.ah])
        #expect(Mira.shapes[.aah] != Mira.shapes[.ah])
    }

    @Test("no bytes make the reader trap", arguments: 0..<40)
    func anything(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        var bytes = try SpokenSentence.file("assets/avatars/mira/avatar.json")
        for _ in 0..<1 + random.below(20) {
            bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
        }
        if random.isOneIn(3) { bytes.removeLast(random.below(bytes.count)) }
        do throws(PackError) {
            #expect(try !AvatarPack(bytes).shapes.all.isEmpty)
        } catch {
            #expect(!error.reason.isEmpty)
        }
    }

    @Test("the walk goes over the bridge, then forward and back in turns")
    func walk() throws {
        let walk = try TalkingWalk([
            PackClip(name: "idle_1_e_talking_1_s", frames: 2, hasOverlays: true),
            PackClip(name: "talking_1_s_talking_1_e", frames: 3, hasOverlays: true),
            PackClip(name: "talking_1_e_talking_1_s", frames: 2, hasOverlays: true),
            PackClip(name: "talking_1_e_idle_1_s", frames: 2, hasOverlays: false),
        ])
        let bridge = "idle_1_e_talking_1_s"
        let (there, back) = ("talking_1_s_talking_1_e", "talking_1_e_talking_1_s")
        let names = (0..<9).map { walk.step($0) }.map { "\($0.clip.rawValue) \($0.index)" }
        #expect(
            names == [
                "\(bridge) 0", "\(bridge) 1", "\(there) 0", "\(there) 1", "\(there) 2", "\(back) 0", "\(back) 1",
                "\(there) 0", "\(there) 1",
            ])
        // Nothing shown yet; in the bridge; at its end; in forward; at its end; in back; at its end.
        #expect([0, 1, 2, 3, 5, 6, 7, 8].map(walk.framesToForward) == [3, 2, 1, 0, 0, 2, 1, 0])
        for place in 0..<40 {
            let end = place + walk.framesToForward(from: place)
            #expect(walk.step(end - 1).clip.rawValue == there)
        }
    }
}
