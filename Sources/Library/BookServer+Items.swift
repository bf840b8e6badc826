import BookAPI
import Events
import SocketIO

/// What a server has.
package struct LibraryContents: Sendable {
    package var items: [LibraryItem] = []
    /// What is strange about it, a line each.
    package var oddities: [String] = []
}

extension BookServer {
    /// All books of the library that are wanted, however many pages they take (RN12).
    package func items(_ query: LibraryQuery) async throws(LibraryError) -> LibraryContents {
        var found = try await list(LibraryPage.items) { .libraryItems(query, page: $0.page, limit: $0.limit) }
        if found.items.isEmpty, try await isAnonymousByMistake() {
            found = try await list(LibraryPage.items) { .libraryItems(query, page: $0.page, limit: $0.limit) }
        }
        found.items = query.sorted(found.items)
        return found
    }

    /// What is being made, and was made and is not in the library.
    package func jobs() async throws(LibraryError) -> LibraryContents {
        try await list(LibraryPage.jobs) { .libraryJobs(offset: $0.offset, limit: $0.limit) }
    }

    /// One book as the library lists it; `nil` where it does not.
    func item(_ job: String) async throws(LibraryError) -> LibraryItem? {
        var paging = LibraryPaging()
        while paging.goesOn {
            let page = try await page(&paging, LibraryPage.items) {
                .libraryItems(LibraryQuery(), page: $0.page, limit: $0.limit)
            }
            if let item = page?.items.first(where: { $0.job == job }) { return item }
        }
        return nil
    }

    private func list(
        _ read: ([UInt8]) throws(BookError) -> LibraryPage, _ call: (LibraryPaging) -> BackendCall
    ) async throws(LibraryError) -> LibraryContents {
        var (paging, contents, seen) = (LibraryPaging(), LibraryContents(), Set<String>())
        while paging.goesOn {
            let page = try await page(&paging, read, call)
            // What is changed while it is listed comes again on a later page.
            contents.items += page?.items.filter { seen.insert($0.job).inserted } ?? []
        }
        if paging.skipped > 0 {
            contents.oddities.append(
                "skipped \(plural(paging.skipped, "item")) of more than \(BookLimits.fileBytes) bytes")
        }
        return contents
    }

    /// `nil` where it was too large: the next one is smaller (RN13).
    private func page(
        _ paging: inout LibraryPaging, _ read: ([UInt8]) throws(BookError) -> LibraryPage,
        _ call: (LibraryPaging) -> BackendCall
    ) async throws(LibraryError) -> LibraryPage? {
        do throws(LibraryError) {
            let page = try await ask(call(paging), read)
            paging.received(page)
            return page
        } catch {
            guard error.isTooLarge, paging.wasTooLarge() else { throw error }
            return nil
        }
    }
}
