import Testing
import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallJobs
import WindfallMerchant
import WindfallStorage
import WindfallStorageTesting
import WindfallTimeline

/// People who buy, apps that send receipts, a store that is slow and down, and merchant servers that die: all as a seed
/// decides, on one virtual clock.
final class Simulation {
    /// An acknowledged receipt.
    struct Acknowledged {
        var id: String
        var app: String
        /// Whether a purchase of somebody else may be refused there.
        var isForeign: Bool
    }

    /// Credits that somebody wanted to spend.
    struct Spending {
        var person: Int
        var user: String
        var key: String
        var amount: Int64
        var balance: Int64?
    }

    let world: MerchantWorld
    let grants: MerchantApp.GrantPolicy
    let sandbox: MerchantApp.SandboxPolicy
    var people: [SimulatedPerson] = []
    var acknowledged: [Acknowledged] = []
    var spendings: [Spending] = []
    /// What went wrong, for whoever reads of a failing seed.
    var faults: [String] = []
    /// The last steps.
    var story: [String] = []
    private let dice: SeededRandomness

    init(_ engine: TestEngine, seed: UInt64) async throws {
        dice = SeededRandomness(seed: seed)
        let (grants, sandbox): (MerchantApp.GrantPolicy, MerchantApp.SandboxPolicy) = (
            seed % 3 == 0 ? .store : .local, seed % 2 == 0 ? .grant : .record
        )
        (self.grants, self.sandbox) = (grants, sandbox)
        world = try await MerchantWorld(engine, seed: seed) {
            $0.grants = grants
            $0.sandbox = sandbox
        }
        for number in 0..<5 {
            let app = number == 3 ? MerchantWorld.game : MerchantWorld.notes
            var devices = [try await world.shop.buyer(sandbox: number == 4, app: app)]
            if number % 2 == 0 { devices.append(try await world.shop.anotherDevice(of: devices[0])) }
            let isAnonymous = number == 1 || number == 2
            people.append(
                SimulatedPerson(
                    devices: devices, anonymous: isAnonymous ? "anon:0123456789abcdefghijk\(number)" : nil,
                    known: "person\(number)", isIdentified: !isAnonymous))
        }
    }

    // MARK: Chance

    /// A number below a limit.
    func roll(_ limit: Int) -> Int {
        Int(dice.bytes(count: 4).reduce(0) { $0 << 8 | UInt32($1) } % UInt32(limit))
    }

    func pick<Value>(_ values: [Value]) -> Value { values[roll(values.count)] }

    func fault(_ text: String) { faults.append(text) }

    private func tell(_ text: String) { story.append(text) }

    // MARK: Steps

    /// One thing happens.
    func step() async throws {
        let place = roll(people.count)
        switch roll(20) {
        case 0...4: try await buy(place)
        case 5...6: try await sendFresh(place)
        case 7...8: try await sendOld(place)
        case 9: try await steal(place)
        case 10: try await finish(place)
        case 11: try await refundOrCancel(place)
        case 12: try await spend(place)
        case 13: try await identify(place)
        case 14: try await pass()
        case 15: putFault()
        case 16: try await die()
        case 17: try await restore(place)
        default: try await work()
        }
        try await checkNobodyHasMore(roll(people.count))
    }

    private func buy(_ place: Int) async throws {
        let person = people[place]
        let device = pick(person.devices)
        let product = pick([
            WorldShop.coins, WorldShop.coins, WorldShop.pro, WorldShop.monthly, WorldShop.yearly, WorldShop.pass,
        ])
        let order = WorldShop.order(of: product, by: device, quantity: product == WorldShop.coins ? 2 : 1)
        guard let bought = try await world.shop.attempt(.post, "/purchases", order) else {
            return tell("\(place) has \(product)")
        }
        tell("\(place) buys \(product): \(bought["transactionId"]?.text ?? "nothing")")
        // Under the policy `store` a signed transaction waits for the Server API, which nobody asks here.
        let forms = ["receipt", "transactionReceipt"] + (grants == .local ? ["signedTransactionInfo"] : [])
        let texts = forms.compactMap { bought[$0]?.text }
        people[place].receipts += texts
        // Most apps send at once; some never come to it.
        if roll(4) > 0, !texts.isEmpty { try await send(pick(texts), of: place, as: person.user) }
    }

    private func sendFresh(_ place: Int) async throws {
        let text = try await world.shop.receipt(of: pick(people[place].devices))
        people[place].receipts.append(text)
        let coins = try await LedgerView(of: people[place], in: world.shop).unfinished(WorldShop.coins)
        let isTaken = try await send(text, of: place, as: people[place].user)
        if isTaken, people[place].devices.count == 1 { people[place].delivered.formUnion(coins) }
    }

