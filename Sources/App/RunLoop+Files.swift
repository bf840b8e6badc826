import Debugger
import Engine
import Events
import Panels
import Wire

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Files that are written from the step-debug screen.
extension RunLoop {
    /// The lines that the log shows, those of the chosen range where there is one.
    /// - Returns: what is wrong with the name; `nil` when it was written.
    func writeLog(to path: String) -> String? {
        guard !path.isEmpty else { return "a name ends in .txt, .csv, .ndjson or .log" }
        guard access(path, F_OK) != 0 else { return "exists already" }
        state.debug.log.update(with: deck.log)
        let places = state.debug.log.selection(state.debug.landmarks.selection, in: deck.log)
        guard let text = logText(places, for: path) else { return "a name ends in .txt, .csv, .ndjson or .log" }
        guard FileBytes.replace(path, with: Array(text.utf8)) else { return String(cString: strerror(errno)) }
        state.message = "wrote \(places.count) lines to \(path)"
        return nil
    }

    private func logText(_ places: [Int], for path: String) -> String? {
        let log = deck.log
        switch path.split(separator: ".").last.map({ $0.lowercased() }) {
        case "txt": return LogExport.text(places, of: log).map { $0 + "\n" }.joined()
        case "csv": return LogExport.csv(places, of: log).map { $0 + "\r\n" }.joined()
        case "ndjson", "jsonl": return places.map { Self.json(log.entries[$0], log) + "\n" }.joined()
        case "log":
            return LogExport.original(places, of: log, session: "cameo", epoch: nil).map { $0 + "\n" }.joined()
        default: return nil
        }
    }

    private static func json(_ entry: LogEntry, _ log: SessionLog) -> String {
        let members = LogExport.fields(entry, in: log).map { field -> JSONObject.Member in
            switch field.value {
            case .nothing: .init(field.name, .null)
            case .text(let text): .init(field.name, .string(text))
            case .integer(let number): .init(field.name, .int(Int64(number)))
            case .time(let microseconds): .init(field.name, .double(Double(microseconds) / 1_000))
            }
        }
        return JSON.object(JSONObject(members)).text
    }
}

extension RunLoop {
    func askExport() { state.message = "not yet" }
    func export(to path: String) -> String? { "not yet" }
}
