import GreenroomPluginKit

#if canImport(Glibc)
  import Glibc
#endif

/// A secret that a server wants, from the plugin's environment: it stands in no file and in no message.
package struct AccessKey: Sendable, CustomStringConvertible {
  /// The key itself.
  package let value: String

  /// Reads a variable of the environment.
  ///
  /// - Throws: `PluginError` that names the variable if it is not set, empty, or could not stand in a header.
  package init(environment name: String) throws {
    guard let text = getenv(name) else {
      throw PluginError.refused("no key: the environment variable \(name) is not set for this plugin")
    }
    value = String(cString: text)
    guard !value.isEmpty, value.utf8.allSatisfy({ 0x21...0x7e ~= $0 }) else {
      throw PluginError.refused("no key: the environment variable \(name) is empty or has characters that no key has")
    }
  }

  /// Not the key.
  package var description: String { "<key>" }
}
