import Events

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

/// Where the planes of one frame of I420 lie: 8 bits a sample, planar, Y first, then U, then V, row by row, top first,
/// without padding. Chroma has half the samples on both axes, rounded up (picture-in-picture 5.8).
package struct I420Layout: Hashable, Sendable {
    /// Of the Y plane, in samples.
    package let size: PixelSize

    /// How many pixels a frame may have; sides are within `Limits.videoSides` (architecture, promise 8).
    package static let mostPixels = 7_680 * 4_320

    /// `nil` for a size that no frame may have.
    package init?(_ size: PixelSize) {
        let sides = Limits.videoSides
        guard sides.contains(size.width), sides.contains(size.height), size.count <= Self.mostPixels else { return nil }
        self.size = size
    }

    /// Of the U and of the V plane, in samples.
    package var chromaSize: PixelSize { PixelSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2) }

    /// Bytes of all three planes.
    package var byteCount: Int { size.count + 2 * chromaSize.count }

    /// Where each plane starts, in bytes.
    var startOfU: Int { size.count }
    var startOfV: Int { size.count + chromaSize.count }
}
