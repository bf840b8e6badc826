import Events
import Testing

@testable import Texts

/// Encodings without a mark are guessed by what the text would say in them.
@Suite struct TextEncodingTests {
    struct Sample: CustomTestStringConvertible {
        let name: String
        let text: String
        let bytes: [UInt8]
        var testDescription: String { name }

        init(_ name: String, _ text: String, _ hex: String) {
            (self.name, self.text) = (name, text)
            let digits = Array(hex)
            bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
                UInt8(String(digits[$0...($0 + 1)]), radix: 16)
            }
        }
    }

    private static let samples = [
        Sample(
            "Windows-1251", "Вечером пошёл сильный дождь. Мальчик молчал.",
            "c2e5f7e5f0eeec20efeef8b8eb20f1e8ebfcedfbe920e4eee6e4fc2e20cce0ebfcf7e8ea20eceeebf7e0eb2e"),
        Sample(
            "KOI8-R", "Вечером пошёл сильный дождь. Мальчик молчал.",
            "f7c5dec5d2cfcd20d0cfdba3cc20d3c9ccd8ced9ca20c4cfd6c4d82e20edc1ccd8dec9cb20cdcfccdec1cc2e"),
        Sample(
            "KOI8-U", "Увечері пішов сильний дощ. Її ніхто не чекав.",
            "f5d7c5dec5d2a620d0a6dbcfd720d3c9ccd8cec9ca20c4cfdd2e20b7a720cea6c8d4cf20cec520dec5cbc1d72e"),
        Sample(
            "Windows-1252", "Le garçon était très fatigué après l’école.",
            "4c6520676172e76f6e20e974616974207472e87320666174696775e920617072e873206c92e9636f6c652e"),
        Sample(
            "Windows-1250", "Chłopiec patrzył na ulicę. Światło zgasło, wróciła żona.",
            "4368b36f7069656320706174727a79b3206e6120756c6963ea2e208c77696174b36f207a676173b36f2c207772f36369b36120bf6f6e61"
                + "2e"),
        Sample(
            "ISO-8859-2", "Chłopiec patrzył na ulicę. Światło zgasło, wróciła żona.",
            "4368b36f7069656320706174727a79b3206e6120756c6963ea2e20a677696174b36f207a676173b36f2c207772f36369b36120bf6f6e61"
                + "2e"),
        Sample(
            "Windows-1253", "Το βράδυ έπεσε δυνατή βροχή. Κανείς δεν περνούσε.",
            "d4ef20e2f1dce4f520ddf0e5f3e520e4f5ede1f4de20e2f1eff7de2e20cae1ede5dff220e4e5ed20f0e5f1edeffdf3e52e"),
        Sample(
            "Windows-1254", "Akşam şiddetli bir yağmur başladı. Kimse sokağa çıkmadı.",
            "416bfe616d20fe69646465746c6920626972207961f06d7572206261fe6c6164fd2e204b696d736520736f6b61f06120e7fd6b6d6164fd"
                + "2e"),
        Sample(
            "Windows-1255", "בערב ירד גשם חזק. הילד ישב ליד החלון.",
            "e1f2f8e120e9f8e320e2f9ed20e7e6f72e20e4e9ece320e9f9e120ece9e320e4e7ece5ef2e"),
        Sample(
            "Windows-1256", "في المساء نزل مطر غزير. لم يمر أحد أمام البيت.",
            "dded20c7e1e3d3c7c120e4d2e120e3d8d120dbd2edd12e20e1e320ede3d120c3cdcf20c3e3c7e320c7e1c8edca2e"),
        Sample(
            "GB18030", "他走进房间，没有人回答。",
            "cbfbd7dfbdf8b7bfbce4a3acc3bbd3d0c8cbbbd8b4f0a1a3"),
        Sample(
            "Big5", "他走進房間，沒有人回答。",
            "a54ca8abb669a9d0b6a1a141a853a6b3a448a65eb5aaa143"),
        Sample(
            "Shift_JIS", "彼は部屋に入った。誰もいなかった。",
            "94de82cd959489ae82c993fc82c182bd8142924e82e082a282c882a982c182bd8142"),
        Sample(
            "EUC-JP", "彼は部屋に入った。誰もいなかった。",
            "c8e0a4cfc9f4b2b0a4cbc6fea4c3a4bfa1a3c3afa4e2a4a4a4caa4aba4c3a4bfa1a3"),
        Sample(
            "EUC-KR", "그는 방에 들어갔다. 아무도 없었다.",
            "b1d7b4c220b9e6bfa120b5e9beeeb0acb4d92e20bec6b9abb5b520bef8befab4d92e"),
        Sample(
            "Windows-874", "ตอนเย็นฝนตกหนัก ไม่มีใครเดินผ่านบ้าน",
            "b5cdb9e0c2e7b9bdb9b5a1cbb9d1a120e4c1e8c1d5e3a4c3e0b4d4b9bce8d2b9bae9d2b9"),
        Sample(
            "ISO-2022-JP", "彼は部屋に入った。",
            "1b24424860244f49743230244b467e2443243f21231b2842"),
        Sample(
            "UTF-16LE", "The rain fell. He went home.",
            "54006800650020007200610069006e002000660065006c006c002e002000480065002000770065006e007400200068006f006d0065002e"
                + "00"),
        Sample(
            "UTF-16BE", "Дождь шёл. Он молчал.",
            "0414043e04360434044c002004480451043b002e0020041e043d0020043c043e043b04470430043b002e"),
        Sample(
            "UTF-16LE", "他走进房间，没有人回答。",
            "d64e708ddb8f3f62f4950cffa16c0967ba4ede56547b0230"),
    ]

    @Test("a sentence is enough to guess its encoding, which is said in one line", arguments: samples)
    func guessed(sample: Sample) {
        let decoding = TextDecoding(sample.bytes)
        #expect(decoding.text == sample.text)
        #expect(
            decoding.oddities == [
                "not marked as UTF-8 or UTF-16; read as \(sample.name), by a guess (--encoding names another)"
            ])
        #expect(TextFormat.isText(sample.bytes))
    }

    @Test("an encoding that is named is not guessed", arguments: samples)
    func named(sample: Sample) throws {
        let encoding = try #require(TextEncoding(sample.name.lowercased()))
        let decoding = TextDecoding(encoding.utf8(sample.bytes))
        #expect(decoding.text == sample.text && decoding.oddities == [])
    }

    @Test("one letter beyond ASCII in an English text is of western Europe")
    func single() {
        for (byte, letter) in [(0xE9, "é"), (0x92, "’"), (0x97, "—"), (0xA3, "£"), (0xB0, "°")] as [(UInt8, String)] {
            let bytes = Array("The cafe ".utf8) + [0x61, byte] + Array(" was closed at 5.".utf8)
            #expect(TextDecoding(bytes).text == "The cafe a\(letter) was closed at 5.")
        }
    }

    @Test("valid UTF-8 is never anything else")
    func utf8() {
        for text in ["é", "Ã©t", "他", "Жж", "ÀÁÂ ÃÄÅ"] {
            let decoding = TextDecoding(Array(text.utf8))
            #expect(decoding.text == text && decoding.oddities == [])
        }
    }

    @Test("encodings have many names, and some that do not exist have none")
    func names() {
        let names = [
            ("cp1251", "Windows-1251"), ("LATIN1", "Windows-1252"), ("gb2312", "GB18030"), ("sjis", "Shift_JIS"),
            ("ISO_8859-9", "Windows-1254"), ("utf8", "UTF-8"), ("ks_c_5601-1987", "EUC-KR"),
        ]
        for (name, known) in names { #expect(TextEncoding(name)?.name == known, "\(name)") }
        for name in ["", "klingon", "utf-7", "1251"] { #expect(TextEncoding(name) == nil, "\(name)") }
    }

    @Test("all encodings are known to the library, and any bytes are read in each")
    func all() throws {
        let bytes = (0..<1_024).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 / 251) }
        for name in TextEncoding.names {
            let encoding = try #require(TextEncoding(name))
            #expect(encoding.units("Abc.".utf8).count >= 2, "\(name)")
            #expect(encoding.units(bytes).count <= bytes.count)
            #expect(encoding.units([]).isEmpty)
        }
    }

    @Test("characters of Windows-1252 that were carried over as U+0080 to U+009F are read as they were")
    func carriedOver() throws {
        let text = "It was late\u{97}very late. He didn\u{92}t go\u{85}"
        #expect(TextDecoding(Array(text.utf8)).text == "It was late—very late. He didn’t go…")
        let page = "<p>It ended&#133; &#x93;No&#148;, \u{93}yes\u{94} &#129;.</p>"
        #expect(try BookText(Array(page.utf8), as: .html).sentences.joined(separator: " ") == "It ended… “No”, “yes” .")
        #expect(Entities.decoded("a &#151; b &#8212;") == "a — b —")
    }
}
