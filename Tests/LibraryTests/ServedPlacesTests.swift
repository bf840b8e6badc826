import BookAPI
import BookFolders
import Platform
import Support
import Testing

@testable import Library

/// What a server keeps for somebody who reads there.
@Suite struct ServedPlacesTests {
    @Test("nobody's places are kept, and somebody's have the times of our clock")
    func places() async throws {
        let peer = try await BookPeer()
        #expect(try await ServedBook.open(BookPeer.book, on: try peer.server()).places() == nil)
        let server = try peer.server(user: "reader1")
        let served = try await ServedBook.open(BookPeer.book, on: server)
        #expect(try await served.places() == ServerPlaces(nil, []))

        try await served.keep(ResumeEntry("", sentence: 13, chunk: "c", track: .translation), left: WallClock.seconds)
        let mark = try await served.add(ServerBookmark("The lamp", sentence: 12))
        let places = try #require(try await served.places())
        #expect(places.resume?.sentence == 13 && places.resume?.track == .translation && places.bookmarks == [mark])
        // The server's clock is years behind.
        let age = WallClock.seconds - (places.resume?.updated ?? 0)
        #expect((-2...600).contains(age), "\(age) s")

        // Who reads on tells it at once.
        try await served.keep(ResumeEntry("", sentence: 14, track: .translation), left: WallClock.seconds)
        try await served.keep(ResumeEntry("", sentence: 13, track: .translation), left: WallClock.seconds)
        try await served.keep(ResumeEntry("", sentence: 11), left: WallClock.seconds - 3_600)
        try await served.deleteBookmark(try #require(mark.id))
        let later = try #require(try await served.places())
        #expect(later.resume?.sentence == 13 && later.bookmarks.isEmpty)
    }
}
