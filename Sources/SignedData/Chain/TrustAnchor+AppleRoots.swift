/// Apple's root authorities, as published at https://www.apple.com/certificateauthority/.
extension TrustAnchor {
    /// Apple Root CA: RSA-2048; anchor of app receipts and of iOS 6 style receipts.
    ///
    /// 2006-04-25 21:40:36Z to 2035-02-09 21:40:36Z.
    package static let appleRootCA = TrustAnchor(
        subject: """
            MGIxCzAJBgNVBAYTAlVTMRMwEQYDVQQKEwpBcHBsZSBJbmMuMSYwJAYDVQQLEx1BcHBsZSBDZXJ0aWZpY2F0aW9uIEF1dGhv
            cml0eTEWMBQGA1UEAxMNQXBwbGUgUm9vdCBDQQ==
            """,
        key: """
            MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA5JGpCR+R2x5HUOsF7V55hC3rNqJXTFXsixmJ3vlLbPUHqyIwAugY
            PvhQCdN/QaiY+dHKZpwkaxHQo7vkGyrDH5WeegykR4tb1BY3M8vED03OFGnRyRly9V0O1X9fm/IlA7pVj01dDfFkNSMVSxVZ
            HbOU9/acns9QusFYUGePCLQg98usLCBvcLY/ATCMt0PPD5098ytJKBrI/s61uQ7ZXhzWyz21Oq30Dw4AkguxIRYudNU8Ddti
            FqujcZJHU1XBry9Bs/j743DN5qNMRX4fTGtQlkGJxHRiCxCDQYczioGxMFjsWgQyjGizjx3eZXP/Z15lvEnYdp8zFGWhd5TJ
            LQIDAQAB
            """,
        sha256: "b0b1730ecbc7ff4505142c49f1295e6e" + "da6bcaed7e2c68c5be91b5a11001f024",
        notBefore: 1146001236, notAfter: 2054670036, isRoot: true)

    /// Apple Root CA - G2: RSA-4096; no receipt or JWS seen so far leads to it.
    ///
    /// 2014-04-30 18:10:09Z to 2039-04-30 18:10:09Z.
    package static let appleRootCAG2 = TrustAnchor(
        subject: """
            MGcxGzAZBgNVBAMMEkFwcGxlIFJvb3QgQ0EgLSBHMjEmMCQGA1UECwwdQXBwbGUgQ2VydGlmaWNhdGlvbiBBdXRob3JpdHkx
            EzARBgNVBAoMCkFwcGxlIEluYy4xCzAJBgNVBAYTAlVT
            """,
        key: """
            MIICIjANBgkqhkiG9w0BAQEFAAOCAg8AMIICCgKCAgEA2BESSEjaKYpJxRzH7G4zbf5N++Ac3qxe4janJPl/UGtMzrkwVCfl
            s9btJeYwtgU3XhQiEcXoqhvS+7LSCZU4pO8qSYxdPnFmAzj7FvWFiORakgwEMvLIQPtSX5/2wPHjukWgUNUSi/Ld3pGGI/D1
            tnIuAdoL9i45CF8ZoWNBCxynlMGGxFMvdvYK1wzRgz8aUxnzV9Unf/wTuPiSjfzTKEM8tWgAJV0nYtPdVd1EIJCDNZPFv7gZ
            +2vj3AhC5q9t+p5Ayk6FhXhJsdfDwTA5Mqt+X6rTi2+fLRohaHBns6PxmEFtkXz419uo518hGowzvzF0t7jR9OAi9L9yNN/3
            gU1xfVGh4rPw0ygWc2/NzK03fU7rrUDhP4H99z0KPqLxvTGWKVncwhmAjFt0xizTEFMmHRRPxNSBZjyHZzMnFAjptHeENFKP
            ifhomBe/w7uqE5MfXVQvqMd8+w0UvhU9JDTymtx1QWYitAHWC6+QngzqYvibWTwI4pY05GPevDfU6wyIA0MLUK+gNN1QTRX7
            WiTYDPoMY54fA7Hh7uGqQ/RmZSg3AjHvAcce0cyfbcpUOkDbzs9PRotKZZpqxmhs18yZG0ewcsN3j8T3YZx0H879a6HCnJSC
            q5Si570burlwOZUXxSnzOVg09cSkxntguWZDUD9uYfwO+YaqYAxDS5UCAwEAAQ==
            """,
        sha256: "c2b9b042dd57830e7d117dac55ac8ae1" + "9407d38e41d88f3215bc3a890444a050",
        notBefore: 1398881409, notAfter: 2187799809, isRoot: true)

    /// Apple Root CA - G3: P-384; anchor of JWS.
    ///
    /// 2014-04-30 18:19:06Z to 2039-04-30 18:19:06Z.
    package static let appleRootCAG3 = TrustAnchor(
        subject: """
            MGcxGzAZBgNVBAMMEkFwcGxlIFJvb3QgQ0EgLSBHMzEmMCQGA1UECwwdQXBwbGUgQ2VydGlmaWNhdGlvbiBBdXRob3JpdHkx
            EzARBgNVBAoMCkFwcGxlIEluYy4xCzAJBgNVBAYTAlVT
            """,
        key: """
            MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAEmOkvPUBypO2TInKBExzdEJXxxaNOcdwUFtkO5aYFKndke19OONO7HES1f/UftjJi
            XcnphFtPME8RWgD9WFgMpfUPLE0HRxN12peXl28xXO0rnXsgO9i5VNlemaQ6UQox
            """,
        sha256: "63343abfb89a6a03ebb57e9b3f5fa7be" + "7c4f5c756f3017b3a8c488c3653e9179",
        notBefore: 1398881946, notAfter: 2187800346, isRoot: true)
}
