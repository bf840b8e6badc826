import Events

/// Where the picture of a sentence is, as a server tells it (reader 1.13).
package enum SentencePicture {
    /// Below the job's folder.
    package static func path(_ body: [UInt8]) throws(BookError) -> String? {
        var odd = Oddities()
        return try LibraryAnswer.object(body).fields.path("relative_path", &odd)
    }
}
