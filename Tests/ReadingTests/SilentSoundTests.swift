import Events
import Platform
import Sound
import Testing

@testable import Reading

@Suite struct SilentSoundTests {
    @Test("it is as long as it is wanted, up to two days, and takes no room")
    func length() throws {
        for (wanted, found) in [
            (TimeSpan.milliseconds(1_500), TimeSpan.milliseconds(1_500)), (.seconds(7_200), .seconds(7_200)),
            (.seconds(1_000_000), SilentSound.longest), (.zero, .milliseconds(1)),
        ] {
            let file = try SilentSound.file(wanted)
            #expect(try SoundLength.of(file) == found)
        }
        let long = try SilentSound.file(.seconds(7_200))
        var status = stat()
        #expect(fstat(long.descriptor, &status) == 0 && status.st_size > 100_000_000 && status.st_blocks < 1_000)
    }

    @Test("all of it is silence")
    func silence() throws {
        let file = try SilentSound.file(.seconds(1))
        let bytes = try #require(Descriptor.read(file.descriptor, at: 44, count: 1 << 20))
        #expect(bytes.count == 16_000 && bytes.allSatisfy { $0 == 0 })
    }
}
