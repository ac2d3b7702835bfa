public import GreenroomBindings

/// The view models that ship with Greenroom.
public enum Examples {
  /// Their registrations, for `GreenroomApp(viewModels:)`.
  public static let viewModels: [ViewModelType] = [
    ViewModelType("Quote") { services in QuoteViewModel(quotes: RemoteQuotes(services["quotes"])) }
  ]
}
