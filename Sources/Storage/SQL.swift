/// One statement: a constant, never made out of values, which are bound to `$1`, `$2`, …
///
/// Both engines take the same text, down to `ON CONFLICT` and `RETURNING`. Where they differ (locking), there are two.
/// A sum of integers is `CAST(sum(a) AS BIGINT)`: PostgreSQL makes a NUMERIC of it otherwise, which is not read here.
package struct SQL: ExpressibleByStringLiteral, Sendable {
    let sqlite: StaticString
    let postgreSQL: StaticString

    package init(stringLiteral text: StaticString) {
        self.init(sqlite: text, postgreSQL: text)
    }

    package init(sqlite: StaticString, postgreSQL: StaticString) {
        self.sqlite = sqlite
        self.postgreSQL = postgreSQL
    }
}
