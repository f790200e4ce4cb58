/// The authorities that signed the leaves of iOS 6 style receipts, which embed the leaf alone.
///
/// Each was itself signed by Apple Root CA and is published at https://www.apple.com/certificateauthority/.
extension TrustAnchor {
    /// Apple iTunes Store Certification Authority: signed the leaves of iOS 6 style receipts of version 2 (until 2015).
    ///
    /// 2009-05-19 18:31:30Z to 2016-05-18 18:31:30Z.
    package static let iTunesStoreCA = TrustAnchor(
        subject: """
            MH8xCzAJBgNVBAYTAlVTMRMwEQYDVQQKDApBcHBsZSBJbmMuMSYwJAYDVQQLDB1BcHBsZSBDZXJ0aWZpY2F0aW9uIEF1dGhv
            cml0eTEzMDEGA1UEAwwqQXBwbGUgaVR1bmVzIFN0b3JlIENlcnRpZmljYXRpb24gQXV0aG9yaXR5
            """,
        key: """
            MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEApLyvMpRDPgu8N4fNY4nyzNm+IE1atP6HZ9Ka3hpUnaLz34fkTMuT
            EXigMI80QcHTvmZtR2yYuOx61cndpeTqxnD0NdCR97PYChGZqzpiOr179FZP258kk1FQfCDVZk1m8xikE5YiFv0xp/Q5Zpv7
            YmlcS5+UqEvo7FtkWhh5ihZ1Y0KkSdmMM96te9Y5BPTinQppjOtLEihLNEgHmw5Z+R9isAOfNrhOo9N1WdTzOgXKxTM7+MAG
            CQiT2+dNvxHzUiylFjUV80ECzQLR/PX4xYS9Y2qG1raZ9oauX/0D1CiKWl2vvGV00fcaw5II9BytaegCTA6VFQe8vmpvwbOt
            oQIDAQAB
            """,
        sha256: "447ad65484610f20fdc33804c8597a1e" + "208fbe4ef9c5653485cc7d3df730c016",
        notBefore: 1242757890, notAfter: 1463596290, isRoot: false)

    /// Apple Worldwide Developer Relations Certification Authority: signed the leaves of app receipts until 2015.
    ///
    /// 2008-02-14 18:56:35Z to 2016-02-14 18:56:35Z.
    package static let worldwideDeveloperRelations2008 = TrustAnchor(
        subject: """
            MIGWMQswCQYDVQQGEwJVUzETMBEGA1UECgwKQXBwbGUgSW5jLjEsMCoGA1UECwwjQXBwbGUgV29ybGR3aWRlIERldmVsb3Bl
            ciBSZWxhdGlvbnMxRDBCBgNVBAMMO0FwcGxlIFdvcmxkd2lkZSBEZXZlbG9wZXIgUmVsYXRpb25zIENlcnRpZmljYXRpb24g
            QXV0aG9yaXR5
            """,
        key: """
            MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAyjhUpstWqsgkOUjpjO7sX7h/JpG8NFN6znxjgGF3ZF6lByO2Of5Q
            LRVWWHAtfsRuwUqFPi/w3oQaoVfJr3sY/2r6FRJJFQgZrKrbKjLtlmNoUhU9jIrsv2sYleADrAF9lwVnzg6FlTdq7Qm2rmfN
            UWSfxlzRvFduZzWAdjakh4FuOI/YKxVOeyXYWr9Og8GN0pPVGnG1YJydM05V+RJYDIa4Fg3B5XdFjVBIuist5JSF4ejEncZo
            pbCj/Gd+cLoCWUt3QpE5ufXN4UzvwDtIjKblIV39amq7pxY1YNLmrfNGKcnow4vpecBqYWcVsvD95Wi8Yl9uz5nd7xtj/pJl
            qwIDAQAB
            """,
        sha256: "64b302913f11ca1b6806093b76cade7f" + "7b123be0c04924fda87f5f4e8647f051",
        notBefore: 1203015395, notAfter: 1455476195, isRoot: false)

    /// Apple Worldwide Developer Relations Certification Authority: the same key as before, signed the leaf of iOS 6 style receipts of version 3 (from 2017).
    ///
    /// 2013-02-07 21:48:47Z to 2023-02-07 21:48:47Z.
    package static let worldwideDeveloperRelations2013 = TrustAnchor(
        subject: """
            MIGWMQswCQYDVQQGEwJVUzETMBEGA1UECgwKQXBwbGUgSW5jLjEsMCoGA1UECwwjQXBwbGUgV29ybGR3aWRlIERldmVsb3Bl
            ciBSZWxhdGlvbnMxRDBCBgNVBAMMO0FwcGxlIFdvcmxkd2lkZSBEZXZlbG9wZXIgUmVsYXRpb25zIENlcnRpZmljYXRpb24g
            QXV0aG9yaXR5
            """,
        key: """
            MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAyjhUpstWqsgkOUjpjO7sX7h/JpG8NFN6znxjgGF3ZF6lByO2Of5Q
            LRVWWHAtfsRuwUqFPi/w3oQaoVfJr3sY/2r6FRJJFQgZrKrbKjLtlmNoUhU9jIrsv2sYleADrAF9lwVnzg6FlTdq7Qm2rmfN
            UWSfxlzRvFduZzWAdjakh4FuOI/YKxVOeyXYWr9Og8GN0pPVGnG1YJydM05V+RJYDIa4Fg3B5XdFjVBIuist5JSF4ejEncZo
            pbCj/Gd+cLoCWUt3QpE5ufXN4UzvwDtIjKblIV39amq7pxY1YNLmrfNGKcnow4vpecBqYWcVsvD95Wi8Yl9uz5nd7xtj/pJl
            qwIDAQAB
            """,
        sha256: "ce057691d730f89ca25e916f7335f4c8" + "a15713dcd273a658c024023f8eb809c2",
        notBefore: 1360273727, notAfter: 1675806527, isRoot: false)

