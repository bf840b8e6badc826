/// What a command has written and nobody has taken: two pieces of memory that change places, one to be filled and one to be read.
struct OutputBuffer {
    static let limit = 256 << 10
    /// The most that is added at once; with less room than that there is none.
    static let pieceBytes = 64 << 10

    private var filling = [UInt8](repeating: 0, count: limit)
    private var filled = 0
    /// Empty while its owner reads it.
    private var other = [UInt8](repeating: 0, count: limit)

    var hasRoom: Bool { filling.count - filled >= Self.pieceBytes }

    /// - Parameter piece: not more than `pieceBytes`, while there is room.
    /// - Returns: whether these are the first bytes since all was taken.
    mutating func append(_ piece: UnsafeRawBufferPointer) -> Bool {
        precondition(piece.count <= filling.count - filled, "is not filled while it has no room")
        let isNews = filled == 0
        filling.withUnsafeMutableBytes { memory in
            UnsafeMutableRawBufferPointer(rebasing: memory[filled...]).copyMemory(from: piece)
        }
        filled += piece.count
        return isNews
    }

    /// What is there, to be given back; `nil` when that is nothing, or what was taken last is not back yet.
    mutating func take() -> (memory: [UInt8], count: Int)? {
        guard filled > 0, !other.isEmpty else { return nil }
        defer { filled = 0 }
        let taken = (filling, filled)
        filling = other
        other = []
        return taken
    }

    mutating func giveBack(_ memory: [UInt8]) { other = memory }
}
