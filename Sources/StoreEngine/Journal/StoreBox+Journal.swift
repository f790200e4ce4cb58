import WindfallHTTP
import WindfallJSON
import WindfallTimeline

/// `/control/v1/snapshots`, `/reset`, `/journal`.
extension StoreBox {
    func addJournal(to router: inout Router) {
        let box = self
        router.on(.post, "/control/v1/snapshots") { [service] request, _ async throws(APIError) in
            let body = try RequestBody(request)
            let name = try body.require("name", try body.text("name"))
            return try await answering { () async throws -> HTTPResponse in
                try await service.keep(as: name)
                return .json(try await box.standing(), status: .created)
            }
        }
        router.on(.post, "/control/v1/reset") { [service] request, _ async throws(APIError) in
            let name = try RequestBody(request).text("snapshot")
            return try await answering { () async throws -> HTTPResponse in
                if let name {
                    try await service.reset(to: name)
                } else {
                    try await service.reset(beginningWith: Self.foundation)
                }
                box.forget()
                return .json(try await box.standing())
            }
        }
        router.on(.get, "/control/v1/journal") { [service] _, _ async throws(APIError) in
            try await answering { () async throws -> HTTPResponse in
                .content(try await service.archive(), type: "application/octet-stream")
            }
        }
        router.on(.put, "/control/v1/journal") { [service] request, _ async throws(APIError) in
            try await answering { () async throws -> HTTPResponse in
                do {
                    try await service.replaceJournal(withArchive: request.body)
                } catch {
                    throw Self.refusal(of: error)
                }
                box.forget()
                return .json(try await box.standing())
            }
        }
    }

    /// What a new store has: one developer account.
    public static let foundation: [StoreCommand] = [.addDeveloper(name: "Developer")]

    /// What was signed and answered is of a ledger that is gone.
    private func forget() {
        receipts.desk.forget()
        answered.forget()
    }

    /// Where the store stands.
    private func standing() async throws -> JSON {
        try await service.read { state in
            [
                "now": .integer(state.now.milliseconds), "sha256": .string(state.digest),
                "events": .integer(state.sequence),
            ]
        }
    }

    /// An archive that can't be read is the sender's fault; a disk that fails is not.
    private static func refusal(of error: any Error) -> any Error {
        switch error {
        case let error as JournalArchiveError:
            APIError(
                .badRequest, "bad_journal", "The journal can't be read: \(error.code.name), at byte \(error.offset).")
        case StoreService.Failure.unreadable(let sequence):
            APIError(.badRequest, "bad_journal", "The journal can't be read: unknown, at event \(sequence).")
        case let error as JournalError where error.code == .formatTooNew || error.code == .tooLarge:
            APIError(.badRequest, "bad_journal", "The journal can't be read: \(error.code.name).")
        default: error
        }
    }
}
