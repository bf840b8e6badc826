/// How a text quotes with guillemets: « … », in French with spaces inside, or » … «, as German and Danish books do. The first one tells.
struct Guillemets {
    private var opener: Unicode.Scalar?
    private var isOpen = false

    /// Whether the open quotation may end behind a space.
    var closeBehindSpace: Bool { isOpen && opener == "«" }

    /// - Parameter isApart: behind a space.
    /// - Returns: whether this ends the open quotation.
    func close(with scalar: Unicode.Scalar, isApart: Bool) -> Bool {
        isOpen && Self.isOne(scalar) && scalar != opener && (!isApart || closeBehindSpace)
    }

    mutating func take(_ scalar: Unicode.Scalar) {
        guard Self.isOne(scalar) else { return }
        opener = opener ?? scalar
        isOpen = scalar == opener
    }

    private static func isOne(_ scalar: Unicode.Scalar) -> Bool { scalar == "«" || scalar == "»" }
}
