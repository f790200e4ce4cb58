package import WindfallCommerce

/// A user of one app: the same name in two apps is two people.
package struct UserKey: Hashable, Sendable {
    /// The app's bundle identifier.
    package var app: String
    package var user: UserIdentifier

    package init(app: String, user: UserIdentifier) {
        self.app = app
        self.user = user
    }
}
