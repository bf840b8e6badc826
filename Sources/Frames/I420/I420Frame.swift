/// One frame of I420, in memory that its pool gets back when the last copy of the frame is gone.
package struct I420Frame: Sendable {
    package let layout: I420Layout
    private let storage: Storage

    /// - Precondition: `bytes.count == layout.byteCount`.
    init(_ bytes: [UInt8], in slot: I420Slot) {
        precondition(bytes.count == slot.layout.byteCount, "a frame has all of its samples")
        layout = slot.layout
        storage = Storage(bytes, slot)
    }

    /// Y, U and V as `layout` says.
    package var bytes: [UInt8] { storage.bytes }

    /// Keeps the slot in use for as long as the bytes are.
    private final class Storage: Sendable {
        let bytes: [UInt8]
        private let slot: I420Slot

        init(_ bytes: [UInt8], _ slot: I420Slot) {
            self.bytes = bytes
            self.slot = slot
        }

        deinit { slot.keep(bytes) }
    }
}

/// A frame that is being filled from the front.
struct I420FrameFilling {
    private var bytes: [UInt8]
    private let slot: I420Slot

    /// Any bytes, of a frame before or zero.
    init(_ bytes: [UInt8], in slot: I420Slot) {
        self.bytes = bytes
        self.slot = slot
    }

    /// - Precondition: there is room for `source` behind `place`.
    mutating func write(_ source: ArraySlice<UInt8>, at place: Int) {
        bytes.withUnsafeMutableBufferPointer { target in
            precondition(place >= 0 && source.count <= target.count - place, "a frame has room for its samples")
            source.withUnsafeBufferPointer { source in
                let room = UnsafeMutableBufferPointer(rebasing: target[place..<place + source.count])
                _ = room.update(fromContentsOf: source)
            }
        }
    }

    /// Makes a frame of gray of one that has its Y plane only.
    mutating func fillChroma() {
        bytes.withUnsafeMutableBufferPointer { $0[slot.layout.startOfU...].update(repeating: 128) }
    }

    var frame: I420Frame { I420Frame(bytes, in: slot) }
}
