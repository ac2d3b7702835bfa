import GreenroomFaults

/// The configuration of a host under stress: two view models with a service each, and the stdout presenter; a scenario adds
/// to it.
struct HostSetup {
  /// Bodies of entries by their names, as JSON.
  var plugins: [(name: String, body: String)] = [
    ("good-a", #"{"program": "FaultyPlugin"}"#), ("good-b", #"{"program": "FaultyPlugin"}"#),
    ("other", #"{"program": "FaultyPlugin"}"#),
    ("screen", #"{"program": "StdoutPresenter", "inherit": ["stdout"]}"#),
  ]
  var services: [(name: String, body: String)] = [
    ("first", #"{"plugin": "good-a"}"#), ("second", #"{"plugin": "other"}"#),
  ]
  var viewModels: [(name: String, body: String)]
  var presenters: [(name: String, body: String)] = [("screen", #"{"plugin": "screen", "viewModels": ["*"]}"#)]
  var limits: [(name: String, value: Int)] = []

  /// The view models of the load, each with the service that answers it.
  static let loaded = ["a", "b"]

  init(_ sabotage: Sabotage) {
    viewModels = zip(Self.loaded, ["first", "second"]).map { name, service in
      (name, #"{"type": "\#(sabotage.viewModelType)", "services": {"echo": "\#(service)"}}"#)
    }
  }

  /// Restarts come at once and without end: for runs whose acts make plugins end.
  static func restless(_ sabotage: Sabotage) -> HostSetup {
    var setup = HostSetup(sabotage)
    setup.limits = [("backOffMs", 1), ("backOffMaximumMs", 5), ("restarts", 1_000_000)]
    return setup
  }

  /// A faulty plugin's entry.
  static func faulty(_ fault: PluginFault, startDeadlineMs: Int = 5000) -> String {
    #"{"program": "FaultyPlugin", "startDeadlineMs": \#(startDeadlineMs), "configuration": {"fault": "\#(fault.rawValue)"}}"#
  }

  var json: String {
    func object(_ members: [(String, String)]) -> String {
      "{" + members.map { #""\#($0.0)": \#($0.1)"# }.joined(separator: ",\n") + "}"
    }
    return object([
      ("name", #""stress""#), ("plugins", object(plugins)), ("services", object(services)),
      ("viewModels", object(viewModels)), ("presenters", object(presenters)),
      ("limits", object(limits.map { ($0.name, "\($0.value)") })),
    ])
  }
}
