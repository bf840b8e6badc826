import Events

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
