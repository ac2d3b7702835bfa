/// A view model that an app offers: the name that configurations use, and how an instance is made.
///
/// ```swift
/// ViewModelType("Quote") { services in QuoteViewModel(quotes: RemoteQuotes(services["quotes"])) }
/// ```
public struct ViewModelType: Sendable {
  /// The name in the configuration's `type`.
  public let name: String
  /// Constructs an instance inside `HomeContext.with`.
  package let make: @Sendable (Services) -> any ViewModel

  /// Declares a view model type.
  ///
  /// - Parameters:
  ///   - name: the name in the configuration, unique in an app.
  ///   - make: constructs an instance; called once for each instance of the configuration.
  public init<Model: ViewModel>(_ name: String, _ make: @escaping @Sendable (Services) -> Model) {
    self.name = name
    self.make = make
  }
}
