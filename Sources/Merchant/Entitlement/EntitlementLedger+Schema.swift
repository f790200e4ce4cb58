package import WindfallStorage

extension EntitlementLedger {
    /// What is known, whose it is, and what was spent.
    ///
    /// - `fact`: what a source told, once however often it is told; only the date of signing moves, to the latest.
    ///   `kept` is 1 where its source was erased with a user.
    /// - `refusal`: the proofs that the store said no to.
    /// - `holder`: whose a purchase is (place 0), and with whom it is shared. A purchase without a row is nobody's.
    /// - `former_holder`: who held it before, and so has the credits of what was paid until then.
    /// - `claim`: every decision, so that `holder` and `former_holder` can be made anew.
    /// - `account_token`: the user whom an `appAccountToken` names.
    /// - `merged`: which known user an anonymous one became.
    package static let schema = Schema(
        component: "entitlement",
        migrations: [
            """
            CREATE TABLE fact (
                app TEXT NOT NULL,
                environment TEXT NOT NULL,
                original TEXT NOT NULL,
                identifier TEXT NOT NULL,
                proof TEXT NOT NULL,
                digest TEXT NOT NULL,
                signed BIGINT NOT NULL,
                token TEXT NOT NULL,
                kept BIGINT NOT NULL DEFAULT 0,
                body TEXT NOT NULL,
                PRIMARY KEY (app, environment, original, identifier, proof, digest)
            ) STRICT;
            CREATE INDEX fact_proof ON fact (app, proof) WHERE proof <> '';
            CREATE INDEX fact_token ON fact (app, token) WHERE token <> '';
            CREATE TABLE refusal (
                app TEXT NOT NULL,
                proof TEXT NOT NULL,
                PRIMARY KEY (app, proof)
            ) STRICT;
            CREATE TABLE holder (
                app TEXT NOT NULL,
                environment TEXT NOT NULL,
                original TEXT NOT NULL,
                place BIGINT NOT NULL,
                person TEXT NOT NULL,
                PRIMARY KEY (app, environment, original, place)
            ) STRICT;
            CREATE UNIQUE INDEX holder_person ON holder (app, person, environment, original);
            CREATE TABLE former_holder (
                app TEXT NOT NULL,
                environment TEXT NOT NULL,
                original TEXT NOT NULL,
                number BIGINT NOT NULL,
                person TEXT NOT NULL,
                until BIGINT NOT NULL,
                PRIMARY KEY (app, environment, original, number)
            ) STRICT;
            CREATE INDEX former_holder_person ON former_holder (app, person);
            CREATE TABLE claim (
                sequence IDENTITY,
                app TEXT NOT NULL,
                environment TEXT NOT NULL,
                original TEXT NOT NULL,
                person TEXT NOT NULL,
                other TEXT NOT NULL,
                decision TEXT NOT NULL,
                store_date BIGINT NOT NULL,
                wall_date BIGINT NOT NULL
            ) STRICT;
            CREATE INDEX claim_person ON claim (app, person);
            CREATE INDEX claim_other ON claim (app, other) WHERE other <> '';
            CREATE TABLE account_token (
                app TEXT NOT NULL,
                token TEXT NOT NULL,
                person TEXT NOT NULL,
                PRIMARY KEY (app, token)
            ) STRICT;
            CREATE INDEX account_token_person ON account_token (app, person);
            CREATE TABLE merged (
                app TEXT NOT NULL,
                anonymous TEXT NOT NULL,
                date BIGINT NOT NULL,
                person TEXT NOT NULL,
                PRIMARY KEY (app, anonymous, date)
            ) STRICT;
            CREATE INDEX merged_person ON merged (app, person);
            CREATE TABLE spending (
                app TEXT NOT NULL,
                person TEXT NOT NULL,
                key TEXT NOT NULL,
                credit TEXT NOT NULL,
                amount BIGINT NOT NULL,
                balance BIGINT NOT NULL,
                date BIGINT NOT NULL,
                PRIMARY KEY (app, person, key)
            ) STRICT;
            """
        ])
}
