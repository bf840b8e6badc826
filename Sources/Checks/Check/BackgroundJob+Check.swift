import Platform

extension BackgroundJob {
    /// A check beside the run loop.
    /// - Parameters:
    ///   - progress: takes how many percent of a tape have been played, each number once.
    ///   - report: takes what was found out, unless it is canceled before.
    package convenience init(
        checking path: String, _ options: CheckOptions, progress: @escaping @Sendable (Int) -> Void = { _ in },
        report: @escaping @Sendable (CheckResult) -> Void
    ) {
        self.init { job in
            var said = 0
            let result = Check.run(path, options) {
                job.isCanceled
            } progress: { percent in
                guard percent > said else { return }
                said = percent
                progress(percent)
            }
            if !job.isCanceled { report(result) }
        }
    }
}
