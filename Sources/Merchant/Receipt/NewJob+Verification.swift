import WindfallHTTP
import WindfallJobs
import WindfallTimeline

extension NewJob {
    /// A job that asks the store about a submission.
    ///
    /// - Parameters:
    ///   - submission: its identifier, which is the job's payload.
    ///   - identifier: the submission's own for the first job, another one for each later one.
    ///   - host: the store that is asked first; jobs wait for it by its address.
    init(verifying submission: String, as identifier: String, at host: HTTPURL.Origin, due: Instant) {
        self.init(
            identifier: identifier, kind: VerificationWorker.kind, key: host.description,
            payload: Array(submission.utf8), due: due)
    }
}
