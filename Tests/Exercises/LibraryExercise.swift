import BookAPI
import Events
import SocketIO

/// What a server with books answers, and the paths and addresses that it names. The first byte of the input says which.
enum LibraryExercise {
    static func run(_ bytes: [UInt8]) throws(Breach) {
        var source = ByteSource(bytes)
        let kind = source.byte() % 5
        let body = source.all()
        switch kind {
        case 0: try lists(body)
        case 1: try kept(body)
        case 2: try words(body)
        case 3: try refusal(body)
        default: try places(String(decoding: body, as: UTF8.self))
        }
    }

    private static func lists(_ body: [UInt8]) throws(Breach) {
        for page in [try? LibraryPage.items(body), try? LibraryPage.jobs(body)].compactMap({ $0 }) {
            try expect(page.items.count <= page.count, "a page has more items than it has")
            try expect(page.total ?? 0 >= 0, "there are less than no items")
            _ = LibraryQuery().sorted(page.items)
        }
        _ = try? LibraryPage.job(body)
        _ = try? SearchHit.hits(body)
    }

    /// A login, places and bookmarks: what is kept between two runs.
    private static func kept(_ body: [UInt8]) throws(Breach) {
        _ = try? SignedIn(body)
        _ = SignedIn(kept: body, for: "https://host")
        for entry in (try? ResumeEntry.entries(body)) ?? [:] {
            try expect(entry.key == entry.value.job, "an entry is kept under another name than its own")
        }
        _ = try? ResumeEntry.entry(body, job: "j")
        _ = try? ServerBookmark.list(body)
        _ = try? ServerBookmark.added(body)
    }

    private static func words(_ body: [UInt8]) throws(Breach) {
        let text = String(decoding: body, as: UTF8.self)
        let forms = WordLookup.forms(of: text)
        try expect(Set(forms).count == forms.count && !forms.contains(""), "a word is looked for twice, or nothing is")
        if let entry = (try? WordLookup.entry(body)) ?? nil {
            try expect(!entry.paragraphs.contains(""), "a paragraph is empty")
        }
        _ = try? LookupSummary(body)
        if let cache = try? LookupCache(body) { _ = cache.entry(of: text) }
    }

    private static func refusal(_ body: [UInt8]) throws(Breach) {
        let words = LibraryRefusal.words(body)
        let isOneLine = words.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        try expect(isOneLine && words.unicodeScalars.count <= 300, "a refusal is more than one line")
    }

    private static func places(_ text: String) throws(Breach) {
        if let address = try? LibraryAddress(text), let job = address.job {
            try expect(!job.contains("/") && job != "..", "a book's name leads elsewhere")
        }
        guard let server = try? BackendAddress("https://host/base") else { return }
        for origin in LibraryOrigin.allCases {
            for place in LibraryFiles(server, origin, job: "j").places(of: text) { try check(place) }
        }
        let told = try? SentencePicture.path(Array(text.utf8))
        for place in (told ?? nil).map({ LibraryFiles(server, .library, job: "j").places(of: $0) }) ?? [] {
            try check(place)
        }
    }

    private static func check(_ place: LibraryPlace) throws(Breach) {
        let path =
            switch place {
            case .own(let path): path
            case .foreign(_, let path): path
            }
        try expect(path.hasPrefix("/"), "a path does not begin at its server")
        try expect(path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "a request's path holds what no path may")
        let parts = path.prefix { $0 != "?" }.split(separator: "/")
        for part in parts {
            let decoded = HTTPTarget.decoded(part, plusIsBlank: false)
            try expect(!decoded.split(separator: "/").contains(".."), "a path leads out of its folder")
        }
    }
}
