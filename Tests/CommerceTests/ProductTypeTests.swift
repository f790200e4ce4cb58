import Testing
import WindfallCommerce

@Suite struct ProductTypeTests {
    @Test("F2: each product type has its own number in a receipt", arguments: ProductType.allCases)
    func roundTrip(type: ProductType) {
        #expect(ProductType(receiptCode: type.receiptCode) == type)
    }

    @Test("An unknown number is no product type", arguments: [-1, 5, Int64.max] as [Int64])
    func unknown(code: Int64) {
        #expect(ProductType(receiptCode: code) == nil)
    }
}
