import Events
import Platform
import Testing

@testable import Speaking

@Suite struct SayOptionsTests {
    @Test("without a standard input it is said that there is none, and nobody waits for a text")
    func noStandardInput() {
        let error = #expect(throws: CommandError.self) { try SayOptions.pipe(-1) }
        #expect(error?.reason == "standard input: \(errorWords(EBADF))")
    }

    @Test("standard input is read through a descriptor of its own, which no program that is started inherits")
    func ownDescriptor() throws {
        let ends = try #require(Descriptor.pipe())
        defer { for end in [ends.reading, ends.writing] { close(end) } }
        guard case .descriptor(let own) = try SayOptions.pipe(ends.reading) else {
            Issue.record("no descriptor")
            return
        }
        defer { close(own) }
        #expect(own != ends.reading && own > STDERR_FILENO && fcntl(own, F_GETFD) & FD_CLOEXEC != 0)
    }
}
