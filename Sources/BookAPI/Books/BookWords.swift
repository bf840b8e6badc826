import Events
import JSON

/// What records say of a book in words. They hold it in objects of several names, or have it themselves.
struct BookWords {
    private let places: [BookFields]

    /// - Parameter records: those that know more come first.
    init(_ records: [BookFields]) {
        let names: [BookKey] = ["media_metadata", "book_metadata", "metadata"]
        let inner = names.flatMap { name in records.compactMap { $0.fields(name) } }
        let deeper = inner.flatMap { fields in names.prefix(2).compactMap { fields.fields($0) } }
        let requests = (["request", "parameters", "config"] as [BookKey]).flatMap { name in
            records.compactMap { $0.fields(name) }
        }
        let inputs = requests.compactMap { $0.fields("inputs") }
        places = inner + deeper + records + requests + inputs
    }

    var title: String? { name(["book_title", "title", "job_label", "label"]) }
    var author: String? { name(["book_author", "author"]) }
    /// Of the original.
    var language: String? {
        name(["input_language", "original_language", "source_language", "book_language"])
    }
    var translationLanguage: String? {
        name(["target_language", "translation_language"]) ?? firstOfList("target_languages") ?? name(["language"])
    }

    var genre: String? { name(["genre", "book_genre"]) }
    /// Of the whole book.
    var sentences: Int? {
        var odd = Oddities()
        return places.lazy.compactMap { $0.int("total_sentences", &odd) }.first { $0 > 0 }
    }

    /// The chapters themselves.
    var contentIndex: JSON? { places.lazy.compactMap { $0.value("content_index") }.first }

    /// Where they are.
    var contentIndexPath: String? {
        var odd = Oddities()
        for place in places {
            if let path = place.path("content_index_path", &odd) { return path }
        }
        return nil
    }

    /// Where its cover is.
    var coverPath: String? {
        var odd = Oddities()
        let keys: [BookKey] = ["book_cover_file", "cover_path", "cover_file", "cover"]
        for place in places {
            for key in keys {
                if let path = place.path(key, &odd) { return path }
            }
        }
        return nil
    }

    private func name(_ keys: [BookKey]) -> String? {
        for place in places {
            for key in keys {
                if let name = place.name(key) { return name }
            }
        }
        return nil
    }

    private func firstOfList(_ key: BookKey) -> String? {
        for place in places {
            let names = place.value(key)?.array?.compactMap(\.string) ?? []
            if let name = names.first(where: { !$0.isBlank }) { return name.cut(to: BookLimits.nameScalars) }
        }
        return nil
    }
}
