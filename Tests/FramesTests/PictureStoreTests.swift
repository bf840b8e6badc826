import Events
import Support
import Testing

@testable import Frames

private func key(_ number: Int) -> PictureKey { PictureKey("talking_1_s_talking_1_e/\(number)/J0_X1_M0.webp") }
private let small = Picture(size: size(10, 10), filledWith: Color(1, 2, 3))

@Suite struct PictureStoreTests {
    @Test("K6: two pictures whose files begin with the same 75 bytes are kept apart")
    func sameBeginning() throws {
        // Stored without compression, so that only the last row makes the files differ.
        let first = Picture(size: size(30, 30), filledWith: Color(10, 20, 30))
        let second = first.outlined(PixelRect(x: 0, y: 29, width: 30, height: 1), Color(200, 0, 0))
        let files = try [first, second].map {
            try encodePNG($0, compression: PNGCompression(level: 0))
        }
        #expect(files[0].prefix(75) == files[1].prefix(75))
        #expect(files[0] != files[1])
        var store = PictureStore()
        for (number, file) in files.enumerated() {
            let picture = try decodePicture(file)
            store.insert(picture, for: key(number), 0)
        }
        #expect(store.picture(for: key(0)) == first)
        #expect(store.picture(for: key(1)) == second)
    }

    @Test("K10: 2,000 different keys stay under the byte limit, and the latest are there")
    func manyKeys() {
        var store = PictureStore(byteLimit: 100_000)
        for number in 0..<2_000 {
            store.insert(small, for: key(number), 0)
            #expect(store.byteCount <= 100_000)
        }
        #expect(store.byteCount == 100_000)
        #expect((1_750..<2_000).allSatisfy { store.picture(for: key($0)) != nil })
        #expect(store.picture(for: key(1_749)) == nil)
    }

    @Test("K11: a picture decoded for an older message changes nothing")
    func stale() {
        var store = PictureStore()
        store.insert(small, for: key(1), 3)
        #expect(store.picture(for: key(1)) == small)
        store.begin(4)
        #expect(store.byteCount == 0)
        store.insert(small, for: key(1), 3)
        #expect(store.byteCount == 0)
        store.insert(small, for: key(1), 4)
        store.begin(2)
        #expect(store.generation == 4)
        #expect(store.picture(for: key(1)) == small)
    }

    @Test("the least recently used picture goes first")
    func order() {
        var store = PictureStore(byteLimit: 1_200)
        for number in 0..<3 { store.insert(small, for: key(number), 0) }
        _ = store.picture(for: key(0))
        store.insert(small, for: key(3), 0)
        #expect((0..<4).map { store.picture(for: key($0)) != nil } == [true, false, true, true])
    }

    @Test("a picture that is larger than the limit is refused, and nothing goes for it")
    func tooLarge() {
        var store = PictureStore(byteLimit: 1_200)
        store.insert(small, for: key(0), 0)
        store.insert(Picture(size: size(20, 20), filledWith: .black), for: key(1), 0)
        #expect(store.byteCount == 400 && store.picture(for: key(0)) == small && store.picture(for: key(1)) == nil)
    }

    @Test("an equal key replaces its picture, and removing gives the bytes back")
    func replacing() {
        var store = PictureStore()
        store.insert(small, for: key(0), 0)
        let large = Picture(size: size(20, 20), filledWith: .black)
        store.insert(large, for: key(0), 0)
        #expect(store.byteCount == 1_600)
        #expect(store.picture(for: key(0)) == large)
        store.insert(small, for: key(1), 0)
        store.remove([key(0), key(7)])
        #expect(store.byteCount == 400)
        #expect(store.picture(for: key(0)) == nil)
        #expect(store.picture(for: key(1)) == small)
    }

    @Test("thousands of random steps agree with a plain list")
    func model() {
        var random = SplitMix64(seed: 9)
        var store = RecentlyUsed<Int, Int>(limit: 100)
        var list: [(key: Int, size: Int)] = []
        for step in 0..<20_000 {
            let key = random.number(0...30)
            let known = list.firstIndex { $0.key == key }
            switch random.number(0...3) {
            case 0:
                let used = store.use(key)
                #expect((used == nil) == (known == nil))
                if let known { list.append(list.remove(at: known)) }
            case 1:
                store.remove(key)
                if let known { list.remove(at: known) }
            default:
                let size = random.number(1...40)
                let isStored = store.insert(step, cost: size, for: key)
                #expect(isStored)
                if let known { list.remove(at: known) }
                while list.map(\.size).reduce(size, +) > 100 { list.removeFirst() }
                list.append((key, size))
            }
            #expect(
                (0...30).count { store.peek($0) != nil } == list.count
                    && store.cost == list.map(\.size).reduce(0, +))
            #expect(list.allSatisfy { store.peek($0.key) != nil })
        }
    }
}
