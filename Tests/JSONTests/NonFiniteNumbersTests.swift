import JSON
import Testing

@Suite("numbers that JSON cannot hold")
struct NonFiniteNumbersTests {
    private func mended(_ text: String) throws -> (value: JSON, numbers: NonFiniteNumbers?) {
        var numbers: NonFiniteNumbers?
        let value = try JSON.parse(mending: text.utf8, &numbers)
        return (value, numbers)
    }

    @Test(
        "c-nan-in-a-file: each spelling is read as null, and is named with its place",
        arguments: ["NaN", "-NaN", "Infinity", "-Infinity", "nan", "-nan", "inf", "+inf", "1e999", "-1e999"])
    func spellings(word: String) throws {
        let (value, numbers) = try mended("[1, {\"a\": [2, \(word)]}]")
        #expect(value == [1, ["a": [2, nil]]])
        #expect(numbers?.place.text == "/1/a/1" && numbers?.word == word && numbers?.count == 1)
    }

    @Test("texts, names and numbers that JSON can hold stay as they are")
    func others() throws {
        let text = #"{"NaN":"inf","b":["-Infinity","\"NaN"],"c":1e308,"d":-1e-999}"#
        let (value, numbers) = try mended(text)
        #expect(value == (try JSON.parse(text)) && numbers == nil)
        #expect(try mended("[\(text),NaN]").value == [try JSON.parse(text), nil])
    }

    @Test(
        "what is wrong in another way too is an error of the text as it came",
        arguments: ["[NaN", "[NaN,]", "NaNs", "{NaN:1}", "[NaN] 1"])
    func wrong(text: String) throws {
        let error = #expect(throws: JSONError.self) { try mended(text) }
        #expect(error == #expect(throws: JSONError.self) { try JSON.parse(text) })
    }

    @Test("no nesting traps")
    func nesting() {
        for text in [String(repeating: "[", count: 100_000) + "NaN", "]]]}NaN", "\"", "\"\\", "NaN\"\\"] {
            #expect(throws: JSONError.self) { try mended(text) }
        }
    }
}
