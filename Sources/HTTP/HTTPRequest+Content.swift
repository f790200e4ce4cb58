package import WindfallJSON

extension HTTPRequest {
    /// Path and query, taken apart.
    ///
    /// - Throws: ``APIError`` 400, `bad_target`.
    package func target() throws(APIError) -> HTTPTarget {
        do throws(HTTPTargetError) {
            return try HTTPTarget(url.target)
        } catch {
            throw APIError(error)
        }
    }

    /// The body as JSON, whatever `Content-Type` says: clients send it with other types, and with none.
    ///
    /// - Throws: ``APIError`` 400, `malformed_json`, with the offset of the first byte that does not fit.
    package func json(limits: JSONLimits = .standard) throws(APIError) -> JSON {
        do throws(JSONError) {
            return try JSON(reading: body.span, limits: limits)
        } catch {
            throw APIError(
                .badRequest, "malformed_json", "The body is no JSON: \(error.code) at byte \(error.offset).")
        }
    }

    /// The token of `Authorization: Bearer …`; `nil` for another scheme and where there is none.
    package var bearerToken: String? {
        guard let value = headers["Authorization"], let space = value.firstIndex(of: " "),
            value[..<space].lowercased() == "bearer"
        else { return nil }
        let token = value[space...].drop { $0 == " " }
        return token.isEmpty ? nil : String(token)
    }
}
