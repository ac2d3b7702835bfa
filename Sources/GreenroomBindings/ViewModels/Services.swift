/// The services that the configuration binds to one view model, by the name that the view model's code uses.
public struct Services: Sendable {
  private let resolve: @Sendable (String) -> ServiceCaller

  /// Services that are found when they are asked for.
  package init(resolve: @escaping @Sendable (String) -> ServiceCaller) { self.resolve = resolve }

  /// The services of a list; any other name is asked `otherwise` for, and gives a caller whose calls fail if that has none.
  package init(
    _ callers: [(name: String, caller: ServiceCaller)],
    otherwise: @escaping (String) -> ServiceCaller? = { _ in nil }
  ) {
    let otherwise = Confined(otherwise)
    self.init { name in
      if let match = callers.first(where: { $0.name == name }) { return match.caller }
      if let later = otherwise.value(name) { return later }
      let known = callers.map(\.name).joined(separator: ", ")
      return ServiceCaller(
        unavailable: "the configuration binds no service \"\(name)\" to this view model; it binds: \(known)")
    }
  }

  /// The service of that name.
  ///
  /// A name that the configuration does not bind gives a caller whose calls fail with ``ServiceError/Code/unavailable``
  /// and a sentence that says so.
  public subscript(name: String) -> ServiceCaller { resolve(name).atHome }
}