    /// A receipt comes late, again, broken, or from an app that has not heard of the person's name.
    private func sendOld(_ place: Int) async throws {
        guard !people[place].receipts.isEmpty else { return }
        var text = pick(people[place].receipts)
        let isJWS = text.hasPrefix("eyJ")
        switch roll(4) {
        case 0 where !isJWS: text = text.replacing("+", with: " ")
        case 1 where !isJWS:
            let bytes = Array(text.utf8)
            text = stride(from: 0, to: bytes.count, by: 64)
                .map { String(decoding: bytes[$0..<min($0 + 64, bytes.count)], as: UTF8.self) }
                .joined(separator: "\r\n")
        default: break
        }
        try await send(text, of: place, as: pick(people[place].names))
    }

    /// - Returns: whether it was acknowledged.
    @discardableResult
    private func send(_ text: String, of place: Int, as user: String) async throws -> Bool {
        let person = people[place]
        let answer = try await world.send(text, user: user, app: person.app)
        tell("\(user) sends \(text.prefix(8)) of \(text.utf8.count): \(answer.told)")
        // Under the other of the person's two names it may be refused.
        let isForeign = person.anonymous != nil
        switch answer.status {
        case 200, 202:
            acknowledged.append(Acknowledged(id: answer.id, app: person.app, isForeign: isForeign))
            return answer.status == 200 || grants == .local
        case 409 where isForeign: return false
        default:
            fault("\(user)'s own receipt: \(answer.told)")
            return false
        }
    }

    /// Somebody sends a receipt that another one has been given the goods for.
    private func steal(_ place: Int) async throws {
        let thief = people[place]
        let others = people.indices.filter { $0 != place && people[$0].app == thief.app && people[$0].isIdentified }
        guard let other = others.isEmpty ? nil : pick(others), !people[other].receipts.isEmpty else { return }
        let text = pick(people[other].receipts)
        let view = try await LedgerView(of: people[other], in: world.shop)
        guard !view.refundable.isEmpty else { return }
        let owned = try await world.send(text, user: people[other].known, app: thief.app)
        guard owned.told == "200 valid", owned.json["transactions"]?.array?.isEmpty == false else { return }
        let answer = try await world.send(text, user: thief.user, app: thief.app)
        tell("\(thief.user) sends what is \(people[other].known)'s: \(answer.told)")
        if answer.status == 202 || answer.reason == "belongs_to_other_user" {
            acknowledged.append(Acknowledged(id: answer.id, app: thief.app, isForeign: true))
        } else if answer.told != "409 belongs_to_other_user" {
            fault("\(thief.user) with the receipt of \(people[other].known): \(answer.told)")
        }
    }

    private func finish(_ place: Int) async throws {
        let candidates = people[place].delivered.subtracting(people[place].refunded).sorted()
        guard !candidates.isEmpty else { return }
        let id = pick(candidates)
        try await world.shop.post("/transactions/\(id)/finish")
        tell("\(place) finishes \(id)")
    }

    private func refundOrCancel(_ place: Int) async throws {
        let view = try await LedgerView(of: people[place], in: world.shop)
        if roll(2) == 0, !view.subscriptions.isEmpty {
            let id = pick(view.subscriptions)
            let change: JSON = ["autoRenew": .bool(roll(2) == 0)]
            _ = try await world.shop.attempt(.patch, "/subscriptions/\(id)", change)
            return tell("\(place) turns renewing of \(id)")
        }
        // Of what left the receipt only a notification tells.
        let candidates = view.refundable.filter { !$0.isFinished || $0.product != WorldShop.coins }
        guard !candidates.isEmpty else { return }
        let id = pick(candidates).id
        guard try await world.shop.attempt(.post, "/transactions/\(id)/refund", ["reason": 1]) != nil else { return }
        people[place].refunded.insert(id)
        tell("\(place) is paid back \(id)")
    }

    // MARK: Credits and names

    private func spend(_ place: Int) async throws {
        let again = spendings.filter { $0.person == place && $0.user == people[place].user && $0.balance != nil }
        if roll(3) == 0, !again.isEmpty {
            let spending = pick(again)
            let answer = try await ask(for: spending)
            if answer.json["balance"]?.int64 != spending.balance { fault("spent again: \(answer.told)") }
            return
        }
        var spending = Spending(
            person: place, user: people[place].user, key: "key\(spendings.count)", amount: Int64(1 + roll(150)))
        let answer = try await ask(for: spending)
        tell("\(spending.user) spends \(spending.amount): \(answer.told)")
        switch answer.status {
        case 200:
            spending.balance = answer.json["balance"]?.int64
            if (spending.balance ?? -1) < 0 { fault("\(spending.user) has \(spending.balance ?? -1)") }
            people[place].spent += spending.amount
        case 409: break
        default: fault("\(spending.user) spends: \(answer.told)")
        }
        spendings.append(spending)
    }

