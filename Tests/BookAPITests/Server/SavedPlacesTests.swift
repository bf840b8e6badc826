import Events
import JSON
import SocketIO
import Testing

@testable import BookAPI

@Suite("What a server keeps for those who read") struct KeptPlacesTests {
    private func request(_ body: JSON, _ target: String = "/x") -> LibraryRequest {
        LibraryRequest("POST", target, body: body.utf8)
    }

    private func object(_ answer: HTTPAnswer) -> JSONObject { (try? JSON.parse(answer.body))?.object ?? JSONObject() }

    private let place: JSON = [
        "kind": "sentence", "position": 1.37, "sentence": 12, "chunk_id": "c", "media_type": "text", "updated_at": 99,
        "x": "left out",
    ]

    @Test(
        "a place has the server's time, whatever a client says; the last that comes stays, and each reader has their own"
    )
    func places() throws {
        var kept = SavedPlaces()
        let answer = try kept.keep(request(place), in: "j", of: "ann", at: 5.5)
        let entry = try #require(object(answer)["entry"]?.object)
        #expect(entry["updated_at"] == .double(5.5) && entry["sentence"] == 12 && entry["x"] == nil)
        #expect(try ResumeEntry.entry(answer.body, job: "j")?.position == .milliseconds(1_370))
        #expect(object(kept.place(in: "j", of: "bob"))["entry"] == nil)
        let list = kept.all(LibraryRequest("GET", "/api/resume?job_id=j&job_id=k"), of: "ann")
        #expect(object(list)["entries"]?.array?.count == 1)
        #expect(object(kept.forget("j", of: "ann"))["deleted"] == true)
        #expect(object(kept.forget("j", of: "ann"))["deleted"] == false)
    }

    @Test(
        "what is no place is refused",
        arguments: [
            ["kind": "page", "media_type": "text"], ["kind": "time"], ["kind": "time", "media_type": "tape"],
            ["kind": "time", "media_type": "audio", "position": -1],
            ["kind": "time", "media_type": "audio", "position": "1"],
            ["kind": "sentence", "media_type": "text", "sentence": 1.5],
            ["kind": "sentence", "media_type": "text", "sentence": 1e300],
            ["kind": "sentence", "media_type": "text", "chunk_id": 7], [],
        ] as [JSON])
    func refused(body: JSON) {
        var kept = SavedPlaces()
        let answer = #expect(throws: HTTPAnswer.self) { try kept.keep(request(body), in: "j", of: "ann", at: 0) }
        #expect(answer?.status == 422)
        #expect(object(kept.place(in: "j", of: "ann"))["entry"] == nil)
    }

    @Test("marks: the newest first, one that is there already is that one, and a label is needed")
    func marks() throws {
        var kept = SavedPlaces()
        func mark(_ label: String?, _ sentence: Int) throws -> JSONObject {
            let body: JSON = [
                "kind": "sentence", "media_type": "text", "label": .text(label), "sentence": .number(sentence),
            ]
            return object(try kept.mark(request(body), in: "j", of: "ann", at: 3))
        }
        let first = try mark("A", 1)
        let second = try mark("B", 2)
        #expect(try mark("A", 1)["id"] == first["id"] && first["id"] != second["id"])
        let list = try ServerBookmark.list(kept.marks(in: "j", of: "ann").body)
        #expect(list.map(\.label) == ["B", "A"] && list[0].created == 3)
        #expect(throws: HTTPAnswer.self) { try mark(nil, 3) }
        #expect(throws: HTTPAnswer.self) { try mark(" ", 3) }
        #expect(throws: HTTPAnswer.self) { try mark(String(repeating: "x", count: 501), 3) }
        let id = try #require(first["id"]?.string)
        #expect(object(kept.unmark(id, in: "j", of: "bob"))["deleted"] == false)
        #expect(object(kept.unmark(id, in: "j", of: "ann"))["deleted"] == true)
        #expect(try ServerBookmark.list(kept.marks(in: "j", of: "ann").body).count == 1)
    }

    @Test("nobody fills the memory: the oldest goes")
    func bounds() throws {
        var kept = SavedPlaces()
        for number in 0...10_000 { _ = try kept.keep(request(place), in: "j\(number)", of: "ann", at: 0) }
        #expect(object(kept.place(in: "j0", of: "ann"))["entry"] == nil)
        #expect(object(kept.place(in: "j1", of: "ann"))["entry"] != nil)
        for number in 0...300 {
            let body: JSON = ["kind": "time", "media_type": "audio", "label": .string("m\(number)")]
            _ = try kept.mark(request(body), in: "j", of: "ann", at: 0)
        }
        let list = object(kept.marks(in: "j", of: "ann"))["bookmarks"]?.array ?? []
        #expect(list.count == 300 && list.first?.object?["label"] == "m300")
    }

    @Test("who may log in: the one who is named; where nobody is, all, but with the password `wrong`")
    func logins() throws {
        var named = ReaderAccounts(owner: ("reader1", Secret("correct horse")))
        var anybody = ReaderAccounts(owner: nil)
        func login(_ accounts: inout ReaderAccounts, _ user: String, _ password: String) throws -> Int {
            let body: JSON = ["username": .string(user), "password": .string(password)]
            do throws(HTTPAnswer) {
                return try accounts.login(request(body), token: "t-\(user)").status
            } catch {
                return error.status
            }
        }
        #expect(try login(&named, "reader1", "correct horse") == 200 && login(&named, "reader1", "x") == 401)
        #expect(try login(&named, "reader2", "correct horse") == 401 && login(&named, "", "") == 401)
        #expect(try login(&anybody, "ann", "x") == 200 && login(&anybody, "ann", "wrong") == 401)
        let nobody = LibraryRequest("GET", "/x")
        let reader = LibraryRequest("GET", "/x", authorization: "Bearer t-reader1")
        #expect(named.mayRead(reader) && !named.mayRead(nobody) && anybody.mayRead(nobody))
        #expect(try named.session(reader).status == 200 && named.required(reader) == "reader1")
        #expect(throws: HTTPAnswer.self) { try named.session(LibraryRequest("GET", "/x?access_token=t-reader1")) }
        #expect(throws: HTTPAnswer.self) { try named.logout(nobody) }
        #expect(try named.logout(reader).status == 204 && named.logout(reader).status == 204)
        #expect(named.user(reader) == nil)
    }

    @Test("of a thousand logins and one more the first is forgotten")
    func tokens() throws {
        var accounts = ReaderAccounts(owner: nil)
        for number in 0...1_000 {
            _ = try accounts.login(request(["username": "a", "password": "b"]), token: "t\(number)")
        }
        func user(_ token: String) -> String? { accounts.user(LibraryRequest("GET", "/x", authorization: token)) }
        #expect(user("t0") == nil && user("t1") == "a" && user("t1000") == "a")
    }

    @Test("a login lasts a day, whether it is used or not")
    func age() throws {
        var accounts = ReaderAccounts(owner: nil)
        for (number, time) in [100.0, 200].enumerated() {
            accounts.passTime(to: time)
            _ = try accounts.login(request(["username": "a", "password": "b"]), token: "t\(number)")
        }
        func user(_ token: String) -> String? { accounts.user(LibraryRequest("GET", "/x", authorization: token)) }
        accounts.passTime(to: 99 + ReaderAccounts.validSeconds)
        #expect(user("t0") == "a" && user("t1") == "a")
        accounts.passTime(to: 100 + ReaderAccounts.validSeconds)
        #expect(user("t0") == nil && user("t1") == "a")
    }
}
