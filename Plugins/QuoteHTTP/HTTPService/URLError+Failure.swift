import Foundation
import GreenroomPluginKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLError {
  /// What the failure means to the caller of a service.
  func failure(of url: URL) -> any Error {
    let address = url.shown
    return switch code {
    case .cancelled: CancellationError()
    case .timedOut: PluginError.deadline("no answer from \(address) in time")
    case .cannotFindHost, .dnsLookupFailed: PluginError.unavailable("no server named \(url.host ?? address)")
    case .cannotConnectToHost: PluginError.unavailable("no connection to \(address)")
    case .networkConnectionLost: PluginError.unavailable("\(address) broke the connection off")
    case .badServerResponse: PluginError.unavailable("\(address) closed the connection without an answer")
    // The address was looked at before; it is the answer's first line that names no known protocol.
    case .unsupportedURL, .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData:
      PluginError.decoding("it is not HTTP", url)
    default: PluginError.unavailable("\(address) cannot be reached: \(localizedDescription)")
    }
  }
}
