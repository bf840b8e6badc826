import Testing

@testable import Typesetting

@Suite struct WritingSystemTests {
    @Test(
        "most of a text's letters tell its script, and some letters one language of it",
        arguments: [
            ("Hello, world", []), ("Grüße", []), ("42 !?", []), ("", []), ("Привет, мир", ["ru"]),
            ("Привіт, як ваші справи? Її тут немає", ["uk", "ru"]), ("Ён быў тут", ["be", "ru"]),
            ("你好世界", ["zh"]), ("今日は良い天気", ["ja"]), ("カメラ", ["ja"]), ("안녕하세요", ["ko"]),
            ("مرحبا بالعالم", ["ar"]), ("سلام، چطوری؟", ["fa", "ar"]), ("یہ ٹھیک ہے", ["ur", "fa", "ar"]),
            ("שלום עולם", ["he"]), ("नमस्ते", ["hi", "mr", "ne"]), ("γειά σου", ["el"]), ("สวัสดี", ["th"]),
            ("I said Привет to her", []), ("我有一个iPhone", ["zh"]), ("iPhone 15 Pro Max 你好", []),
        ])
    func languages(text: String, expected: [String]) {
        #expect(WritingSystem.languages(of: text) == expected)
    }
}
