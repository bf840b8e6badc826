import Exercises
import Foundation
import Support
import Testing

/// An input that fuzzing found once, and what it was for (docs/inside/fuzzing.md).
struct FoundInput: CustomTestStringConvertible, Sendable {
    let exercise: Exercise
    let file: URL

    var testDescription: String { "\(exercise.rawValue)/\(file.lastPathComponent)" }

    static let all: [FoundInput] = Exercise.allCases.flatMap { exercise in
        files(in: folder.appendingPathComponent(exercise.rawValue)).map { FoundInput(exercise: exercise, file: $0) }
    }

    static let folder = URL(fileURLWithPath: Repository.file("Fuzz/found"))

    private static func files(in folder: URL) -> [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted().map { folder.appendingPathComponent($0) }
    }
}
