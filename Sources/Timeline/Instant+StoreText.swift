extension Instant {
    private static let utcName = " Etc/GMT"
    private static let pacificName = " America/Los_Angeles"

    /// Reads a date as `verifyReceipt` and iOS 6 transaction receipts write it.
    ///
    /// `yyyy-MM-dd HH:mm:ss Etc/GMT`, or the same with `America/Los_Angeles` for Pacific time with daylight saving; also
    /// what ``init(rfc3339:)-(String)`` reads. An hour that Pacific time has twice is taken as the earlier one.
    /// - Parameter text: the whole text, nothing around it.
    /// - Returns: `nil` for anything else, also for an hour that Pacific time leaves out.
    public init?(storeText text: String) {
        let zone = text.utf8.dropFirst(CivilTime.length)
        let isPacific = zone.elementsEqual(Self.pacificName.utf8)
        guard isPacific || zone.elementsEqual(Self.utcName.utf8) else {
            self.init(rfc3339: text)
            return
        }
        guard let time = CivilTime(text.utf8.span, isSeparator: { $0 == UInt8(ascii: " ") }), time.year >= 1,
            let seconds = CivilCalendar.seconds(of: time)
        else { return nil }
        guard isPacific else {
            self.init(seconds: seconds)
            return
        }
        guard let instant = PacificTime.earliestSecond(withLocalSecond: seconds) else { return nil }
        self.init(seconds: instant)
    }

    /// The text `yyyy-MM-dd HH:mm:ss Etc/GMT`, rounded toward the past, as `verifyReceipt` writes dates.
    public var storeText: String {
        CivilCalendar.civilTime(atSeconds: seconds)?.text(separator: " ", ending: Self.utcName) ?? ""
    }

    /// The same moment in Pacific time with daylight saving, as the `_pst` keys of `verifyReceipt` have it:
    /// `yyyy-MM-dd HH:mm:ss America/Los_Angeles`, rounded toward the past.
    public var pacificStoreText: String {
        let local = seconds + PacificTime.secondsEast(atSecond: seconds)
        return CivilCalendar.civilTime(atSeconds: local)?.text(separator: " ", ending: Self.pacificName) ?? ""
    }
}
