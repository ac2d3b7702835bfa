import GreenroomBindings
import GreenroomJSONLines

/// A service as view models know it: by its alias, which is the name of the contract, whatever the configuration calls the
/// slot. Two slots can thus offer the same contract. Shared by all view models that know it so.
///
/// Confined to the loop's thread.
final class BoundService: ServiceBackend {
  let slot: ServiceSlot
  private let prefix: String
  /// The operations that were called so far.
  private static let keptCount = 64
  @exclusivity(unchecked) private var methods: [(operation: String, method: ServiceMethod)] = []

  init(_ slot: ServiceSlot, alias: String) {
    self.slot = slot
    prefix = alias + "."
  }

  func start(_ operation: String, deadline: Duration?, outcome: @escaping (ServiceOutcome) throws -> Void) -> Int {
    slot.add(method(operation), arguments: nil, deadline: deadline, outcome: outcome)
  }

  func start(
    _ operation: String, _ arguments: any Encodable, deadline: Duration?,
    outcome: @escaping (ServiceOutcome) throws -> Void
  ) -> Int {
    let method = method(operation)
    var encoded: [UInt8] = []
    do {
      try encode(arguments, into: &encoded)
    } catch {
      return refuse(method, "do not encode: \(error)", outcome)
    }
    guard encoded.first == UInt8(ascii: "{") else { return refuse(method, "are not labelled: use a struct", outcome) }
    return slot.add(method, arguments: encoded, deadline: deadline, outcome: outcome)
  }

  private func encode(_ arguments: some Encodable, into encoded: inout [UInt8]) throws(PayloadError) {
    let resources = slot.resources
    if let layout = resources.layouts.object(type(of: arguments)),
      resources.payload.append(arguments, layout, to: &encoded)
    {
      return
    }
    try JSONEncoding.encode(arguments, into: &encoded, storage: resources.encodingStorage)
  }

  func cancel(_ number: Int, because reason: CancellationReason) { slot.cancel(number, because: reason) }

  private func method(_ operation: String) -> ServiceMethod {
    for known in methods where known.operation == operation { return known.method }
    let method = ServiceMethod(prefix + operation)
    // A name that is computed anew each time must not fill the memory.
    if methods.count < Self.keptCount { methods.append((operation, method)) }
    return method
  }

  private func refuse(
    _ method: ServiceMethod, _ reason: String, _ outcome: @escaping (ServiceOutcome) throws -> Void
  ) -> Int {
    slot.addUnsent(
      method, ServiceError(code: .refused, message: "the arguments of \(method.name) \(reason)"), outcome: outcome)
  }
}
