import Files
import Platform

extension OpenFolder: JobFiles {
    var title: String { FileNames.last(of: Self.realPath(of: path)) }

    var oddities: [String] { [] }

    var lastWrite: Int64 {
        let inner = try? folder(named: Array("metadata".utf8CString))
        return max(lastChange ?? 0, inner?.lastChange ?? 0)
    }

    func file(at path: String) throws(RefusedPath) -> sending OpenFile { try file(below: path) }

    func hasFile(_ path: String) -> Bool { (try? file(below: path)) != nil }

    func names(in folder: String?) -> [String] {
        let place = folder.map { name in try? self.folder(named: Array(name.utf8CString)) } ?? self
        return (try? place?.names()) ?? []
    }
}
