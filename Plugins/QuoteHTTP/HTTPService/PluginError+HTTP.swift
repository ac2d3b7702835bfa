package import Foundation
package import GreenroomPluginKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension PluginError {
  /// The configured address is none: code 100.
  package static func badURL(_ text: String) -> PluginError {
    PluginError(code: 100, message: "\"\(text)\" is no http or https URL")
  }

  /// The server answered with a status that is not a success: code 101.
  package static func http(_ status: Int, _ url: URL) -> PluginError {
    PluginError(code: 101, message: "HTTP \(status) \(reasonPhrase(status)) from \(url.shown)")
  }

  /// The server's answer is not what was agreed: code 102.
  package static func decoding(_ message: String, _ url: URL) -> PluginError {
    PluginError(code: 102, message: "the answer from \(url.shown) is not understood: \(message)")
  }

  /// The phrases of RFC 9110, section 15.
  private static func reasonPhrase(_ status: Int) -> String {
    HTTPURLResponse.localizedString(forStatusCode: status).capitalized
  }
}
