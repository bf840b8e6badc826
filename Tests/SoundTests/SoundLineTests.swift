import Events
import Support
import Testing

@testable import Sound

@Suite struct SoundLineTests {
    private static let rate = 1_000

    private func samples(_ values: ClosedRange<Int16>) -> Samples {
        Samples(rate: Self.rate, channels: 1, values: Array(values))
    }

    private func render(_ line: inout SoundLine, _ frames: Int) -> [Int16] {
        var output = [Int16](repeating: 77, count: 2 * frames)
        output.withUnsafeMutableBufferPointer { line.render(into: $0) }
        #expect(stride(from: 0, to: output.count, by: 2).allSatisfy { output[$0] == output[$0 + 1] })
        return stride(from: 0, to: output.count, by: 2).map { output[$0] }
    }

    @Test("sounds that follow each other have no gap, and silence is behind them")
    func seamless() {
        var line = SoundLine(rate: Self.rate)
        #expect(render(&line, 3) == [0, 0, 0])
        line.play(SoundName(0, 1), samples(1...4), from: .zero, speed: 100)
        line.follow(SoundName(1, 1), samples(5...6), from: .zero, speed: 100)
        #expect(render(&line, 3) == [1, 2, 3])
        #expect(render(&line, 5) == [4, 5, 6, 0, 0])
        #expect(line.names == [])
    }

    @Test("K62 another sound, or none, takes its place at the next frame")
    func replaced() {
        var line = SoundLine(rate: Self.rate)
        line.play(SoundName(0, 1), samples(1...9), from: .zero, speed: 100)
        #expect(render(&line, 2) == [1, 2])
        line.play(SoundName(0, 2), samples(51...52), from: .zero, speed: 100)
        #expect(render(&line, 1) == [51])
        line.stop()
        #expect(render(&line, 2) == [0, 0])
    }

    @Test("a sound that goes on at another speed does so from the frame at which it is")
    func changed() {
        var line = SoundLine(rate: Self.rate)
        line.play(SoundName(0, 1), samples(1...90), from: .milliseconds(10), speed: 100)
        line.follow(SoundName(1, 1), samples(1...9), from: .zero, speed: 100)
        #expect(render(&line, 40).last == 40)
        // 50 ms of it have been handed over. Of what was made from 30 ms on, those 20 ms take 40 frames.
        line.change(SoundName(0, 1), samples(101...200), from: .milliseconds(30), speed: 50)
        #expect(line.names == [SoundName(0, 1)])
        #expect(render(&line, 2) == [141, 142])
        #expect(line.place(at: 40)?.position == .milliseconds(50))
        // Nothing of it is heard: from the beginning of what there is.
        line.change(SoundName(2, 1), samples(11...12), from: .milliseconds(30), speed: 150)
        #expect(render(&line, 3) == [11, 12, 0])
    }

    @Test("a sound that comes piece by piece has no gap where it comes in time, and stands where it does not")
    func pieces() {
        var line = SoundLine(rate: Self.rate)
        let name = SoundName(0, 1)
        line.begin(name, from: .milliseconds(100), speed: 100)
        #expect(render(&line, 2) == [0, 0] && line.place(at: 1) == nil)
        line.extend(name, samples(1...3), isLast: false)
        line.extend(name, samples(4...5), isLast: false)
        #expect(line.waiting(name) == 5)
        #expect(render(&line, 4) == [1, 2, 3, 4] && line.waiting(name) == 1)
        #expect(render(&line, 3) == [5, 0, 0])
        // It waits for more of it.
        #expect(line.names == [name])
        #expect(line.place(at: 8)?.position == .milliseconds(105) && line.place(at: 8)?.isOver == false)
        line.extend(name, samples(6...7), isLast: true)
        #expect(render(&line, 1) == [6])
        #expect(line.place(at: 10)?.position == .milliseconds(106))
        #expect(render(&line, 2) == [7, 0] && line.names == [])
        #expect(line.place(at: 11)?.isOver == true)
        // Of another one, or of one that is over, nothing is taken.
        line.extend(name, samples(8...9), isLast: true)
        #expect(render(&line, 1) == [0])
    }

    @Test("a sound that ends with nothing ends where it is")
    func emptyEnd() {
        var line = SoundLine(rate: Self.rate)
        let name = SoundName(0, 1)
        line.begin(name, from: .zero, speed: 100)
        line.extend(name, samples(1...2), isLast: false)
        #expect(render(&line, 3) == [1, 2, 0] && line.names == [name])
        line.extend(name, Samples(rate: Self.rate, channels: 1, values: []), isLast: true)
        #expect(line.names == [] && line.place(at: 3)?.isOver == true)
    }

