import Foundation

/// What a phone shows the person while an app buys: an app without a phone brings its own.
///
/// Each function may take as long as the person does.
public protocol StoreDialog: Sendable {
    /// Whether the person agrees to pay (F9).
    ///
    /// - Returns: false when they cancel: the payment fails with `SKError.paymentCancelled`.
    func authorise(_ purchase: StorePurchaseQuestion) async -> Bool
    /// Whether the person signs in to the store; asked before a restore (F13).
    ///
    /// - Returns: false when they cancel: the restore fails with `SKError.paymentCancelled`.
    func signIn(reason: String) async -> Bool
    /// Which of several the person picks.
    ///
    /// - Returns: the position in `choices`, or nil when they cancel.
    func choose(_ question: String, among choices: [String]) async -> Int?
}

/// What a person is asked before a purchase.
public struct StorePurchaseQuestion: Hashable, Sendable {
    /// The product's identifier.
    public var productIdentifier: String
    /// Its name; nil where the app never fetched the product.
    public var title: String?
    /// Its price as the shop shows it, for one; nil where the app never fetched the product.
    public var price: String?
    /// How many of it.
    public var quantity: Int

    public init(productIdentifier: String, title: String? = nil, price: String? = nil, quantity: Int = 1) {
        self.productIdentifier = productIdentifier
        self.title = title
        self.price = price
        self.quantity = quantity
    }
}

/// Agrees to everything: for tests, and where nobody can be asked.
public struct ApprovingDialog: StoreDialog {
    public init() {}

    public func authorise(_ purchase: StorePurchaseQuestion) async -> Bool { true }

    public func signIn(reason: String) async -> Bool { true }

    /// The first choice; nil where there is none.
    public func choose(_ question: String, among choices: [String]) async -> Int? {
        choices.isEmpty ? nil : 0
    }
}

/// Asks on a terminal, on standard error, and reads the answers from standard input.
public struct TerminalDialog: StoreDialog {
    private static let lines = DispatchQueue(label: "windfall.dialog")

    public init() {}

    public func authorise(_ purchase: StorePurchaseQuestion) async -> Bool {
        let name = purchase.title.flatMap { $0.isEmpty ? nil : $0 } ?? purchase.productIdentifier
        let count = purchase.quantity == 1 ? "" : "\(purchase.quantity) × "
        let price = purchase.price.map { " for \($0)" + (purchase.quantity == 1 ? "" : " each") } ?? ""
        return await agrees("Buy \(count)\(name)\(price)?")
    }

    public func signIn(reason: String) async -> Bool {
        await agrees("Sign in to the store? \(reason)")
    }

    public func choose(_ question: String, among choices: [String]) async -> Int? {
        let list = choices.enumerated().map { "  \($0 + 1)  \($1)\n" }.joined()
        guard let line = await answer("\(question)\n\(list)1 to \(choices.count), or nothing to cancel: "),
            let number = Int(line), choices.indices.contains(number - 1)
        else { return nil }
        return number - 1
    }

    private func agrees(_ question: String) async -> Bool {
        let line = await answer("\(question) [y/N] ")
        return ["y", "yes"].contains(line?.lowercased())
    }

    /// One line of standard input; nil at its end. The thread that waits is none of Swift's.
    private func answer(_ prompt: String) async -> String? {
        await withCheckedContinuation { continuation in
            Self.lines.async {
                FileHandle.standardError.write(Data(prompt.utf8))
                continuation.resume(returning: readLine()?.trimmingCharacters(in: .whitespaces))
            }
        }
    }
}
