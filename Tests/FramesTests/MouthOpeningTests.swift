import Events
import Testing

@testable import Frames

@Suite struct MouthOpeningTests {
    /// Skin of 40 by 40 pixels with a dark rectangle.
    private func face(_ dark: PixelRect, alpha: UInt8 = 255) -> Picture {
        let size = PixelSize(width: 40, height: 40)
        var bytes: [UInt8] = []
        for y in 0..<40 {
            for x in 0..<40 {
                let isDark = x >= dark.minX && x < dark.maxX && y >= dark.minY && y < dark.maxY
                bytes += (isDark ? [20, 8, 8] : [210, 160, 140]) + [alpha]
            }
        }
        return Picture(size: size, bytes: bytes)
    }

    @Test("the dark share of the middle says how far a mouth is open")
    func share() {
        #expect(face(.zero).darkness == 0)
        #expect(face(PixelRect(x: 15, y: 18, width: 10, height: 4)).darkness == 0.1)
        #expect(face(PixelRect(x: 15, y: 16, width: 10, height: 8)).darkness == 0.2)
        // Hair at the edge is no mouth.
        #expect(face(PixelRect(x: 0, y: 0, width: 40, height: 9)).darkness == 0)
    }

    @Test("a picture that cannot be seen through says nothing, nor does one without pixels")
    func nothing() {
        #expect(face(.zero, alpha: 10).darkness.isNaN)
        #expect(Picture(size: .zero, bytes: []).darkness.isNaN)
    }
}
