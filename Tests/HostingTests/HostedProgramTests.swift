import Hosting
import Support
import Testing

@Suite("Which program is run")
struct HostedProgramTests {
    @Test("the shell is that of the variable, else of the user's account, else the system's; called by its name")
    func shell() throws {
        let folder = try Folder()
        try folder.writeProgram("#!/bin/sh\n", to: "shell")
        try folder.write("", to: "plain")
        func name(_ variable: String?, _ account: String?) -> String {
            HostedProgram.shell(variable: variable, account: account).name
        }
        let shell = folder.file("shell")
        #expect(name(shell, "/bin/sh") == shell && name(nil, shell) == shell && name("", shell) == shell)
        for unusable in ["shell", "bash", folder.file("plain"), folder.path, folder.file("none")] {
            #expect(name(unusable, shell) == shell && name(unusable, unusable) == "/bin/sh", "\(unusable)")
        }
        #expect(HostedProgram.shell(variable: shell, account: nil).arguments == ["shell"])
    }

    @Test("a command is called as it was typed")
    func command() {
        #expect(HostedProgram(["make", "-j2"]) == HostedProgram(name: "make", arguments: ["make", "-j2"]))
        #expect(HostedProgram([]).name == "")
    }
}
