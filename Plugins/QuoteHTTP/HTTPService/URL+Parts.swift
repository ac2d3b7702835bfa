import Foundation

extension URL {
  /// The address for people: without user, password and query, which may hold keys.
  package var shown: String {
    var parts = URLComponents(url: self, resolvingAgainstBaseURL: false)
    parts?.user = nil
    parts?.password = nil
    parts?.query = nil
    return parts?.string ?? host ?? "the server"
  }

  /// Scheme, host and port: what makes a server the same one.
  var origin: String { "\(scheme ?? "")://\(host?.lowercased() ?? ""):\(port ?? (scheme == "https" ? 443 : 80))" }
}
