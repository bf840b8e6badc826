/// Results as the XML that test servers read: one suite, a case a tape.
struct JUnit {
    enum Outcome {
        case passed
        case failed(String, details: [String])
        case unreadable(String)
    }

    private var lines: [String] = []
    private var tests = 0
    private var failures = 0
    private var errors = 0

    mutating func add(_ name: String, _ outcome: Outcome) {
        tests += 1
        let start = "    <testcase classname=\"cameo.check\" name=\"\(Self.escaped(name))\""
        switch outcome {
        case .passed: lines.append(start + "/>")
        case .failed(let message, let details):
            failures += 1
            let text = Self.escaped(details.joined(separator: "\n"))
            lines += [
                start + ">", "      <failure message=\"\(Self.escaped(message))\">\(text)</failure>", "    </testcase>",
            ]
        case .unreadable(let message):
            errors += 1
            lines += [start + ">", "      <error message=\"\(Self.escaped(message))\"/>", "    </testcase>"]
        }
    }

    var text: String {
        let counts = "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\""
        let all =
            ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites \(counts)>"]
            + ["  <testsuite name=\"cameo check\" \(counts)>"] + lines + ["  </testsuite>", "</testsuites>"]
        return all.joined(separator: "\n") + "\n"
    }

    /// XML has no way to say most control characters, nor half of a pair.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\n": result += "&#10;"
            case "\u{0}"..<" ", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
