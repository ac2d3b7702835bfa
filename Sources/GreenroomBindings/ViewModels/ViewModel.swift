/// A screen's logic without the screen: inputs come in, outputs go out, `transform` joins them.
///
/// ```swift
/// actor GreetingViewModel: ViewModel {
///   enum Input: Codable, Sendable, CaseIterable { case buttonDidTap }
///   enum Output: Codable, Sendable, Equatable { case greet(text: String) }
///   nonisolated let home = Home()
///
///   func transform(_ input: Publisher<Input>) -> Publisher<Output> {
///     input.map { _ in .greet(text: "Hello") }
///   }
/// }
/// ```
///
/// A view model is an actor on its host's executor. Its publishers are confined to it, so nothing in them is locked,
/// `Sendable` or received on a queue; the host ends them, so there is nothing to store and no `self` to capture weakly.
public protocol ViewModel: Actor {
  /// `Publisher<Input>` of an enum, or a struct of ``InputPort``s.
  associatedtype Inputs: InputPorts
  /// `Publisher<Output>` of an enum, or a struct of ``StatePort``s and ``EventPort``s.
  associatedtype Outputs: OutputPorts

  /// The one required line: `nonisolated let home = Home()`.
  nonisolated var home: Home { get }

  /// Joins outputs to inputs. The host calls it once for each instance, before any input.
  func transform(_ input: Inputs) -> Outputs
}

extension ViewModel {
  /// The executor of the host: one thread for all its view models.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { home.context.executor.asUnownedSerialExecutor() }

  /// Makes the inputs, runs `transform` once and presents every port to the host, inputs first, in declared order.
  ///
  /// Called inside the actor: `viewModel.assumeIsolated { $0.bind(to: binder) }`. The closures that the binder is given
  /// may be called later on the executor's thread without entering the actor again.
  package func bind(to binder: any PortBinder) {
    _ = bind(Inputs(), to: binder)
  }

  /// The same with inputs that the caller keeps.
  package func bind(_ inputs: Inputs, to binder: any PortBinder) -> Outputs {
    let lifetime = home.context.lifetime.value
    lifetime.beginTransform()
    return HomeContext.with(home.context) {
      PortList.bindInputs(of: inputs, to: binder)
      let outputs = transform(inputs)
      PortList.bindOutputs(of: outputs, to: binder)
      lifetime.endTransform()
      return outputs
    }
  }
}
