/// What stands between CSI, or DCS, and its final byte.
struct ControlSequence: Sendable {
    /// Parameters beyond these are dropped, as terminals do.
    static let limit = 32
    /// No parameter means more than this.
    static let largest: Int32 = 65_535

    /// `<`, `=`, `>` or `?`; 0 for none.
    var prefix: UInt8 = 0
    /// The one before the final byte; 0 for none, 0xFF where there are more, which nothing here has.
    var intermediate: UInt8 = 0
    private(set) var values = [Int32](repeating: absent, count: limit)
    private(set) var count = 0
    /// Bit n: parameter n was parted from the one before by a colon.
    private var colons: UInt32 = 0
    private var isFull = false

    static let absent: Int32 = -1

    mutating func begin() {
        (prefix, intermediate, count, colons, isFull) = (0, 0, 0, 0, false)
    }

    /// Whether it could be anything else than dropped.
    var isUsable: Bool { intermediate != 0xFF }

    @inline(__always) mutating func digit(_ byte: UInt8) {
        if count == 0 { open(colon: false) }
        guard !isFull else { return }
        let value = values[count - 1]
        let digit = Int32(byte &- 0x30)
        values[count - 1] = value == Self.absent ? digit : min(value &* 10 &+ digit, Self.largest)
    }

    @inline(__always) mutating func separator(isColon: Bool) {
        if count == 0 { open(colon: false) }
        open(colon: isColon)
    }

    private mutating func open(colon: Bool) {
        guard count < Self.limit else {
            isFull = true
            return
        }
        values[count] = Self.absent
        if colon { colons |= 1 << UInt32(count) }
        count += 1
    }

    mutating func collect(_ byte: UInt8) { intermediate = intermediate == 0 ? byte : 0xFF }

    func isAbsent(_ index: Int) -> Bool { index >= count || values[index] == Self.absent }
    var hasColons: Bool { colons != 0 }
    func isSub(_ index: Int) -> Bool { index < count && colons >> UInt32(index) & 1 == 1 }

    /// The value, or `missing` where none was given.
    func value(_ index: Int, or missing: Int = 0) -> Int { isAbsent(index) ? missing : Int(values[index]) }
    /// The same where 0 means 1, too.
    func amount(_ index: Int = 0) -> Int { max(1, value(index, or: 1)) }
}
