package import WindfallHTTP
import WindfallJobs
package import WindfallStorage
package import WindfallTimeline

/// The developer's server: it takes receipts, asks the store about them, and knows what every user owns.
///
/// It has no sockets of its own: ``service`` answers requests, and a transport carries questions to the store.
package final class Merchant: Sendable {
    let database: Database
    let queue: JobQueue
    let settings: CurrentSettings
    let clock: MerchantClock
    let randomness: any Randomness
    /// Whether whoever asks is an operator without a key.
    let isLocal: Bool
    /// Carries questions to the store.
    let store: any HTTPTransport
    let log: MerchantLog
    package let metrics = MerchantMetrics()
    let trail: AuditTrail
    let keys: KeyRecords
    let keyMemory = KeyMemory()
    /// How much each user may send.
    let budget = RequestBudget()
    let shelf: ProductShelf
    let submissions = SubmissionRecords()
    let ledger: EntitlementLedger
    let renewals = RenewalWatch()
    /// Whether each host of the store is to be asked.
    let gates = StoreGates()
    let recoveries = StoreRecoveries()
    let intake: ReceiptIntake
    /// Rung by whoever changes where a verification stands, once it is stored.
    package let bell = VerificationBell()
    let contentLanes = ContentLanes()

    /// The tables that a database for ``init(database:settings:clock:randomness:store:log:)`` is opened with.
    package static let schemas: [Schema] = [
        JobQueue.schema, AuditTrail.schema, KeyRecords.schema, ProductShelf.schema, SubmissionRecords.schema,
        EntitlementLedger.schema, RenewalWatch.schema,
    ]

    /// - Parameters:
    ///   - database: opened with ``schemas``.
    ///   - store: reaches the hosts that the settings name.
    ///   - isLocal: whether all requests come from the command line of whoever runs the server, who has the database in
    ///     hand and needs no key. Never for a service behind a socket.
    package init(
        database: Database, settings: CurrentSettings, clock: MerchantClock, randomness: any Randomness,
        store: any HTTPTransport, log: MerchantLog, isLocal: Bool = false
    ) {
        self.isLocal = isLocal
        self.database = database
        queue = JobQueue(database)
        self.settings = settings
        self.clock = clock
        self.randomness = randomness
        self.store = store
        self.log = log
        trail = AuditTrail(randomness: randomness)
        keys = KeyRecords(trail: trail, randomness: randomness)
        shelf = ProductShelf()
        ledger = EntitlementLedger(shelf: shelf, trail: trail)
        intake = ReceiptIntake(
            database: database, queue: queue, trail: trail, submissions: submissions, ledger: ledger,
            settings: settings, clock: clock, randomness: randomness, metrics: metrics,
            prover: ReceiptProver(settings: settings))
    }

    /// The routes. Each part adds its own.
    package var router: Router {
        var router = Router()
        addOperation(to: &router)
        addKeys(to: &router)
        addUsers(to: &router)
        addOwners(to: &router)
        addErasing(to: &router)
        addReceipts(to: &router)
        addRestore(to: &router)
        addProducts(to: &router)
        addDelivery(to: &router)
        return router
    }

    /// Answers requests.
    package var service: HTTPService { router.service }
}
