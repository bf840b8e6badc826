import Testing

@testable import Files

@Suite struct UserFolderTests {
    @Test("the folders are the platform's")
    func usual() {
        #expect(UserFolder.configuration.path(["HOME": "/h"]) == "/h/.config/cameo")
        #expect(UserFolder.configuration.path(["HOME": "/h", "XDG_CONFIG_HOME": "/c"]) == "/c/cameo")
        #if canImport(Darwin)
            #expect(UserFolder.cache.path(["HOME": "/h"]) == "/h/Library/Caches/cameo")
        #else
            #expect(UserFolder.cache.path(["HOME": "/h"]) == "/h/.cache/cameo")
            #expect(UserFolder.cache.path(["HOME": "/h", "XDG_CACHE_HOME": "/c"]) == "/c/cameo")
        #endif
    }

    @Test(
        "a relative or empty name counts for nothing", arguments: [UserFolder.configuration, .cache], ["c", "", "./c"])
    func relative(folder: UserFolder, name: String) {
        let named = ["HOME": "/h", "XDG_CONFIG_HOME": name, "XDG_CACHE_HOME": name]
        #expect(folder.path(named) == folder.path(["HOME": "/h"]))
        #expect(folder.path(["XDG_CONFIG_HOME": name, "XDG_CACHE_HOME": name]) == nil)
        #expect(folder.path(["HOME": name]) == nil)
    }
}