    /// Apple Worldwide Developer Relations Certification Authority: signed the leaves of app receipts since August 2023.
    ///
    /// 2020-12-16 19:38:56Z to 2030-12-10 00:00:00Z.
    package static let worldwideDeveloperRelationsG5 = TrustAnchor(
        subject: """
            MHUxRDBCBgNVBAMMO0FwcGxlIFdvcmxkd2lkZSBEZXZlbG9wZXIgUmVsYXRpb25zIENlcnRpZmljYXRpb24gQXV0aG9yaXR5
            MQswCQYDVQQLDAJHNTETMBEGA1UECgwKQXBwbGUgSW5jLjELMAkGA1UEBhMCVVM=
            """,
        key: """
            MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAn13aH/v6vNBLIjzH1ib6F/f0nx4+ZBFmmu9evqs0vaosIW7WHpQh
            hSx0wQ4QYao8Y0p+SuPIddbPwpwISHtquSmxyWb9yIoW0bIEPIK6gGzi/wpy66z+O29Ivp6LEU2VfbJ7kC8CHE78Sb7Xb7VP
            vnjG2t6yzcnZZhE7WukJRXOJUNRO4mgFftp1nEsBrtrjz210Td5T0NUaOII60J3jXSl7sYHqKScL+2B8hhL78GJPBudM0R/Z
            bZ7tc9p4IQ2dcNlGV5BfZ4TBc3cKqGJitq5whrt1I4mtefbmpNT9gyYyCjskklsgoZzRL4AYm908C+e1/eyAVw8Xnj8rhye7
            9wIDAQAB
            """,
        sha256: "53fd008278e5a595fe1e908ae9c5e567" + "5f26243264a5a6438c023e3ce2870760",
        notBefore: 1608147536, notAfter: 1923091200, isRoot: false)

    /// Apple Worldwide Developer Relations Certification Authority: signed the leaves of app receipts of the first half of 2023.
    ///
    /// 2022-11-17 20:40:53Z to 2023-11-17 20:40:52Z.
    package static let worldwideDeveloperRelationsG7 = TrustAnchor(
        subject: """
            MHUxCzAJBgNVBAYTAlVTMRMwEQYDVQQKDApBcHBsZSBJbmMuMQswCQYDVQQLDAJHNzFEMEIGA1UEAww7QXBwbGUgV29ybGR3
            aWRlIERldmVsb3BlciBSZWxhdGlvbnMgQ2VydGlmaWNhdGlvbiBBdXRob3JpdHk=
            """,
        key: """
            MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEArK7R07aKsRsola3eUVFMPzPhTlyvs/wC0mVPKtR0aIx1F2XPKORI
            CZhxUjIsFk54jpJWZKndi83i1Mc7ohJFNwIZYmQvf2HG01kiv6v5FKPttp6Zui/xsdwwQk+2trLGdKpiVrvtRDYP0eUgdJNX
            Ol2e3AH8eG9pFjXDbgHCnnLUcTaxdgl6vg0ql/GwXgsbEq0rqwffYy31iOkyEqJVWEN2PD0XgB8p27Gpn6uWBZ0V3N3bTg/n
            E3xaKy4CQfbuemq2c2D3lxkUi5UzOJPaACU2rlVafJ/59GIEB3TpHaeVVyOsKyTaZE8ocumWsAg8iBsUY0PXia6YwfItjuNR
            JQIDAQAB
            """,
        sha256: "0f570d7502373a2102e2106faaa8fa48" + "44944a07ee676198484f4d6ce15bea47",
        notBefore: 1668717653, notAfter: 1700253652, isRoot: false)

    /// Apple Worldwide Developer Relations Certification Authority: signed the leaves of app receipts from mid 2023 to January 2025.
    ///
    /// 2023-06-20 23:37:15Z to 2025-01-24 00:00:00Z.
    package static let worldwideDeveloperRelationsG8 = TrustAnchor(
        subject: """
            MHUxCzAJBgNVBAYTAlVTMRMwEQYDVQQKDApBcHBsZSBJbmMuMQswCQYDVQQLDAJHODFEMEIGA1UEAww7QXBwbGUgV29ybGR3
            aWRlIERldmVsb3BlciBSZWxhdGlvbnMgQ2VydGlmaWNhdGlvbiBBdXRob3JpdHk=
            """,
        key: """
            MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA0EAQ1Aj5UiFjTzxo99ScggKMg2i8t41/iOdCTSzvIqXCid69DNdN
            YVAtOeQwc6XS1WiaM/Lv2SqtLh8Duvil8UILVy5GxtBY03Bf97I372ofPr+JOcKt/vUF+1iWMciHLNUjunWwLPWroLryIAxM
            6yRjaekiQPCOWFveZHuJG1ESBOAXslnN3/Hnzq8sMuhpwdAIfh2iR3PRSzv9uYXcR6cognkpSIkCKOLB7CwfW4b82LbLccBz
            AUv8BRERbAEDNFr2gcJeH3wUDt4/ayHLT/XXYeaEA5K85yUpns1bDMHb48Q62XZXrC84FBnIt7GiVU9fTo4ZWana/XLasAQh
            BQIDAQAB
            """,
        sha256: "29901badea37c9f300ce9869956beeb0" + "01d7e71bffb2e2d9533e132a4e87e6bd",
        notBefore: 1687304235, notAfter: 1737676800, isRoot: false)
}
