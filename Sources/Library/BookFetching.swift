import BookAPI
import Events
import Files
import Platform
import SocketIO

/// Files of one book, from its server or from the disk.
struct BookFetching: Sendable {
    let server: BookServer
    let kept: CachedBook?

    /// What counts: what the server has now, or what was kept of it.
    enum Preference: Hashable, Sendable {
        case server, disk
        /// Nobody is asked.
        case diskAlone
    }

    struct Fetched<Value: Sendable>: Sendable {
        let value: Value
        let bytes: [UInt8]
        /// Why the server was not asked, or did not answer, where it is what was kept.
        var instead: LibraryError?
    }

    /// Before a text is asked for again that was half written.
    private static let moment = TimeSpan.milliseconds(250)
    private static let textSeconds = 30

    enum Kind {
        case sound, picture

        /// A sound may come for as long as it goes on.
        fileprivate var seconds: Int { self == .sound ? 600 : 30 }
        fileprivate var limit: Int { self == .sound ? Limits.messageBytes : BookLimits.pictureBytes }
    }

    /// The first of these places that has a text that can be read.
    /// - Throws: what the first of them said.
    func text<Value: Sendable>(
        _ places: [LibraryPlace], _ preference: Preference, _ read: ([UInt8]) throws(BookError) -> Value
    ) async throws(LibraryError) -> Fetched<Value> {
        var failure: LibraryError?
        if preference != .server, let found = onDisk(places, read, instead: nil) { return found }
        for place in preference == .diskAlone ? [] : places {
            do throws(LibraryError) {
                let (value, bytes) = try await fetch(place, read)
                kept?.storeBytes(bytes, of: place)
                return Fetched(value: value, bytes: bytes)
            } catch {
                failure = failure ?? error
                // Another place on a server that nobody can reach is none.
                guard case .transport = error, case .own = place else { continue }
                break
            }
        }
        if let failure, failure.isOfConnection, let found = onDisk(places, read, instead: failure) { return found }
        throw failure ?? .noPlace(path: "")
    }

    private func onDisk<Value: Sendable>(
        _ places: [LibraryPlace], _ read: ([UInt8]) throws(BookError) -> Value, instead: LibraryError?
    ) -> Fetched<Value>? {
        for place in places {
            guard let bytes = kept?.bytes(of: place, atMost: BookLimits.fileBytes), let value = try? read(bytes) else {
                continue
            }
            return Fetched(value: value, bytes: bytes, instead: instead)
        }
        return nil
    }

    private func fetch<Value>(
        _ place: LibraryPlace, _ read: ([UInt8]) throws(BookError) -> Value
    ) async throws(LibraryError) -> (Value, [UInt8]) {
        do throws(LibraryError) {
            return try await fetchOnce(place, read)
        } catch {
            guard error.isOfContent else { throw error }
            // Its writer may be at it (RN5).
            try? await server.options.clock.sleep(Self.moment)
            return try await fetchOnce(place, read)
        }
    }

    private func fetchOnce<Value>(
        _ place: LibraryPlace, _ read: ([UInt8]) throws(BookError) -> Value
    ) async throws(LibraryError) -> (Value, [UInt8]) {
        let bytes = try await server.file(place, seconds: Self.textSeconds, limit: BookLimits.fileBytes)
        return (try BookServer.read(bytes, name(of: place), read), bytes)
    }

    private func name(of place: LibraryPlace) -> String {
        switch place {
        case .own(let path): BackendCall.libraryFile(path, seconds: 0, limit: 0).place(at: server.options.name)
        case .foreign(let base, let path): BackendCall.libraryFile(path, seconds: 0, limit: 0).place(at: base)
        }
    }

    // MARK: Sounds and pictures

    /// - Returns: `nil` where it is not on the disk.
    func kept(_ places: [LibraryPlace]) -> sending OpenFile? {
        for place in places {
            if let file = kept?.open(place) { return file }
        }
        return nil
    }

    func isKept(_ places: [LibraryPlace]) -> Bool { places.contains { kept?.has($0) == true } }

    /// Downloads it whole, and keeps it where that can be done.
    /// - Returns: its bytes, where they are not kept.
    /// - Throws: what the first of the places said.
    func download(_ places: [LibraryPlace], _ kind: Kind = .sound) async throws(LibraryError) -> [UInt8]? {
        var failure: LibraryError?
        for place in places {
            do throws(LibraryError) {
                let bytes = try await server.file(place, seconds: kind.seconds, limit: kind.limit)
                guard !LibraryRefusal.isPage(bytes) else {
                    throw .noServer(place: name(of: place), found: "a web page")
                }
                return kept?.storeBytes(bytes, of: place) == true ? nil : bytes
            } catch {
                failure = failure ?? error
                guard case .transport = error, case .own = place else { continue }
                break
            }
        }
        throw failure ?? .noPlace(path: "")
    }

    // MARK: Films

    /// Of a film that is asked for at once.
    private static let filmPart = 8 << 20

    /// Downloads a film part by part into a file without a name, and keeps it where there is room for it. However large it is, no more
    /// than a part of it is in memory.
    /// - Throws: what the first of the places said.
    func film(_ places: [LibraryPlace]) async throws(LibraryError) -> sending OpenFile {
        var failure: LibraryError?
        for place in places {
            do throws(LibraryError) {
                let file = try await film(place)
                kept?.storeFile(file, of: place)
                return file
            } catch {
                failure = failure ?? error
                guard case .transport = error, case .own = place else { continue }
                break
            }
        }
        throw failure ?? .noPlace(path: "")
    }

    private func film(_ place: LibraryPlace) async throws(LibraryError) -> sending OpenFile {
        let name = name(of: place)
        let file = try Self.unnamed()
        var count = 0
        while true {
            let part = try await server.download(
                place, count..<count + Self.filmPart, seconds: Kind.sound.seconds, limit: Limits.messageBytes)
            guard count > 0 || !LibraryRefusal.isPage(part.bytes) else {
                throw .noServer(place: name, found: "a web page")
            }
            guard max(part.size ?? 0, count + part.bytes.count) <= BookLimits.filmBytes else {
                throw .unusable("\(name): expected a film of at most \(BookLimits.filmBytes) bytes, found more")
            }
            guard Descriptor.writeAll(part.bytes, to: file.descriptor) else {
                throw .unusable("\(name): cannot be saved: \(errorWords())")
            }
            count += part.bytes.count
            // One that does not say how large it is ends with a part that is not whole.
            if part.size.map({ count >= $0 }) ?? (part.bytes.count < Self.filmPart) { return file }
        }
    }

    private static func unnamed() throws(LibraryError) -> sending OpenFile {
        do throws(CommandError) { return try OpenFile.temporary([]) } catch { throw .unusable(error.reason) }
    }
}
