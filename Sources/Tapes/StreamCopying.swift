import Events
import Wire

/// One entry on its way from file to file; wire messages also in the form in which a tape keeps them.
struct StreamItem {
    enum Body {
        case wire(StoredMessage)
        case input(LocalInput)
        case mark(Mark)
    }

    let time: Instant
    let body: Body
    var member = Member.main
}

/// Finds the bytes that a stored message refers to.
typealias BlobLookup = (ContentHash) throws -> [UInt8]?

protocol StreamSource {
    /// What a tape that is made of it says about itself.
    func meta(program: String) throws(TapeError) -> [String: String]
    /// Hands over everything in order, with a way to the bytes, and counts it.
    func copy(to body: (StreamItem, BlobLookup) throws(TapeError) -> Void) throws(TapeError) -> Int
}

protocol StreamSink {
    func add(_ item: StreamItem, _ blob: BlobLookup) throws(TapeError)
    func close() throws(TapeError)
}

extension TapeError {
    /// What went wrong with one entry; the source fills in which.
    init(copying error: any Error) {
        if let error = error as? TapeError {
            self = error
        } else {
            self = .badEntry(path: "", id: 0, reason: (error as? WireError)?.reason ?? "\(error)")
        }
    }
}
