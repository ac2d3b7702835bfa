/// State that a service hands over to its successor in a swap.
///
/// The host holds new requests, waits for those that are open, calls `export` in the old process, `restore` in the new
/// one, and releases what it held. If either throws, the old process serves on.
public struct ServiceState: Sendable {
  let export: @Sendable () async throws -> [UInt8]
  let restore: @Sendable ([UInt8]) async throws -> Void

  /// State of one type, which both versions of the plugin have to understand.
  public init<Value: Codable & Sendable>(
    export: @escaping @Sendable () async throws -> Value, restore: @escaping @Sendable (Value) async throws -> Void
  ) {
    self.export = {
      let value = try await export()
      return try ServiceOperation.encode(value)
    }
    self.restore = { bytes in
      let params: StateParams<Value> = try ServiceOperation.arguments(bytes)
      try await restore(params.state)
    }
  }
}

/// `params` of `state/import`.
private struct StateParams<Value: Decodable>: Decodable {
  var state: Value
}
