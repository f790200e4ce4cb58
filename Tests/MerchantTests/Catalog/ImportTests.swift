import Testing
import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallMerchant
import WindfallStorageTesting

@Suite struct ImportTests {
    /// One product of each type, in euros.
    private static let file: JSON = [
        "identifier": "1", "version": ["major": 3, "minor": 0], "settings": ["_storefront": "DEU"],
        "products": [
            [
                "productID": "gems", "type": "Consumable", "displayPrice": "0.99", "referenceName": "Gems",
                "familyShareable": false, "localizations": [],
                "prices": ["USA": ["amount": 1990, "currency": "USD"]],
            ],
            [
                "productID": "pro", "type": "NonConsumable", "displayPrice": "9.99", "familyShareable": true,
                "referenceName": "Pro", "localizations": [], "clearedForSale": false,
            ],
        ],
        "nonRenewingSubscriptions": [
            [
                "productID": "pass", "type": "NonRenewingSubscription", "displayPrice": "4.99", "referenceName": "Pass",
                "familyShareable": false, "localizations": [],
            ]
        ],
        "subscriptionGroups": [
            [
                "id": "21", "name": "news", "localizations": [],
                "subscriptions": [
                    [
                        "productID": "news.month", "type": "RecurringSubscription", "displayPrice": "2.99",
                        "recurringSubscriptionPeriod": "P1M", "subscriptionGroupID": "21", "groupNumber": 1,
                        "referenceName": "Month", "familyShareable": false, "localizations": [],
                    ],
                    [
                        "productID": "news.year", "type": "RecurringSubscription", "displayPrice": "19.99",
                        "recurringSubscriptionPeriod": "P1Y", "subscriptionGroupID": "21", "groupNumber": 1,
                        "referenceName": "Year", "familyShareable": false, "localizations": [],
                    ],
                ],
            ]
        ],
    ]

    @Test("F2: a file's products give what their types suggest", arguments: TestEngine.present)
    func suggestions(engine: TestEngine) async throws {
        let server = try await ShopServer(engine)
        let answer = try await server.ask(.post, "/products/import", Self.file)
        let all: JSON = ["gems", "pro", "pass", "news.month", "news.year"]
        #expect(
            answer.json
                == ["added": all, "changed": [], "unchanged": [], "kept": [], "withoutTerm": ["pass"]])
        let gems = try await server.ask(.get, "/products/gems").json
        #expect(gems["type"] == "consumable" && gems["credits"] == ["gems": 1] && gems["entitlements"] == [])
        #expect(
            gems["prices"] == [
                ["price": ["amount": 990, "currency": "EUR"]],
                ["price": ["amount": 1990, "currency": "USD"], "storefront": "USA"],
            ])
        let pro = try await server.ask(.get, "/products/pro").json
        #expect(pro["type"] == "nonConsumable" && pro["entitlements"] == ["pro"])
        #expect(pro["listed"] == false && pro["familySharing"] == true && gems["familySharing"] == false)
        let pass = try await server.ask(.get, "/products/pass").json
        #expect(pass["type"] == "nonRenewing" && pass["entitlements"] == ["pass"] && pass["term"] == nil)
        for id in ["news.month", "news.year"] {
            let news = try await server.ask(.get, "/products/\(id)").json
            #expect(news["type"] == "autoRenewable" && news["entitlements"] == ["news"])
        }
    }

    @Test("What was made by hand is not overwritten unless asked, what was imported is", arguments: TestEngine.present)
    func keeps(engine: TestEngine) async throws {
        let server = try await ShopServer(engine)
        let mine: JSON = ["type": "nonConsumable", "entitlements": ["everything"]]
        _ = try await server.ask(.put, "/products/pro", mine)
        #expect(try await server.ask(.post, "/products/import", Self.file).json["kept"] == ["pro"])
        #expect(try await server.ask(.get, "/products/pro").json["entitlements"] == ["everything"])
        // One that was imported and then changed by hand is the hand's.
        _ = try await server.ask(.put, "/products/gems", ["type": "consumable", "credits": ["gems": 50]])
        let again = try await server.ask(.post, "/products/import", Self.file).json
        #expect(again["kept"] == ["gems", "pro"])
        #expect(again["unchanged"] == ["pass", "news.month", "news.year"] && again["changed"] == [])
        let replaced = try await server.ask(.post, "/products/import?replace=true", Self.file).json
        #expect(replaced["changed"] == ["gems", "pro"] && replaced["kept"] == [])
        #expect(try await server.ask(.get, "/products/gems").json["credits"] == ["gems": 1])
    }

    @Test("A product that was put by hand as it was imported is the hand's from then on")
    func adopts() async throws {
        let server = try await ShopServer()
        _ = try await server.ask(.post, "/products/import", Self.file)
        let pass = try await server.ask(.get, "/products/pass")
        _ = try await server.ask(.put, "/products/pass", pass.body)
        #expect(try await server.ask(.post, "/products/import", Self.file).json["kept"] == ["pass"])
    }

    @Test(
        "A file that can't be read, or contradicts itself, changes nothing",
        arguments: [
            ("", 400, "bad_storekit_file"), ("[]", 400, "bad_storekit_file"), ("{}", 400, "bad_storekit_file"),
            (#"{"version": {"major": 6, "minor": 0}}"#, 400, "bad_storekit_file"),
            (#"{"version": {"major": 3, "minor": 0}, "products": [{"type": 1}]}"#, 400, "bad_storekit_file"),
            (
                #"{"version": {"major": 3, "minor": 0}, "products": [{"productID": "a b", "type": "Consumable"}]}"#,
                422,
                nil
            ),
            (
                #"{"version": {"major": 3, "minor": 0}, "products": [{"productID": "a", "type": "Rental"}]}"#, 422, nil
            ),
        ] as [(String, Int, String?)])
    func refused(file: String, status: Int, code: String?) async throws {
        let server = try await ShopServer()
        let before = try await server.ask(.get, "/products").headers["ETag"]
        let answer = try await server.ask(.post, "/products/import", Array(file.utf8))
        #expect(answer.status.code == status)
        if let code { #expect(answer.errorCode == code) }
        #expect(try await server.ask(.get, "/products").headers["ETag"] == before)
    }
}