    private func ask(for spending: Spending) async throws -> MerchantWorld.Answer {
        let app = people[spending.person].app
        return try await world.ask(
            .post, "/v1/apps/\(app)/users/\(spending.user)/consumptions",
            ["credit": "coins", "amount": .integer(spending.amount)], key: world.key(.server, app: app),
            headers: [("Idempotency-Key", spending.key)])
    }

    /// The person says who it is, once more where a device has sent something under the old name since.
    func identify(_ place: Int) async throws {
        guard let anonymous = people[place].anonymous else { return }
        let (app, known) = (people[place].app, people[place].known)
        let answer = try await world.ask(
            .post, "/v1/apps/\(app)/users/\(anonymous)/identify", ["userId": .string(known)],
            key: world.key(.client, app: app), token: known, app: app)
        tell("\(anonymous) is \(known): \(answer.status)")
        if answer.status == 200 { people[place].isIdentified = true } else { fault("identify: \(answer.told)") }
    }

    private func restore(_ place: Int) async throws {
        let person = people[place]
        _ = try await world.shop.device(pick(person.devices), .post, "/restore")
        let answer = try await world.ask(
            .post, "/v1/apps/\(person.app)/users/\(person.user)/restore", [:],
            key: world.key(.server, app: person.app))
        tell("\(person.user) restores: \(answer.status)")
        if answer.status != 200 { fault("restore: \(answer.told)") }
    }

    // MARK: Time and faults

    private func pass() async throws {
        let seconds = pick([1, 30, 3_600, 86_400, 8 * 86_400, 33 * 86_400])
        try await world.advance(by: .seconds(seconds))
        tell("\(seconds) s pass")
        _ = try await world.merchant.askAboutRenewals()
    }

    private func putFault() {
        let host = pick([Environment.production, .production, .sandbox])
        let passing: [StoreDoor.Fault] = [
            .silence(.seconds(30)), .reset, .refused, .status(21005), .status(21009), .status(21100 + roll(100)),
            .status(21004), .http(503), .http(503, retryAfter: "120"), .http(429, retryAfter: "7"), .webPage, .lost,
            .slow(.milliseconds(3_000 + roll(3_000))),
        ]
        if roll(4) == 0 {
            let isDown = roll(2) == 0
            world.door.always(isDown ? pick([.http(503), .silence(.seconds(30)), .refused]) : nil, at: host)
            tell("\(host) is \(isDown ? "down" : "there")")
        } else {
            let fault = pick(passing)
            world.door.once(fault, at: host)
            tell("\(host): \(fault)")
        }
    }

    private func work() async throws {
        let merchant = roll(3) == 0 ? world.twin() : world.merchant
        let count = try await world.work(merchant)
        tell("\(count) questions")
        try await world.advance(to: world.time.now)
    }

    /// A worker dies: with jobs in its hands, while it asks, with the answer, or it is only thought to be dead.
    private func die() async throws {
        let queue = JobQueue(world.database)
        let now = world.time.now
        let lease = world.settings.value.lease
        let ends = try #require(now.adding(lease))
        switch roll(4) {
        case 0:
            let jobs = try await queue.claim(
                kind: VerificationWorker.kind, limit: 2, holder: "dead", at: now, until: ends)
            tell("a worker dies with \(jobs.count) jobs")
        case 1:
            let jobs = try await queue.claim(
                kind: VerificationWorker.kind, limit: 1, holder: "slow", at: now, until: ends)
            try await world.advance(by: lease + .seconds(1))
            try await world.work()
            for job in jobs { await VerificationWorker(merchant: world.twin()).work(job) }
            tell("a worker comes back for \(jobs.count) jobs")
        default:
            world.door.once(.death(answered: roll(2) == 0), at: pick([.production, .production, .sandbox]))
            let world = world
            let task = Task { try await world.work() }
            world.door.whenWorkerDies { task.cancel() }
            do {
                _ = try await task.value
            } catch StorageError.cancelled {
                tell("a worker dies at its work")
            }
        }
        world.restart()
        try await world.advance(to: world.time.now)
    }

    // MARK: Safety

    /// Nobody has what nobody paid for, whatever has been heard of refunds.
    private func checkNobodyHasMore(_ place: Int) async throws {
        let person = people[place]
        let view = try await LedgerView(of: person, in: world.shop)
        let paid = view.entitlements(at: world.time.now, evenRevoked: true)
        for user in person.names {
            let book = try await world.book(user, app: person.app)
            let active = (book["entitlements"]?.array ?? []).filter { $0["active"]?.isTrue == true }
                .compactMap { $0["id"]?.text }
            let coins = book["credits"]?["coins"]?.int64 ?? 0
            if !paid.isSuperset(of: active) { fault("\(user) has \(active), paid for \(paid.sorted())") }
            if coins < 0 || coins > view.coins(evenRevoked: true) - person.spent {
                fault("\(user) has \(coins) coins of \(view.coins(evenRevoked: true)) - \(person.spent)")
            }
        }
    }
}
