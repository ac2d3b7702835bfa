public import GreenroomBindings

#if canImport(Glibc)
  import Glibc
#endif

/// The front door: an app's view models, with every command of `greenroom`.
///
/// ```swift
/// GreenroomApp(viewModels: [ViewModelType("Quote") { QuoteViewModel(quotes: RemoteQuotes($0["quotes"])) }]).main()
/// ```
///
/// `main()` reads the arguments of the process, runs the command and ends the process with its exit code; it is called on
/// the main thread, which becomes the loop's.
public struct GreenroomApp: Sendable {
  /// The version of Greenroom.
  public static let version = "0.1.0"

  let viewModels: [ViewModelType]

  /// - Parameter viewModels: the types that a configuration may name. Two types of one name are a trap.
  public init(viewModels: [ViewModelType]) {
    var names: Set<String> = []
    for type in viewModels where !names.insert(type.name).inserted {
      preconditionFailure("two view model types are named \(type.name)")
    }
    self.viewModels = viewModels
  }

  /// Runs the command that the arguments name and ends the process.
  public func main() -> Never {
    exit(run(Array(CommandLine.arguments.dropFirst())))
  }
}
