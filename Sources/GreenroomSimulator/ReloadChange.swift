import GreenroomHostCore
import GreenroomJSONLines

/// What a reload of the configuration changes. The result is always one that the loader would accept.
enum ReloadChange {
  /// Another plugin serves.
  case servicePlugin(String)
  /// The entry of a plugin has other content: a swap, or a new process.
  case pluginContent(String)
  case deadline(Int)
  /// A service that only some view models use comes or goes.
  case moreService
  /// A view model comes or goes.
  case thirdQuote
  /// A view model is bound to the other service, if there is one: a new instance.
  case binding
  case panel
  /// A presenter is another program.
  case screenPlugin
  /// A presenter may see other view models.
  case screenViewModels(Int)
  case nothing

  static func draw(_ random: inout RandomSource) -> ReloadChange {
    switch random.below(10) {
    case 0, 1: .servicePlugin(["quotes-one", "quotes-two", "quotes-stateful"][random.below(3)])
    case 2: .pluginContent(["quotes-one", "quotes-two", "images-one", "screen", "panel"][random.below(5)])
    case 3: random.once(in: 2) ? .deadline(random.below(3_000)) : .nothing
    case 4: .moreService
    case 5, 6: .thirdQuote
    case 7: .binding
    case 8: .panel
    default: random.once(in: 2) ? .screenPlugin : .screenViewModels(random.below(4))
    }
  }

  /// The configuration after the change; `number` is that of the reload, for what must not come twice.
  func applied(to old: HostConfiguration, number: Int) -> HostConfiguration {
    var new = old
    switch self {
    case .servicePlugin(let plugin): new.services[0].plugin = plugin
    case .pluginContent(let plugin):
      for index in new.plugins.indices where new.plugins[index].name == plugin {
        new.plugins[index].configuration = RawJSON(Array(#"{"version":\#(number)}"#.utf8))
      }
    case .deadline(let milliseconds): new.services[0].drainDeadline = .milliseconds(100 + milliseconds)
    case .moreService:
      if new.services.contains(where: { $0.name == "more" }) {
        new.services.removeAll { $0.name == "more" }
        for index in new.viewModels.indices where new.viewModels[index].services[0].service == "more" {
          new.viewModels[index].services[0].service = "quotes"
        }
      } else {
        new.services.append(ServiceConfiguration(name: "more", plugin: "more-two"))
        // Its requests are numbered from 1 again.
        for index in new.plugins.indices where new.plugins[index].name == "more-two" {
          new.plugins[index].arguments = ["more-\(number)"]
        }
      }
    case .thirdQuote:
      if new.viewModels.contains(where: { $0.name == "quote-c" }) {
        new.viewModels.removeAll { $0.name == "quote-c" }
      } else {
        new.viewModels.append(
          ViewModelConfiguration(
            name: "quote-c", type: "Quote", services: [ServiceBinding(alias: "quotes", service: Self.other(new))]))
        if let screen = new.presenters.firstIndex(where: { $0.name == "screen" }) {
          new.presenters[screen].viewModels.append("quote-c")
        }
      }
    case .binding:
      for index in new.viewModels.indices where new.viewModels[index].name == "quote-b" {
        let isBound = new.viewModels[index].services[0].service == "more"
        new.viewModels[index].services[0].service = isBound ? "quotes" : Self.other(new)
      }
    case .panel:
      if new.presenters.contains(where: { $0.name == "panel" }) {
        new.presenters.removeAll { $0.name == "panel" }
      } else {
        new.presenters.append(PresenterConfiguration(name: "panel", plugin: "panel", viewModels: ["pager", "quote-b"]))
      }
    case .screenPlugin:
      for index in new.presenters.indices where new.presenters[index].name == "screen" {
        new.presenters[index].plugin = new.presenters[index].plugin == "screen" ? "wall" : "screen"
      }
    case .screenViewModels(let count):
      for index in new.presenters.indices where new.presenters[index].name == "screen" {
        new.presenters[index].viewModels = Array(new.viewModels.map(\.name).reversed().prefix(1 + count))
      }
    case .nothing: break
    }
    for index in new.presenters.indices {
      new.presenters[index].viewModels.removeAll { name in !new.viewModels.contains { $0.name == name } }
    }
    return new
  }

  private static func other(_ configuration: HostConfiguration) -> String {
    configuration.services.contains { $0.name == "more" } ? "more" : "quotes"
  }
}
