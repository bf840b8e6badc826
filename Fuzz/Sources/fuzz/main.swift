import CFuzzer
import Exercises
import Foundation

// `CAMEO_EXERCISE=NAME fuzz [libFuzzer's options, folders and files]`: by the environment, since libFuzzer starts the program
// again with its own options. What is found ends the program the way a trap does, so that libFuzzer keeps the input.

func chosenExercise() -> Exercise {
    let name = ProcessInfo.processInfo.environment["CAMEO_EXERCISE"] ?? ""
    guard let exercise = Exercise(rawValue: name) else {
        let names = Exercise.allCases.map(\.rawValue).joined(separator: ", ")
        let text = "fuzz: CAMEO_EXERCISE is \"\(name)\", expected one of \(names)\n"
        FileHandle.standardError.write(Data(text.utf8))
        exit(2)
    }
    return exercise
}

/// libFuzzer's callback is a C function, which can hold nothing.
let exercise = chosenExercise()

var count = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
let status = LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
    do throws(Breach) {
        try exercise.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    } catch {
        fatalError(error.text)
    }
    return 0
}
exit(status)
