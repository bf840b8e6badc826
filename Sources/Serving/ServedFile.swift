import Files
import Platform
import Synchronization
import Transport

/// An open file that is sent: read from any thread, one piece at a time. The mutex guards its descriptor.
final class ServedFile: Sendable {
    private let file: Mutex<OpenFile>
    /// As it was when it was opened.
    let byteCount: Int

    /// `nil` where there is none that may be opened.
    init?(_ path: String, below folder: OpenFolder) {
        do throws(RefusedPath) {
            file = Mutex(try folder.file(below: path))
        } catch {
            return nil
        }
        guard let status = file.withLock({ FileStatus(descriptor: $0.descriptor) }) else { return nil }
        byteCount = status.byteCount
    }

    func body(_ bytes: Range<Int>) -> AnswerBody {
        AnswerBody(byteCount: bytes.count) { offset, count in
            self.file.withLock { Descriptor.read($0.descriptor, at: bytes.lowerBound + offset, count: count) }
        }
    }
}
