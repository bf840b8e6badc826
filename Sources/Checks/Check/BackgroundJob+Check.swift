import Platform

extension BackgroundJob {
    /// A check beside the run loop.
    /// - Parameter report: takes what was found out, unless it is canceled before.
    package convenience init(
        checking path: String, _ options: CheckOptions, report: @escaping @Sendable (CheckResult) -> Void
    ) {
        self.init { job in
            let result = Check.run(path, options) { job.isCanceled }
            if !job.isCanceled { report(result) }
        }
    }
}
