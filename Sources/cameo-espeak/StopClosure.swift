// SPDX-License-Identifier: GPL-3.0-or-later

/// Sounds that begin with a closure, such as p and t. The library names them when they burst: the silence before that, in which the
/// lips or the tongue are closed already, is theirs.
enum StopClosure {
    /// Softer than this is silence: 1/512 of full scale.
    private static let silence = 64
    /// A closure is not looked for farther back, in seconds. The library's own are 30 to 50 ms long.
    private static let longestClosure = 0.12

    static func isStop(_ name: String) -> Bool {
        name.unicodeScalars.first.map { "pbtdkɡqɢcɟʈɖʔʦ".unicodeScalars.contains($0) } ?? false
    }

    /// Where the silence before `burst` begins; `burst` itself when there is none.
    static func start(before burst: Int, notBefore earliest: Int, _ output: LibraryOutput) -> Int {
        let farthest = max(earliest, burst - Int(longestClosure * Double(output.rate)))
        var place = burst
        while place > farthest, abs(Int(output.samples[place - 1])) < silence { place -= 1 }
        return place
    }
}
