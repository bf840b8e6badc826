import Events
import SocketIO

/// Music that can be heard beneath a book, as a server or an export names it (reader 1.15).
package struct ReadingBed: Hashable, Sendable {
    package var id: String
    /// For people; a stranger's text.
    package var label: String
    /// Where it is: an address, or a path below the job's folder.
    package var place: String

    /// Of an export.
    /// - Returns: `nil` for one that is nowhere.
    init?(_ fields: BookFields) {
        var odd = Oddities()
        guard let place = fields.path("url", &odd) else { return nil }
        self.place = place
        id = fields.name("id") ?? place.cut(to: BookLimits.nameScalars)
        label = fields.name("label") ?? id
    }

    /// Of a server.
    init?(served fields: BookFields) {
        guard let id = fields.name("id") else { return nil }
        self.id = id
        label = fields.name("label") ?? id
        let url = fields.value("url")?.string ?? ""
        let isAddress = url.hasPrefix("/") || url.contains("://")
        place =
            isAddress && url.utf8.count <= BookLimits.pathBytes
            ? url : "/api/reading-beds/\(BackendAddress.encoded(id))/file"
    }
}

package enum ReadingBeds {
    /// Which of its beds a server's answer names.
    /// - Parameter id: of the one that is wanted, or its label; `nil` for the one that the server takes itself.
    /// - Returns: `nil` where there is none.
    package static func bed(_ id: String?, _ body: [UInt8]) throws(BookError) -> ReadingBed? {
        var odd = Oddities()
        let answer = try LibraryAnswer.object(body).fields
        var (beds, marked): ([ReadingBed], ReadingBed?) = ([], nil)
        for entry in answer.list("beds", &odd).prefix(BookLimits.beds) {
            guard let fields = entry.object.map({ BookFields($0) }), let bed = ReadingBed(served: fields) else {
                continue
            }
            beds.append(bed)
            if marked == nil, fields.value("is_default") == .bool(true) { marked = bed }
        }
        if let id { return beds.first { $0.id == id } ?? beds.first { $0.label == id } }
        let usual = answer.name("default_id")
        return beds.first { $0.id == usual } ?? marked ?? beds.first
    }
}