    @Test("two channels stay apart")
    func stereo() {
        var line = SoundLine(rate: Self.rate)
        line.play(
            SoundName(0, 1), Samples(rate: Self.rate, channels: 2, values: [1, 2, 3, 4]), from: .zero, speed: 100)
        var output = [Int16](repeating: 0, count: 4)
        output.withUnsafeMutableBufferPointer { line.render(into: $0) }
        #expect(output == [1, 2, 3, 4])
    }

    @Test("each frame tells its place in the sound, at any speed and from any offset")
    func places() {
        var line = SoundLine(rate: Self.rate)
        _ = render(&line, 10)
        #expect(line.place(at: 5) == nil)
        line.play(SoundName(3, 1), samples(1...20), from: .milliseconds(40), speed: 150)
        line.follow(SoundName(4, 1), samples(1...20), from: .zero, speed: 50)
        for _ in 0..<6 { _ = render(&line, 10) }
        #expect(line.place(at: 9) == nil)
        for frame in 10..<30 {
            #expect(line.place(at: frame)?.name == SoundName(3, 1))
            let position = TimeSpan.milliseconds(40) + TimeSpan(microseconds: 1_500) * Int64(frame - 10)
            #expect(line.place(at: frame)?.position == position)
        }
        for frame in 30..<50 {
            #expect(line.place(at: frame)?.name == SoundName(4, 1))
            let position = TimeSpan(microseconds: 500) * Int64(frame - 30)
            #expect(line.place(at: frame)?.position == position)
            #expect(line.place(at: frame)?.isOver == false)
        }
        #expect(line.place(at: 50)?.isOver == true && line.place(at: 50)?.position == .milliseconds(10))
        #expect(line.place(at: 59)?.position == .milliseconds(10))
    }

    @Test("places are told for as long as a device may be behind, in pieces however small")
    func placesOfOld() {
        var line = SoundLine(rate: Self.rate)
        line.play(SoundName(0, 1), samples(1...3_000), from: .zero, speed: 100)
        for _ in 0..<3_000 { _ = render(&line, 1) }
        #expect(line.place(at: 0)?.position == .zero && line.place(at: 1_000)?.position == .seconds(1))
    }

    @Test("a sound that was stopped, or begins again elsewhere, is nowhere until some of it has been handed over")
    func again() {
        var line = SoundLine(rate: Self.rate)
        line.play(SoundName(0, 1), samples(1...90), from: .zero, speed: 100)
        _ = render(&line, 20)
        #expect(line.place(at: 10)?.position == .milliseconds(10))
        line.stop()
        #expect(line.place(at: 20) == nil)
        line.play(SoundName(0, 1), samples(1...90), from: .milliseconds(500), speed: 100)
        #expect(line.place(at: 20) == nil)
        _ = render(&line, 10)
        #expect(line.place(at: 20)?.position == .milliseconds(500) && line.place(at: 20)?.isOver == false)
        line.play(SoundName(0, 1), samples(1...90), from: .milliseconds(900), speed: 100)
        #expect(line.place(at: 30) == nil)
    }

    @Test("a sound whose end has not been handed over yet is not over")
    func unfinished() {
        var line = SoundLine(rate: Self.rate)
        line.play(SoundName(0, 1), samples(1...20), from: .zero, speed: 100)
        _ = render(&line, 10)
        #expect(line.place(at: 10)?.isOver == false)
        _ = render(&line, 10)
        #expect(line.place(at: 19)?.isOver == false && line.place(at: 20)?.isOver == true)
    }

    @Test("a change of loudness takes a piece's time, and at full loudness samples are as they are")
    func gain() {
        var line = SoundLine(rate: Self.rate)
        line.play(
            SoundName(0, 1), Samples(rate: Self.rate, channels: 1, values: .init(repeating: 1_000, count: 40)),
            from: .zero, speed: 100)
        #expect(render(&line, 4) == [1_000, 1_000, 1_000, 1_000])
        line.volume.gain = 0
        #expect(render(&line, 4) == [750, 500, 250, 0])
        #expect(render(&line, 2) == [0, 0])
        line.volume.gain = 0.5
        #expect(render(&line, 2) == [250, 500])
        #expect(render(&line, 2) == [500, 500])
    }

    @Test("whatever the device asks for, it gets every sample once and in order")
    func anyPieces() {
        var chance = SplitMix64(seed: 3)
        for _ in 0..<200 {
            var line = SoundLine(rate: Self.rate)
            var (expected, got): ([Int16], [Int16]) = ([], [])
            for chunk in 0..<Int.random(in: 1...6, using: &chance) {
                let last = Int16(Int.random(in: 1...400, using: &chance))
                line.follow(SoundName(chunk, 1), samples(1...last), from: .zero, speed: 100)
                expected += 1...last
            }
            while !line.names.isEmpty { got += render(&line, Int.random(in: 0...130, using: &chance)) }
            #expect(
                Array(got.prefix(expected.count)) == expected && got.dropFirst(expected.count).allSatisfy { $0 == 0 })
            #expect(line.handed == got.count)
        }
    }
}
