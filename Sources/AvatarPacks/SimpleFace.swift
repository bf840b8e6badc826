import Events
import Frames
import Speech

/// A face that is drawn by the program, for whoever begins a pack without drawings: a few ellipses, each mouth another one.
enum SimpleFace {
    /// Of the drawings, a side.
    static let side = 384
    static let mouths: [DrawnMouth] = [.rest, .p, .f, .t, .l, .r, .w, .oh, .ah, .eh, .ee, .uh]

    static func drawings() -> PackDrawings {
        var face = Canvas(side: side)
        drawHead(on: &face)
        var blink = face
        drawEyes(on: &face, areOpen: true)
        drawEyes(on: &blink, areOpen: false)
        drawMouth(.rest, on: &blink)
        var pictures: [DrawnMouth: Picture] = [:]
        for mouth in mouths {
            var canvas = face
            drawMouth(mouth, on: &canvas)
            pictures[mouth] = canvas.picture
        }
        return PackDrawings(mouths: pictures, blink: blink.picture)
    }

    private static let skin = Canvas.Ink(240, 196, 160)
    private static let shade = Canvas.Ink(222, 168, 132)
    private static let hair = Canvas.Ink(72, 52, 60)
    private static let dark = Canvas.Ink(70, 28, 34)
    private static let lip = Canvas.Ink(186, 92, 90)
    private static let white = Canvas.Ink(250, 248, 244)

    private static func drawHead(on canvas: inout Canvas) {
        canvas.fill(top: Canvas.Ink(92, 140, 160), bottom: Canvas.Ink(52, 84, 110))
        canvas.ellipse(192, 430, 170, 110, Canvas.Ink(74, 96, 150))
        canvas.ellipse(192, 330, 46, 70, shade)
        canvas.ellipse(192, 176, 128, 144, hair)
        canvas.ellipse(78, 206, 16, 28, skin)
        canvas.ellipse(306, 206, 16, 28, skin)
        canvas.ellipse(192, 208, 110, 132, skin)
        canvas.ellipse(192, 98, 112, 52, hair)
        canvas.ellipse(118, 120, 36, 40, hair)
        canvas.ellipse(122, 246, 22, 14, Canvas.Ink(236, 172, 146))
        canvas.ellipse(262, 246, 22, 14, Canvas.Ink(236, 172, 146))
        canvas.ellipse(192, 232, 12, 9, shade)
        canvas.ellipse(192, 227, 11, 8, skin)
    }

    private static func drawEyes(on canvas: inout Canvas, areOpen: Bool) {
        for x in [146.0, 238.0] {
            canvas.ellipse(x, 160, 24, 5, hair)
            canvas.ellipse(x, 164, 24, 5, skin)
            guard areOpen else {
                canvas.ellipse(x, 196, 20, 5, hair)
                canvas.ellipse(x, 193, 21, 5, skin)
                continue
            }
            canvas.ellipse(x, 193, 21, 15, white)
            canvas.ellipse(x, 194, 11, 12, Canvas.Ink(70, 110, 90))
            canvas.ellipse(x, 194, 6, 7, Canvas.Ink(24, 24, 28))
            canvas.ellipse(x - 4, 189, 3, 3, white)
        }
    }

    /// Lips around a dark opening, in it teeth and tongue where they are seen.
    private static func drawMouth(_ mouth: DrawnMouth, on canvas: inout Canvas) {
        let (x, y) = (192.0, 282.0)
        let half = 16 + 34 * (mouth.width - 0.4) / 0.58
        let height = 1 + 30 * mouth.openness
        if mouth == .rest || mouth == .p {
            canvas.ellipse(x, y, half, mouth == .p ? 5 : 8, lip)
            canvas.ellipse(x, y - 3, half + 2, mouth == .p ? 3 : 7, mouth == .p ? shade : skin)
            return
        }
        canvas.ellipse(x, y + height * 0.3, half + 6, height + 7, lip)
        canvas.ellipse(x, y + height * 0.3, half, height, dark)
        switch mouth {
        case .f: canvas.ellipse(x, y + 4, half * 0.7, 4, white)
        case .t, .ee: canvas.ellipse(x, y + height * 0.2, half * 0.82, height * 0.72, white)
        case .l: canvas.ellipse(x, y - 1, half * 0.42, height * 0.5, Canvas.Ink(212, 110, 112))
        case .ah, .eh, .uh:
            canvas.ellipse(x, y + height * 0.3 - height * 0.68, half * 0.68, height * 0.2, white)
            canvas.ellipse(x, y + height * 0.3 + height * 0.6, half * 0.55, height * 0.32, Canvas.Ink(212, 110, 112))
        default: break
        }
    }
}

/// Opaque pixels with ellipses on them, smooth at their edges.
private struct Canvas {
    struct Ink {
        let red, green, blue: Double
        init(_ red: Double, _ green: Double, _ blue: Double) { (self.red, self.green, self.blue) = (red, green, blue) }
    }

    private let side: Int
    private var bytes: [UInt8]

    init(side: Int) {
        self.side = side
        bytes = [UInt8](repeating: 255, count: side * side * 4)
    }

    var picture: Picture { Picture(size: PixelSize(width: side, height: side), bytes: bytes) }

    mutating func fill(top: Ink, bottom: Ink) {
        for y in 0..<side {
            let part = Double(y) / Double(side - 1)
            let ink = Ink(
                top.red + (bottom.red - top.red) * part, top.green + (bottom.green - top.green) * part,
                top.blue + (bottom.blue - top.blue) * part)
            for x in 0..<side { blend(ink, 1, at: (y * side + x) * 4) }
        }
    }

    /// - Parameters: center and radii in pixels.
    mutating func ellipse(_ x: Double, _ y: Double, _ across: Double, _ down: Double, _ ink: Ink) {
        let rows = max(0, Int(y - down) - 1)...min(side - 1, Int(y + down) + 1)
        let columns = max(0, Int(x - across) - 1)...min(side - 1, Int(x + across) + 1)
        for row in rows {
            for column in columns {
                let (dx, dy) = ((Double(column) + 0.5 - x) / across, (Double(row) + 0.5 - y) / down)
                // About how many pixels the center of this one lies inside of the edge.
                let inside = (1 - (dx * dx + dy * dy).squareRoot()) * min(across, down)
                blend(ink, min(1, max(0, inside + 0.5)), at: (row * side + column) * 4)
            }
        }
    }

    private mutating func blend(_ ink: Ink, _ part: Double, at place: Int) {
        guard part > 0 else { return }
        for (offset, value) in [ink.red, ink.green, ink.blue].enumerated() {
            let old = Double(bytes[place + offset])
            bytes[place + offset] = UInt8(min(255, max(0, old + (value - old) * part)))
        }
    }
}
