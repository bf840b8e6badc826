/// Results as the XML that test servers read: one suite, a case a tape.
struct JUnit {
    private var lines: [String] = []
    private var tests = 0
    private var failures = 0
    private var errors = 0

    /// - Parameters:
    ///   - error: why it cannot be read.
    ///   - exceeded: which limits, and by how much.
    ///   - findings: those that are beyond them.
    ///   - notJudged: what nobody looked at or could tell, in a sentence; empty for nothing.
    mutating func add(
        _ name: String, _ verdict: CheckResult.Verdict, error: String?, exceeded: [String] = [],
        findings: [String] = [], notJudged: String = ""
    ) {
        tests += 1
        let start = "    <testcase classname=\"cameo.check\" name=\"\(Self.escaped(name))\""
        switch verdict {
        case .clean where notJudged.isEmpty: lines.append(start + "/>")
        case .clean: lines += [start + ">", Self.output(notJudged), "    </testcase>"]
        case .beyond:
            failures += 1
            let message = Self.escaped(exceeded.joined(separator: "; "))
            let text = Self.escaped(findings.joined(separator: "\n"))
            lines += [start + ">", "      <failure message=\"\(message)\">\(text)</failure>"]
            if !notJudged.isEmpty { lines.append(Self.output(notJudged)) }
            lines.append("    </testcase>")
        case .unreadable:
            errors += 1
            lines += [start + ">", "      <error message=\"\(Self.escaped(error ?? ""))\"/>", "    </testcase>"]
        }
    }

    private static func output(_ notJudged: String) -> String {
        "      <system-out>\(escaped(notJudged))</system-out>"
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
            case "\t": result += "&#9;"
            case "\n": result += "&#10;"
            case "\u{0}"..<" ", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
