import Platform

/// What a cache changes on disk, one call of the operating system at a time. Tests let calls fail: a full disk, or a process that ends
/// there.
package struct DiskCalls: Sendable {
    package struct Step: Hashable, Sendable {
        package enum Kind: Hashable, Sendable { case makeFolder, write, sync, rename, remove }

        package let kind: Kind
        package let path: String
    }

    package enum Refusal: Hashable, Sendable {
        /// As `errno`.
        case error(Int32)
        /// Half of what was to be written is there.
        case halfWritten(Int32)
    }

    /// In the place of what the system would do.
    package var refusal: @Sendable (Step) -> Refusal? = { _ in nil }

    package init() {}

    private func check(_ kind: Step.Kind, _ path: String, doHalf: () -> Void = {}) throws(DiskFailure) {
        switch refusal(Step(kind: kind, path: path)) {
        case nil: return
        case .error(let code)?: throw DiskFailure(path: path, code: code)
        case .halfWritten(let code)?:
            doHalf()
            throw DiskFailure(path: path, code: code)
        }
    }

    /// A folder that nobody else may look into.
    func makeFolder(_ path: String) throws(DiskFailure) {
        try check(.makeFolder, path)
        try PrivateFolder.make(path)
    }

    /// A file that nobody else may read.
    func makeFile(_ path: String, _ flag: Int32 = O_EXCL) throws(DiskFailure) -> OpenFile {
        guard let file = OpenFile(path, O_WRONLY | O_CREAT | O_NOFOLLOW | flag, rights: 0o600) else {
            throw DiskFailure(path: path, code: errno)
        }
        return file
    }

    func write(_ bytes: [UInt8], to file: OpenFile, _ path: String) throws(DiskFailure) {
        try check(.write, path) {
            _ = Descriptor.writeAll(Array(bytes.prefix(bytes.count / 2)), to: file.descriptor)
        }
        guard Descriptor.writeAll(bytes, to: file.descriptor) else { throw DiskFailure(path: path, code: errno) }
    }

    /// A whole file, on the disk when this returns: the name in its folder may come later.
    package func write(_ bytes: [UInt8], to path: String) throws(DiskFailure) {
        let file = try makeFile(path, O_TRUNC)
        try write(bytes, to: file, path)
        try sync(file.descriptor, path)
    }

    package func sync(_ descriptor: Int32, _ path: String) throws(DiskFailure) {
        try check(.sync, path)
        // Some file systems cannot do that for folders; there is nothing better to be had then.
        guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS else {
            throw DiskFailure(path: path, code: errno)
        }
    }

    func move(_ path: String, to other: String) throws(DiskFailure) {
        try check(.rename, path)
        guard rename(path, other) == 0 else { throw DiskFailure(path: path, code: errno) }
    }

    /// A file or a folder with all that is in it; links are not followed. What cannot be removed stays.
    package func delete(_ path: String) throws(DiskFailure) {
        if let folder = try? OpenFolder(path) { try empty(folder, depth: 8) }
        try check(.remove, path)
        guard remove(path) == 0 else { throw DiskFailure(path: path, code: errno) }
    }

    private func empty(_ folder: OpenFolder, depth: Int) throws(DiskFailure) {
        for name in try folder.entries() {
            try check(.remove, folder.path + "/" + OpenFolder.text(name))
            if unlinkat(folder.descriptor, name, 0) == 0 { continue }
            guard depth > 0, let inner = try? folder.folder(named: name) else { continue }
            try empty(inner, depth: depth - 1)
            unlinkat(folder.descriptor, name, AT_REMOVEDIR)
        }
    }
}
