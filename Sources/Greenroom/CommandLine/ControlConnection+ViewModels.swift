import GreenroomJSONLines
import GreenroomProtocol

/// `params` without members.
struct NoParams: Encodable {}

extension Decodable {
  /// The `params` of a notification; nil if they are not understood. A host of a later version may send such.
  init?(params: ArraySlice<UInt8>) {
    guard let value = try? JSONDecoding.decode(Self.self, from: params) else { return nil }
    self = value
  }
}

extension ControlConnection {
  /// The ports of one view model.
  ///
  /// - Throws: `failure` with the names that there are, if there is none of this name.
  func schema(of viewModel: String) throws(CommandFailure) -> ViewModelSchema {
    let result: DescribeResult
    do {
      result = try answer(DescribeResult.self, MethodName.describe, DescribeParams(viewModel: viewModel))
    } catch {
      throw explained(error, viewModel: viewModel)
    }
    guard let entry = result.viewModels.first else {
      throw CommandFailure(.internalError, "the host does not describe \(viewModel)")
    }
    return entry.schema
  }

  /// A refusal that has its reason in the name of a view model, with the names that there are.
  func explained(_ refusal: CommandFailure, viewModel: String) -> CommandFailure {
    guard refusal.code == .failure,
      let all = try? answer(DescribeResult.self, MethodName.describe, DescribeParams(viewModel: nil))
    else { return refusal }
    let known = all.viewModels.map(\.viewModel)
    if known.contains(viewModel) { return refusal }
    let names = known.isEmpty ? "" : "; the host has \(known.joined(separator: ", "))"
    return refusal.appending(names + Suggestion.phrase(for: viewModel, among: known))
  }
}
