import Events
import Foundation
import Frames
import Sound
import Speech
import Support
import Testing

extension OnATerminal {
    /// A clapper: a beep in the sound and a flash in the overlay on the same frame, found again in the samples that a device
    /// was given and in the bytes that the terminal was.
    ///
    /// The device is the library's that writes to a file, slowed down so far that a frame lasts 133 ms at any speed, and it
    /// paces the picture: what a loaded machine is late by is little of a frame then. Both are told by one clock, which is how
    /// much the device had been given when the flash was seen.
    @Suite(.serialized) struct ClapperTests {
        private static let rate = 48_000
        private static let chunks = 2
        private static let frames = 20
        /// Every so many frames there is a clap, from the first one on.
        private static let distance = 4
        private static let claps = chunks * frames / distance
        private static let period = rate / 30
        /// Frames that a device takes at once.
        private static let piece = 512

        /// A chunk's sound: silence, and for the first 20 ms of each clap a tone.
        private static var sound: Samples {
            let values = (0..<frames * period).map { place -> Int16 in
                let since = place % (distance * period)
                return since < rate / 50 ? Int16(20_000 * cos(2 * .pi * 500 * Double(since) / Double(rate))) : 0
            }
            return Samples(rate: rate, channels: 1, values: values)
        }

        private static func tape(in folder: Folder) async throws {
            var stream = try SampleStream(chunks: 0)
            for chunk in 0..<chunks {
                let clap = chunk * frames / distance
                try stream.addChunk(chunk, frames: frames, at: 0.5, sound: Data(sound.waveFile).base64EncodedString()) {
                    $0 % distance < 2 ? clap + $0 / distance + 1 : 0
                }
            }
            stream.add(0.5, "audio_end", "{}")
            try stream.write(in: folder)
            let run = try await Program.run("convert", "sample.ndjson", "sample.cameo", in: folder)
            try #require(run.status == 0, "\(run.errors)")
        }

        /// The clap whose flash is on screen.
        private static func flash(_ model: TerminalModel) -> Int? {
            let (square, half) = (model.square, SampleStream.overlaySide / 2)
            let column = (SampleStream.zone.x + half) * square.size.width / SampleStream.side
            let row = (SampleStream.zone.y + half) * square.size.height / SampleStream.side
            let pixel = model.pixel(square.minX + column, square.minY + row)
            return (0..<claps).first { pixel == SampleStream.overlayColor($0 + 1) }
        }

        /// Where in a file of samples a beep begins after silence.
        private static func beeps(_ path: String) throws -> [Int] {
            let data = try Data(contentsOf: URL(fileURLWithPath: path))
            let values = data.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
            var (beeps, last): ([Int], Int) = ([], -rate)
            for frame in 0..<values.count / 2 where abs(Int(values[2 * frame])) > 5_000 {
                if frame - last > rate / 50 { beeps.append(frame) }
                last = frame
            }
            return beeps
        }

        @Test(
            "K60 K64 beep and flash of one frame are heard and seen within one frame of each other, at any speed",
            arguments: [100, 50, 150])
        func together(speed: Int) async throws {
            let folder = try Folder()
            try await Self.tape(in: folder)
            let path = folder.file("samples")
            let delay = speed * 1_000 * Self.piece * 4 / Self.rate / 100
            let program = try TerminalProgram(
                ["play", "sample.cameo", "--tolerance", "0", "--audio-device", path], columns: 60, rows: 20,
                environment: [
                    "COLORTERM": "truecolor", "CAMEO_AUDIO": "true", "SDL_AUDIODRIVER": "disk",
                    "SDL_DISKAUDIODELAY": "\(delay)",
                ], in: folder)
            try program.watch("a picture") { $0.shownBase != nil }
            let steps = (speed - 100) / 10
            program.send(String(repeating: steps < 0 ? "[" : "]", count: abs(steps)))

            var (written, isAtSpeed) = (DeviceFile(path: path), speed == 100)
            var seen: [(clap: Int, time: ContinuousClock.Instant)] = []
            try program.watch("the flashes, and some silence behind them") { model in
                let now = ContinuousClock.now
                written.look(at: now)
                isAtSpeed = isAtSpeed || model.status.contains("speed \(speed) %")
                if let clap = Self.flash(model), isAtSpeed, seen.last?.clap != clap { seen.append((clap, now)) }
                return seen.last.map { written.growth(since: $0.time) > 3 * Self.distance * Self.period * 100 / speed }
                    ?? false
            }
            program.send("q")
            #expect(await program.waitForEnd() == .exited(0))

            let beeps = try Self.beeps(path)
            try #require(beeps.count == Self.claps && seen.count > Self.claps / 2, "\(beeps) \(seen)")
            // What is heard is a piece behind what is in the file.
            let offsets = seen.map { clap, time in
                Double(written.frames(at: time) - Self.piece - beeps[clap]) * Double(speed) / 100 / Double(Self.period)
            }
            let median = offsets.sorted()[offsets.count / 2]
            #expect(abs(median) <= 1, "in frames: \(offsets)")
            let distances = zip(beeps, beeps.dropFirst()).map { $1 - $0 }
            if speed == 100 {
                // To the sample, over the seam between the two chunks as well.
                #expect(distances.allSatisfy { $0 == Self.distance * Self.period }, "\(distances)")
            } else {
                // A beep moves by up to a period of what a voice could be.
                let heard = distances[seen[0].clap...]
                let length = heard.reduce(0, +) * speed / 100
                let drift = Double(length) / Double(heard.count * Self.distance * Self.period) - 1
                #expect(abs(drift) < 0.01, "\(distances)")
            }
        }
    }
}

/// A file of samples that a device writes, looked at now and then.
private struct DeviceFile {
    let path: String
    /// When it was seen to have grown, and how many frames it had then.
    private var looks: [(time: ContinuousClock.Instant, frames: Int)] = []

    init(path: String) { self.path = path }

    mutating func look(at time: ContinuousClock.Instant) {
        var status = stat()
        guard stat(path, &status) == 0 else { return }
        let frames = Int(status.st_size) / 4
        if frames > looks.last?.frames ?? 0 { looks.append((time, frames)) }
    }

    func growth(since time: ContinuousClock.Instant) -> Int { (looks.last?.frames ?? 0) - frames(at: time) }

    /// Between two looks it grows evenly.
    func frames(at time: ContinuousClock.Instant) -> Int {
        guard let next = looks.firstIndex(where: { $0.time > time }), next > 0 else { return looks.last?.frames ?? 0 }
        let (before, after) = (looks[next - 1], looks[next])
        let share = (time - before.time) / (after.time - before.time)
        return before.frames + Int(share * Double(after.frames - before.frames))
    }
}
