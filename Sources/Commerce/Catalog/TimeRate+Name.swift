/// Names of rates, for interfaces that people read: Apple's own, of `SKTestSession.TimeRate`.
extension TimeRate {
    /// The rate's name; nil for one that is not known.
    public var name: String? { Self.names.first { $0.rate == self }?.name }

    /// - Parameter name: for example `monthlyRenewalEveryFiveMinutes`.
    /// - Returns: nil for a name that no rate has.
    public init?(name: String) {
        guard let rate = Self.names.first(where: { $0.name == name })?.rate else { return nil }
        self = rate
    }

    private static let names: [(name: String, rate: TimeRate)] = [
        ("realTime", .realTime), ("oneHourIsOneDay", .oneHourIsOneDay),
        ("thirtyMinutesIsOneDay", .thirtyMinutesIsOneDay), ("fiveMinutesIsOneDay", .fiveMinutesIsOneDay),
        ("oneMinuteIsOneDay", .oneMinuteIsOneDay), ("thirtySecondsIsOneDay", .thirtySecondsIsOneDay),
        ("oneSecondIsOneDay", .oneSecondIsOneDay), ("monthlyRenewalEveryHour", .monthlyRenewalEveryHour),
        ("monthlyRenewalEveryThirtyMinutes", .monthlyRenewalEveryThirtyMinutes),
        ("monthlyRenewalEveryFifteenMinutes", .monthlyRenewalEveryFifteenMinutes),
        ("monthlyRenewalEveryFiveMinutes", .monthlyRenewalEveryFiveMinutes),
        ("monthlyRenewalEveryThreeMinutes", .monthlyRenewalEveryThreeMinutes),
        ("monthlyRenewalEveryThirtySeconds", .monthlyRenewalEveryThirtySeconds),
        ("oneRenewalEveryFifteenMinutes", .oneRenewalEveryFifteenMinutes),
        ("oneRenewalEveryFiveMinutes", .oneRenewalEveryFiveMinutes),
        ("oneRenewalEveryMinute", .oneRenewalEveryMinute),
        ("oneRenewalEveryThirtySeconds", .oneRenewalEveryThirtySeconds),
        ("oneRenewalEveryTenSeconds", .oneRenewalEveryTenSeconds),
        ("oneRenewalEveryTwoSeconds", .oneRenewalEveryTwoSeconds),
    ]
}
