import Foundation
import Synchronization
package import WindfallHTTP
package import WindfallJSON

/// The store that an app talks to, and all that the app knows of it: the seam between StoreKit's names and a store over
/// sockets or in the same process.
package final class StoreConnection: Sendable {
    package let settings: Settings
    let link: StoreLink
    let desk: PaymentDesk
    private let language: Mutex<Locale>

    /// - Parameter settings: a queue that is in the folder already is taken up.
    package init(_ settings: Settings) {
        self.settings = settings
        link = StoreLink(settings)
        language = Mutex(settings.locale)
        desk = PaymentDesk(link)
        desk.connection = self
    }

    /// The queue of this store.
    package var queue: SKPaymentQueue { desk.queue }

    /// The language of names and prices.
    package var locale: Locale {
        get { language.withLock { $0 } }
        set { language.withLock { $0 = newValue } }
    }

    /// Where the app's receipt lies, or will lie.
    package var receiptURL: URL { ReceiptShelf(link: link).url }

    /// Takes note of what is known of the account before the store was asked.
    package func setAccount(storefront: String, isSandbox: Bool, canMakePayments: Bool) {
        link.learn(
            AccountFacts(storefront: storefront, isSandbox: isSandbox, canMakePayments: canMakePayments).json)
    }

    /// Makes a function of the store fail until it is called again with nil. The original API asks for `loadProducts` and
    /// `purchase`.
    ///
    /// - Parameter error: what the app gets; an ``SKError``, or an error that becomes `SKError.unknown` in the original API.
    package func setSimulatedError(_ error: (any Error)?, for function: Function) {
        desk.failures.withLock { $0[function] = error }
    }

    package func simulatedError(for function: Function) -> (any Error)? {
        desk.failures.withLock { $0[function] }
    }

    /// Asks the store, once, what happened, and tells observers; waits until they will hear of it.
    ///
    /// Payments whose answer was lost are asked about again. Without observers the store is not asked.
    package func pull() async {
        poke()
        await settle()
    }

    /// Takes transactions out of the queue that the store has no more; observers hear that they were removed.
    package func forget(_ identifiers: Set<String>) {
        desk.forget(identifiers)
    }

    /// As ``pull()``, but does not wait.
    package func poke() {
        desk.start()
    }

    /// Waits until all is done that the app asked for so far, and observers and delegates were called.
    package func settle() async {
        var before: Int
        repeat {
            before = desk.changesSoFar
            await desk.purchases.settle()
            await desk.errands.settle()
            await withCheckedContinuation { continuation in
                MainQueue.run(for: nil) { continuation.resume() }
            }
        } while desk.changesSoFar != before
    }

    /// Asks the store something of its protocol.
    ///
    /// - Throws: ``SKError``, as Apple's library would give it.
    package func ask(
        _ method: HTTPMethod, _ path: String, _ body: JSON? = nil
    ) async throws(SKError) -> JSON {
        do throws(StoreAskError) {
            return try await link.ask(method, path, body)
        } catch {
            throw error.skError
        }
    }

    /// Products by their identifiers (F5).
    func products(_ identifiers: [String]) async throws(SKError) -> ProductsAnswer {
        if let error = simulatedError(for: .loadProducts) {
            throw error as? SKError ?? SKError(.unknown, userInfo: [NSUnderlyingErrorKey: error])
        }
        do throws(StoreAskError) {
            let json = try await link.ask(
                .post, "/storekit/v1/products", ["productIds": .array(identifiers.map { .string($0) })])
            link.learn(json["account"])
            return try ProductsAnswer(json, in: locale)
        } catch {
            throw error.skError
        }
    }

    /// Puts a new receipt at ``receiptURL``.
    func refreshReceipt() async throws(SKError) {
        do throws(StoreAskError) {
            try await ReceiptShelf(link: link).refresh()
        } catch {
            throw error.skError
        }
    }
}
