/// Colours for a terminal (ECMA-48, 8.3.117), or none.
struct Paint: Sendable {
    enum Colour: String, Sendable {
        case green = "1;32"
        case red = "1;31"
        case yellow = "1;33"
        case bold = "1"
        case dim = "2"
    }

    var isOn: Bool

    func callAsFunction(_ colour: Colour, _ text: String) -> String {
        isOn ? "\u{1b}[\(colour.rawValue)m\(text)\u{1b}[0m" : text
    }
}
