import Events

/// The size of the picture that the tile's shape follows (picture-in-picture 4.1, 4.2).
package struct PreferredSize: Hashable, Sendable {
    /// Before anything is known, and for a new call.
    package static let usual = PixelSize(width: 640, height: 480)

    package private(set) var size = usual
    /// How many times as wide as high the source's pixels are.
    package private(set) var pixelAspect = 1.0
    package private(set) var policy = TilePolicy.adaptive

    package init() {}

    package static func accepts(_ size: PixelSize) -> Bool {
        Limits.videoSides.contains(size.width) && Limits.videoSides.contains(size.height)
    }

    package mutating func set(_ policy: TilePolicy) {
        self.policy = policy
        if case .fixed(let size) = policy, Self.accepts(size) { (self.size, pixelAspect) = (size, 1) }
    }

    /// What a source says of itself; a size that is none changes nothing (B4, N28).
    package mutating func receive(_ size: PixelSize, pixelAspect: Double = 1) {
        guard case .adaptive = policy, Self.accepts(size) else { return }
        (self.size, self.pixelAspect) = (size, pixelAspect > 0 && pixelAspect.isFinite ? pixelAspect : 1)
    }

    /// Width by height as it is to be seen.
    package var aspect: Double { Double(size.width) * pixelAspect / Double(size.height) }
}
