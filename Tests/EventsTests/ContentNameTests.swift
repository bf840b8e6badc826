import Events
import Testing

@Suite struct ContentNameTests {
    @Test("K6: two pictures whose files begin with the same 75 bytes have different content names")
    func sameBeginning() {
        let beginning = (0..<75).map { UInt8($0) }
        #expect(contentHash(of: beginning + [1]) != contentHash(of: beginning + [2]))
        #expect(contentHash(of: beginning) != contentHash(of: beginning + [1]))
    }
}
