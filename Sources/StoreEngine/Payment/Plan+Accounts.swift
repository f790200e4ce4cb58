import WindfallCommerce

/// Accounts and the devices that are signed in to them (F6, F33).
extension Plan {
    mutating func openAccount(
        isSandbox: Bool, _ storefront: Storefront, _ organizer: AccountNumber?
    ) throws(StoreRefusal) -> Store.Subject {
        guard storefront.currency != nil else {
            throw StoreRefusal(.invalid, "the storefront is not known", field: "storefront")
        }
        if let organizer {
            let account = try state.account(organizer)
            guard account.isSandbox == isSandbox else {
                throw StoreRefusal(.invalid, "a family is in one environment", field: "familyOf")
            }
            guard account.organizer == nil else {
                throw StoreRefusal(.invalid, "the account is a member of a family itself", field: "familyOf")
            }
        }
        record(.accountOpened(AccountRecord(isSandbox: isSandbox, storefront: storefront, organizer: organizer)))
        return .account(AccountNumber(Int64(state.accounts.count) + 1))
    }

    mutating func changeAccount(
        _ number: AccountNumber, _ change: StoreCommand.AccountChange
    ) throws(StoreRefusal) -> Store.Subject {
        var account = try state.account(number)
        if let storefront = change.storefront {
            guard storefront.currency != nil else {
                throw StoreRefusal(.invalid, "the storefront is not known", field: "storefront")
            }
            account.storefront = storefront
        }
        account.conduct.cardPays = change.cardPays ?? account.conduct.cardPays
        account.conduct.asksToBuy = change.asksToBuy ?? account.conduct.asksToBuy
        account.conduct.isInterrupted = change.isInterrupted ?? account.conduct.isInterrupted
        account.conduct.canMakePayments = change.canMakePayments ?? account.conduct.canMakePayments
        account.isSpoilt = change.isSpoilt ?? account.isSpoilt
        let paysAgain = account.conduct.cardPays && change.cardPays == true
        try changeTerms(number, account, change)
        record(.accountChanged(number, account))
        if paysAgain { recoverAll(of: number) }
        return .account(number)
    }

    private mutating func changeTerms(
        _ number: AccountNumber, _ account: AccountRecord, _ change: StoreCommand.AccountChange
    ) throws(StoreRefusal) {
        var terms = state.terms(of: number)
        if let rate = change.timeRate {
            guard rate == .realTime || account.isSandbox else {
                throw StoreRefusal(.invalid, "only test accounts have another rate than real time", field: "timeRate")
            }
            guard rate.billingRetry != nil else {
                throw StoreRefusal(.invalid, "the rate is not known", field: "timeRate")
            }
            terms.timeRate = rate
            terms.renewalLimit = rate == .realTime ? 0 : TimeRate.sandboxRenewals
        }
        if let limit = change.renewalLimit {
            guard limit >= 0 else { throw StoreRefusal(.invalid, "a limit is not negative", field: "renewalLimit") }
            terms.renewalLimit = limit
        }
        terms.failsRenewals = change.failsRenewals ?? terms.failsRenewals
        terms.hasGracePeriod = change.hasGracePeriod ?? terms.hasGracePeriod
        terms.purchaseFailure = change.purchaseFailure ?? terms.purchaseFailure
        if terms != state.terms(of: number) { record(.accountTermsChanged(number, terms)) }
    }

    mutating func addDevice(
        _ number: AccountNumber, _ bundleID: String, _ appVersion: String?, _ identifier: [UInt8]
    ) throws(StoreRefusal) -> Store.Subject {
        let app = try state.app(bundleID: bundleID)
        _ = try state.account(number)
        let record = try state.app(app)
        guard identifier.count == (record.platform == .macOS ? 6 : 16) else {
            throw StoreRefusal(
                .invalid, "a device identifier has 16 bytes, a Mac's 6", field: "deviceId")
        }
        for known in state.devices(of: number, with: app) {
            guard try state.device(known).identifier == identifier else { continue }
            if let appVersion { self.record(.deviceUpdated(known, appVersion: appVersion)) }
            return .device(known)
        }
        self.record(
            .deviceAdded(
                DeviceRecord(
                    account: number, app: app, appVersion: appVersion ?? record.version, identifier: identifier,
                    installed: now)))
        return .device(DeviceNumber(Int64(state.devices.count) + 1))
    }

    mutating func refreshReceipt(_ number: DeviceNumber) throws(StoreRefusal) -> Store.Subject {
        _ = try state.device(number)
        record(.receiptMade(number, at: now))
        return .device(number)
    }
}
