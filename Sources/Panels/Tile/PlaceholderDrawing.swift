import Cells
import Events
import Frames
import PictureInPicture

/// What stands for a picture that is not there: a circle with the member's image, its initials or a person (picture-in-picture 2.5).
struct PlaceholderDrawing {
    let name: String?
    let portrait: PixelImage?
    let colors: TileColors

    func draw(on canvas: inout TileCanvas) {
        let diameter = PlaceholderCircle.diameter(columns: canvas.cells.columns, rows: canvas.cells.rows)
        let size = PixelSize(width: diameter, height: diameter)
        let origin = PixelPoint(
            x: (canvas.grid.size.width - diameter) / 2, y: (canvas.grid.size.height - diameter) / 2)
        let image = portrait?.size == size ? portrait : nil
        let letters = image == nil ? Initials.of(TileName.plain(name)).map(TileName.initials) ?? [] : []
        let disk = RoundShape.disk(diameter)
        let person = image == nil && letters.isEmpty ? RoundShape.person(diameter) : nil
        for y in 0..<diameter {
            for x in 0..<diameter {
                let place = PixelPoint(x: x, y: y)
                var color = image?.pixel(place) ?? colors.circle
                if let person {
                    color = Blending.mix(color, colors.text, share: colors.softened(person.coverage(place)), of: 64)
                }
                let under = canvas[origin.x + x, origin.y + y]
                canvas[origin.x + x, origin.y + y] = Blending.mix(
                    under, color, share: colors.softened(disk.coverage(place)), of: 64)
            }
        }
        write(letters, on: &canvas)
    }

    /// Not in the bar's row, which lies over it.
    private func write(_ letters: [TextGlyph], on canvas: inout TileCanvas) {
        let row = (canvas.cells.rows - 1) / 2
        guard !letters.isEmpty, row < canvas.cells.rows - 1 else { return }
        // Among the characters that stand for colors letters need room around them.
        let shown = colors.hasColors ? letters : [.blank] + letters + [.blank]
        let width = shown.reduce(0) { $0 + $1.columns }
        let left = canvas.cells.columns - width
        let place = CellPoint(column: left >= 0 ? left / 2 : -((1 - left) / 2), row: row)
        canvas.write(shown, at: place, .bold, under: colors.circle) { _ in colors.text }
    }
}

/// How much of each pixel of a square lies inside of a shape, in 64ths.
struct RoundShape {
    private let diameter: Int
    private let inside: [Int]

    /// 0 to 64; 0 outside of the square.
    func coverage(_ place: PixelPoint) -> Int {
        let isInside = (0..<diameter).contains(place.x) && (0..<diameter).contains(place.y)
        return isInside ? inside[place.y * diameter + place.x] : 0
    }

    /// The circle that fills the square.
    static func disk(_ diameter: Int) -> RoundShape {
        RoundShape(diameter) { x, y in x * x + y * y <= 1 }
    }

    /// Head and shoulders, half as wide as the circle. In the smallest one nothing round can be seen: there it is given.
    static func person(_ diameter: Int) -> RoundShape {
        guard diameter != 8 else { return smallPerson }
        return RoundShape(diameter) { x, y in
            let isHead = x * x + (y + 0.21) * (y + 0.21) <= 0.29 * 0.29
            let (across, down) = (x / 0.5, (y - 0.5) / 0.38)
            return isHead || (y <= 0.5 && across * across + down * down <= 1)
        }
    }

    private static let smallPerson = RoundShape(
        diameter: 8,
        inside: [0, 0, 0b0110, 0b0110, 0b1111, 0b1111, 0, 0].flatMap { row in
            (0..<8).map { (2...5).contains($0) && row >> (5 - $0) & 1 == 1 ? 64 : 0 }
        })

    private init(diameter: Int, inside: [Int]) { (self.diameter, self.inside) = (diameter, inside) }

    /// Eight by eight places of each pixel are asked, from -1 to 1 either way.
    private init(_ diameter: Int, contains: (Double, Double) -> Bool) {
        let places = (0..<8 * diameter).map { Double(2 * $0 + 1) / Double(8 * diameter) - 1 }
        var inside = [Int](repeating: 0, count: diameter * diameter)
        for (row, y) in places.enumerated() {
            for (column, x) in places.enumerated() where contains(x, y) {
                inside[row / 8 * diameter + column / 8] += 1
            }
        }
        self.init(diameter: diameter, inside: inside)
    }
}

/// A member's own picture for the circle of the placeholder (picture-in-picture 2.5).
package enum TilePortrait {
    /// The middle of it, as large as the circle of a tile of so many cells; what can be seen through has the circle's color.
    /// - Returns: `nil` where there is no circle, or nothing to show.
    package static func image(of picture: Picture, cells: CellSize, depth: ColorDepth) -> PixelImage? {
        let diameter = PlaceholderCircle.diameter(columns: cells.columns, rows: cells.rows)
        let side = min(picture.size.width, picture.size.height)
        guard diameter > 0, side > 0 else { return nil }
        let middle = PixelRect(
            x: (picture.size.width - side) / 2, y: (picture.size.height - side) / 2, width: side, height: side)
        return AreaScaler(from: middle, to: PixelSize(width: diameter, height: diameter))
            .scale(picture, over: Color(rgb: TileColors(depth).circle))
    }
}
