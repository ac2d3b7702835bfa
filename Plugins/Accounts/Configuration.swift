import Foundation
import GreenroomPluginKit

/// The `configuration` object of the plugin's entry.
struct Configuration: Decodable, Sendable {
  /// The file; `$XDG_STATE_HOME/greenroom/accounts.json`, else `~/.local/state/greenroom/accounts.json`.
  var path: String?

  /// The file that is meant.
  ///
  /// - Throws: `PluginError` if there is nothing to make a default of.
  func checkedPath() throws -> String {
    let environment = ProcessInfo.processInfo.environment
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    if let path {
      guard !path.isEmpty else { throw PluginError.refused("path: it is empty") }
      guard path.hasPrefix("~/") else { return path }
      guard let home else { throw PluginError.refused("path: \"~\" is not known, since HOME is not set") }
      return home + path.dropFirst(1)
    }
    // The XDG base directory specification has what is no absolute path ignored.
    let states = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    guard let folder = states ?? home.map({ $0 + "/.local/state" }) else {
      throw PluginError.refused("path: neither XDG_STATE_HOME nor HOME is set, so the file must be named")
    }
    return folder + "/greenroom/accounts.json"
  }
}
