extension String {
    /// A library's sentence as a part of one of ours: without its capital, but for that of an abbreviation.
    package var withoutCapital: String {
        guard let first, dropFirst().first?.isUppercase != true else { return self }
        return first.lowercased() + dropFirst()
    }
}
