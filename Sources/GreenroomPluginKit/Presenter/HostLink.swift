import GreenroomJSONLines
import GreenroomProtocol

/// The way from a presenter to its host.
///
/// A presenter may use the view models of its configuration entry and no other: code 6 says so.
public struct HostLink: Sendable {
  private weak let session: PluginSession?

  init(_ session: PluginSession) { self.session = session }

  /// Sends an input and goes on. Lines of one caller arrive in order; a refusal is in the host's log alone.
  ///
  /// - Parameters:
  ///   - input: the input's name.
  ///   - viewModel: the name of the instance, as in the configuration.
  ///   - value: a struct whose members are the payload's labels, or the value itself if the input is a port of its own.
  /// - Throws: if the value does not encode or the host reads no more.
  public func post(_ input: String, to viewModel: String, value: some Encodable) throws(PluginError) {
    try live().notify(
      MethodName.input, InputParams(viewModel: viewModel, input: input, value: try Self.json(value)))
  }

  /// Sends an input without payload and goes on.
  ///
  /// - Throws: if the host reads no more.
  public func post(_ input: String, to viewModel: String) throws(PluginError) {
    try live().notify(MethodName.input, InputParams(viewModel: viewModel, input: input, value: nil))
  }

  /// Sends an input and waits until it has been handled by its view model. Cancelling the task neither ends the wait nor takes
  /// the input back.
  ///
  /// - Returns: the number that its outputs name as their cause.
  /// - Throws: the host's refusal: no such view model or input, a value that does not fit, or not allowed; `busy` if too many
  ///   outputs wait for this plugin to find the answer behind them; `unavailable` if the host or the plugin is ending.
  @discardableResult
  public func send(_ input: String, to viewModel: String, value: some Encodable) async throws -> Int {
    try await send(InputParams(viewModel: viewModel, input: input, value: try Self.json(value)))
  }

  /// Sends an input without payload and waits until it has been handled; the same holds as with a value.
  @discardableResult
  public func send(_ input: String, to viewModel: String) async throws -> Int {
    try await send(InputParams(viewModel: viewModel, input: input, value: nil))
  }

  /// Attaches to a view model, or has its state sent again. An entry with `"attach": true` needs no call.
  ///
  /// - Throws: the host's refusal: no such view model, or not allowed; else as `send`.
  public func attach(to viewModel: String) async throws {
    _ = try await live().request(MethodName.attach, ViewModelParams(viewModel: viewModel))
  }

  /// Wants no more outputs of a view model; `OnDetached` is called when the last has come.
  ///
  /// - Throws: as `attach`.
  public func detach(from viewModel: String) async throws {
    _ = try await live().request(MethodName.detach, ViewModelParams(viewModel: viewModel))
  }

  private func send(_ params: InputParams) async throws -> Int {
    let result = try await live().request(MethodName.input, params)
    do {
      return try JSONDecoding.decode(InputResult.self, from: result[...]).cause
    } catch {
      throw PluginError(
        ErrorObject(.internalError, "the host's answer to input is not understood: \(error.description)"))
    }
  }

  private func live() throws(PluginError) -> PluginSession {
    guard let session else { throw PluginError(ErrorObject(.unavailable, "the plugin has ended")) }
    return session
  }

  private static func json(_ value: some Encodable) throws(PluginError) -> RawJSON {
    do {
      return try RawJSON(encoding: value)
    } catch {
      throw PluginError(ErrorObject(.invalidParams, "the value does not encode: \(error.description)"))
    }
  }
}
