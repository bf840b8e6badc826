import Events
import JSON

/// What most answers are: an object.
struct LibraryAnswer {
    let fields: BookFields

    private static let most = 1_000

    static func object(_ body: [UInt8]) throws(BookError) -> LibraryAnswer {
        let json = try BookJSON.parse(body)
        guard let object = json.object else {
            throw .unexpected(place: "", expected: "an object", found: Oddities.shown(json))
        }
        return LibraryAnswer(fields: BookFields(object))
    }

    func list(_ key: BookKey) throws(BookError) -> [JSON] {
        guard let list = fields.value(key)?.array else {
            throw .unexpected(
                place: "/\(key.snake)", expected: "a list", found: Oddities.shown(fields.value(key) ?? .null))
        }
        return Array(list.prefix(Self.most))
    }
}

/// Where the picture of a sentence is, as a server tells it (reader 1.13).
package enum SentencePicture {
    /// Below the job's folder.
    package static func path(_ body: [UInt8]) throws(BookError) -> String? {
        var odd = Oddities()
        return try LibraryAnswer.object(body).fields.path("relative_path", &odd)
    }
}
