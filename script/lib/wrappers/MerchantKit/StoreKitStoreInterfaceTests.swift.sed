# The store that these tests expect: a session's, where Apple's would be.
s/super\.setUp()/super.setUp(); XCTAssertNotNil(StoreOfTheTests.session)/
