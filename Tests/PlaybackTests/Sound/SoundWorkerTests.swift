import Dispatch
import Engine
import Events
import Platform
import PlaybackSupport
import Sound
import Support
import Synchronization
import Testing

@testable import Playback

@Suite struct SoundWorkerTests {
    /// Whether others went on while each device was opened.
    private final class Openings: Sendable {
        let all = Mutex<[Bool]>([])
    }

    @Test("while a device takes long to open, everybody else goes on")
    func slowDevice() async {
        let openings = Openings()
        let going = DispatchSemaphore(value: 0)
        let workers = (0..<2 * ProcessorCount.online).map { _ in SoundWorker() }
        let running = workers.map { worker in
            worker.close()
            return Task {
                await worker.run(TestBlobs([])) { () throws(SoundError) in
                    let goesOn = going.wait(timeout: .now() + 30) == .success
                    if goesOn { going.signal() }
                    openings.all.withLock { $0.append(goesOn) }
                    throw .noDevice("of a test")
                } _: { _ in
                }
            }
        }
        let other = Task { _ = going.signal() }
        for task in running { await task.value }
        await other.value
        #expect(openings.all.withLock { $0 } == workers.map { _ in true })
    }

    @Test("sounds of older messages are passed over")
    func older() async {
        let blobs = TestBlobs([Samples.numbered(seconds: 0.5, rate: 8_000).file])
        let worker = SoundWorker()
        for generation in 1...2 {
            worker.decode(SoundName(0, generation), blobs.payload(0), longest: nil)
        }
        worker.begin(2)
        worker.close()
        let read = Mutex<[(SoundName, Int?)]>([])
        await worker.run(blobs) { news in
            guard case .decoded(let name, _, let result, _) = news else { return }
            read.withLock { $0.append((name, (try? result.get())?.rate)) }
        }
        #expect(read.withLock { $0.map { $0.0.generation } } == [2] && read.withLock { $0.map { $0.1 } } == [8_000])
    }
}
