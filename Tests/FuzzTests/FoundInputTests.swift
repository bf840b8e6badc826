import Exercises
import Foundation
import Testing

@Suite struct FoundInputTests {
    @Test("what fuzzing found once breaks no promise any more", arguments: FoundInput.all)
    func keepsItsPromises(input: FoundInput) throws {
        let bytes = Array(try Data(contentsOf: input.file))
        #expect(!bytes.isEmpty)
        #expect(throws: Never.self) { try input.exercise.run(bytes) }
    }

    @Test("every folder of findings belongs to an exercise")
    func foldersAreExercises() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: FoundInput.folder.path)
        #expect(!names.isEmpty)
        for name in names where !name.hasPrefix(".") { #expect(Exercise(rawValue: name) != nil, "\(name)") }
    }
}
