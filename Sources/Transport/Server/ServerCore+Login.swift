import JSON
import SocketIO

// Who comes in.
extension ServerCore {
    func guest(_ request: HTTPRequest) throws(HTTPAnswer) -> HTTPAnswer {
        let object = request.body.isEmpty ? JSONObject() : try RequestBody.object(request.body)
        let user = object["userId"]?.lenientString ?? "guest_\(token(8).lowercased())"
        report("guest \(user)")
        return .json(["userId": .string(user)])
    }

    /// Anybody may come in; the password `wrong` is wrong, so that a client can be seen to be refused.
    func login(_ request: HTTPRequest) throws(HTTPAnswer) -> HTTPAnswer {
        let object = try RequestBody.object(request.body)
        let email = try RequestBody.text("email", object)
        let password = try RequestBody.text("password", object, atMost: 1_024)
        guard password != "wrong" else { throw .refusal(401, "Invalid email or password") }
        report("login of \(email)")
        return .json(["user_id": .string(email)])
    }
}
