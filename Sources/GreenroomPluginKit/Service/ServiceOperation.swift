import GreenroomJSONLines
import GreenroomProtocol

/// One operation of a service and the function that answers it.
///
/// The function gets the request's arguments as one `Decodable` value, a struct whose members are the arguments, and
/// returns an `Encodable` value or nothing. Each request runs in a task of its own, up to 1,024 at a time, so the function
/// is called again before it has returned. Throw `PluginError` to fail with a code; any other error becomes code -32603.
/// Arguments that do not decode never reach the function: the caller gets -32602 with the path.
public struct ServiceOperation: Sendable {
  let name: String
  let isIdempotent: Bool
  let run: @Sendable ([UInt8], Request) async throws -> [UInt8]

  /// An operation with arguments that looks at its request: deadline, cancellation, log.
  ///
  /// - Parameters:
  ///   - name: without the service's name and without a full stop.
  ///   - isIdempotent: the host may send a request again if this plugin ends before it has answered.
  ///   - answer: answers one request.
  public init<Arguments: Decodable & Sendable, Reply: Encodable & Sendable>(
    _ name: String, isIdempotent: Bool = false,
    answer: @escaping @Sendable (Arguments, Request) async throws -> Reply
  ) {
    self.init(name, isIdempotent: isIdempotent) { bytes, request throws in
      let reply = try await answer(try Self.arguments(bytes), request)
      return try Self.encode(reply)
    }
  }

  /// An operation with arguments.
  public init<Arguments: Decodable & Sendable, Reply: Encodable & Sendable>(
    _ name: String, isIdempotent: Bool = false, answer: @escaping @Sendable (Arguments) async throws -> Reply
  ) {
    self.init(name, isIdempotent: isIdempotent) { bytes, _ throws in
      let reply = try await answer(try Self.arguments(bytes))
      return try Self.encode(reply)
    }
  }

  /// An operation without arguments.
  public init<Reply: Encodable & Sendable>(
    _ name: String, isIdempotent: Bool = false, answer: @escaping @Sendable () async throws -> Reply
  ) {
    self.init(name, isIdempotent: isIdempotent) { _, _ throws in
      let reply = try await answer()
      return try Self.encode(reply)
    }
  }

  /// An operation with arguments whose success says all.
  public init<Arguments: Decodable & Sendable>(
    _ name: String, isIdempotent: Bool = false, answer: @escaping @Sendable (Arguments, Request) async throws -> Void
  ) {
    self.init(name, isIdempotent: isIdempotent) { bytes, request throws in
      try await answer(try Self.arguments(bytes), request)
      return Self.nothing
    }
  }

  /// An operation with arguments whose success says all.
  public init<Arguments: Decodable & Sendable>(
    _ name: String, isIdempotent: Bool = false, answer: @escaping @Sendable (Arguments) async throws -> Void
  ) {
    self.init(name, isIdempotent: isIdempotent) { bytes, _ throws in
      try await answer(try Self.arguments(bytes))
      return Self.nothing
    }
  }

  /// An operation without arguments whose success says all.
  public init(
    _ name: String, isIdempotent: Bool = false, answer: @escaping @Sendable () async throws -> Void
  ) {
    self.init(name, isIdempotent: isIdempotent) { _, _ throws in
      try await answer()
      return Self.nothing
    }
  }

  private init(
    _ name: String, isIdempotent: Bool, run: @escaping @Sendable ([UInt8], Request) async throws -> [UInt8]
  ) {
    precondition(
      !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f && $0 != UInt8(ascii: ".") },
      "BUG: \"\(name)\" is no name of an operation")
    self.name = name
    self.isIdempotent = isIdempotent
    self.run = run
  }

  private static let nothing = Array("null".utf8)

  static func arguments<Arguments: Decodable>(_ params: [UInt8]) throws(ErrorObject) -> Arguments {
    do {
      return try JSONDecoding.decode(Arguments.self, from: params[...])
    } catch {
      throw ErrorObject(.invalidParams, error.path.isEmpty ? "params: \(error.message)" : "params.\(error.description)")
    }
  }

  static func encode(_ reply: some Encodable) throws(ErrorObject) -> [UInt8] {
    var bytes: [UInt8] = []
    do {
      try JSONEncoding.encode(reply, into: &bytes)
    } catch {
      throw ErrorObject(.internalError, "the reply does not encode: \(error.description)")
    }
    return bytes
  }
}
