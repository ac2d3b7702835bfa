import GreenroomBindings
import GreenroomJSONLines

/// A service as one view model knows it: by its alias, which is the name of the contract, whatever the configuration calls
/// the slot. Two slots can thus offer the same contract.
///
/// Confined to the loop's thread.
final class BoundService: ServiceBackend {
  private let slot: ServiceSlot
  private let prefix: String

  init(_ slot: ServiceSlot, alias: String) {
    self.slot = slot
    prefix = alias + "."
  }

  func start(
    _ operation: String, _ arguments: (any Encodable)?, deadline: Duration?,
    outcome: @escaping (ServiceOutcome) throws -> Void
  ) -> Int {
    let method = prefix + operation
    func finish(_ result: ServiceSlot.CallOutcome) {
      do {
        switch result {
        case .failure(let error): try outcome(.failure(error))
        case .value(let bytes): try JSONDecoding.withDecoder(of: bytes) { try outcome(.reply($0)) }
        }
      } catch {
        let message = "the answer to \(method) is not understood: \(error)"
        try? outcome(.failure(ServiceError(code: .decoding, message: message)))
      }
    }
    guard let arguments else { return slot.add(method, arguments: nil, deadline: deadline, finish: finish) }
    var encoded: [UInt8] = []
    do {
      try JSONEncoding.encode(arguments, into: &encoded, storage: slot.core.encodingStorage)
    } catch {
      return slot.addUnsent(
        ServiceError(code: .refused, message: "the arguments of \(method) do not encode: \(error)"), finish: finish)
    }
    guard encoded.first == UInt8(ascii: "{") else {
      return slot.addUnsent(
        ServiceError(code: .refused, message: "the arguments of \(method) are not labelled: use a struct"),
        finish: finish)
    }
    return slot.add(method, arguments: encoded, deadline: deadline, finish: finish)
  }

  func cancel(_ number: Int, because reason: CancellationReason) { slot.cancel(number, because: reason) }
}
