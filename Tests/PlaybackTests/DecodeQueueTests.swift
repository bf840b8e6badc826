import Decoding
import Events
import Frames
import PlaybackSupport
import Testing

@testable import Engine
@testable import Playback

@Suite struct DecodeQueueTests {
    private static func job(_ number: Int, _ generation: Generation = 0) -> DecodeJob {
        DecodeJob(key: PictureKey("\(number)"), generation: generation, picture: payload(number))
    }

    private static func payload(_ number: Int) -> Payload { Payload(hash: hash(number), byteCount: 10) }
    private static func hash(_ number: Int) -> ContentHash { ContentHash(words: (UInt64(number), 0, 0, 0)) }

    private static func name(_ job: DecodeQueue.Job?) -> String {
        switch job {
        case .overlays(let jobs)?: "overlays " + jobs.map(\.key.rawValue).joined(separator: " ")
        case .base(let hash)?: "base \(hash.words.0)"
        case nil: "nothing"
        }
    }

    /// Jobs in the order in which one worker gets them.
    private static func jobs(_ queue: DecodeQueue, _ count: Int) async -> [String] {
        var names: [String] = []
        for _ in 0..<count { names.append(name(await queue.next())) }
        return names
    }

    @Test("base frames of the next moments come first, overlays between them in the order in which they were asked for")
    func order() async {
        let queue = DecodeQueue()
        for number in 1...3 { queue.decode(Self.job(number)) }
        queue.setBases([Self.hash(8), Self.hash(7)])
        #expect(await Self.jobs(queue, 3) == ["base 8", "overlays 1 2 3", "base 7"])
    }

    @Test("base frames that are asked for take the place of those that waited")
    func replaced() async {
        let queue = DecodeQueue()
        queue.setBases([Self.hash(1), Self.hash(2)])
        queue.setBases([Self.hash(2), Self.hash(3)])
        queue.decode(Self.job(9))
        #expect(await Self.jobs(queue, 3) == ["base 2", "overlays 9", "base 3"])
    }

    @Test("a base frame that a worker has is not given to another one until it is finished")
    func underWay() async {
        let queue = DecodeQueue()
        queue.setBases([Self.hash(1)])
        #expect(await Self.jobs(queue, 1) == ["base 1"])
        queue.setBases([Self.hash(1), Self.hash(2)])
        queue.decode(Self.job(9))
        #expect(await Self.jobs(queue, 2) == ["overlays 9", "base 2"])
        queue.finish(base: Self.hash(1))
        queue.setBases([Self.hash(1)])
        #expect(await Self.jobs(queue, 1) == ["base 1"])
    }

    @Test("K11 overlays of older messages are not decoded any more")
    func forgotten() async {
        let queue = DecodeQueue()
        queue.decode(Self.job(1, 0))
        queue.decode(Self.job(2, 1))
        queue.decode(Self.job(3, 0))
        queue.decode(Self.job(4, 2))
        queue.begin(1)
        #expect(await Self.jobs(queue, 1) == ["overlays 2 4"])
    }

    @Test("a worker that waits gets the next job")
    func waiting() async {
        let queue = DecodeQueue()
        async let name = Self.name(await queue.next())
        queue.decode(Self.job(1))
        #expect(await name == "overlays 1")
    }

    @Test("each overlay goes to one worker, a few at once")
    func sharing() async {
        let queue = DecodeQueue()
        for number in 0..<24 { queue.decode(Self.job(number)) }
        let names = await withTaskGroup(of: String.self) { group in
            for _ in 0..<4 { group.addTask { Self.name(await queue.next()) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let numbers = names.flatMap { $0.split(separator: " ").compactMap { Int($0) } }
        #expect(numbers.sorted() == Array(0..<24))
        #expect(names.allSatisfy { $0.split(separator: " ").count == 7 })
    }

    @Test("closing wakes all who wait, and nothing is given out afterwards")
    func close() async {
        let queue = DecodeQueue()
        let names = await withTaskGroup(of: String.self) { group in
            for _ in 0..<3 { group.addTask { Self.name(await queue.next()) } }
            queue.close()
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(names == ["nothing", "nothing", "nothing"])
        queue.decode(Self.job(1))
        queue.setBases([Self.hash(1)])
        #expect(await Self.jobs(queue, 2) == ["nothing", "nothing"])
    }

    @Test("a worker reports what it decoded, and why it could not")
    func worker() async throws {
        let good = try WrittenStream.picture(1)
        let blobs = TestBlobs([good, Array("no picture".utf8)])
        let queue = DecodeQueue()
        queue.setBases([blobs.hashes[1]])
        queue.decode(DecodeJob(key: PictureKey("good"), generation: 3, picture: blobs.payload(0)))
        queue.decode(DecodeJob(key: PictureKey("gone"), generation: 3, picture: Self.payload(99)))
        var found: [String] = []
        await decodePictures(from: queue, blobs: blobs, memory: DecodingMemory()) { decoded in
            switch decoded {
            case .overlays(let results):
                for (job, result) in results {
                    switch result {
                    case .success(let picture): found.append("\(job.key.rawValue) \(picture.size.width)")
                    case .failure(let error): found.append("\(job.key.rawValue) \(error)")
                    }
                }
            case .base(let hash, .failure): found.append(hash == blobs.hashes[1] ? "broken base" : "?")
            case .base: found.append("?")
            }
            if found.count >= 3 { queue.close() }
        }
        #expect(found == ["broken base", "good \(WrittenStream.side)", "gone empty"])
    }
}
