/// What a book's encryption file says: fonts may be made unreadable outside of it, all else means that the book is.
enum EPUBProtection {
    static let path = "META-INF/encryption.xml"

    private static let ofFonts: Set<String> = [
        "http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC",
    ]

    static func isProtected(_ bytes: [UInt8]) -> Bool {
        // What cannot be read may say anything; the pages tell whether they can be read.
        guard let root = try? MarkupElement.read(bytes, place: path) else { return false }
        // The methods of keys, which stand in elements of their own, tell nothing about files.
        let files = root.descendants("EncryptedData")
        return files.contains { file in
            let method = file.first("EncryptionMethod")?["Algorithm"]
            return method.map { !ofFonts.contains($0) } ?? true
        }
    }
}
