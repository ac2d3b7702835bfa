import Foundation
import GreenroomPluginKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Asks the server and tells failures apart.
struct QuoteSource: Sendable {
  private let configuration: Configuration
  private let client = BoundedHTTPClient()

  init(_ configuration: Configuration) { self.configuration = configuration }

  func random() async throws -> Quote {
    let url = try address()
    var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
    // A day: the kit cancels at the request's deadline, which URLSession's own default of 60 s must not forestall.
    request.timeoutInterval = configuration.timeoutMs.map { Double($0) / 1000 } ?? 86_400
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    let (body, status): (Data, Int)
    do {
      (body, status) = try await client.data(for: request)
    } catch let error as BodyTooLarge {
      throw PluginError.decoding("more than \(error.limit) bytes", url)
    } catch let error as URLError {
      throw Self.failure(error, url)
    }
    guard 200..<300 ~= status else { throw PluginError.http(status, url) }
    return try Self.quote(body, url)
  }

  private func address() throws -> URL {
    let base = configuration.baseURL.hasSuffix("/") ? String(configuration.baseURL.dropLast()) : configuration.baseURL
    let path = configuration.path ?? "/random"
    let text = base + (path.hasPrefix("/") ? path : "/" + path)
    guard let parts = URLComponents(string: text), ["http", "https"].contains(parts.scheme?.lowercased() ?? ""),
      !(parts.host ?? "").isEmpty, let url = parts.url
    else { throw PluginError.badURL(text) }
    return url
  }

  private static func failure(_ error: URLError, _ url: URL) -> any Error {
    let address = url.absoluteString
    return switch error.code {
    case .cancelled: CancellationError()
    case .timedOut: PluginError.deadline("no answer from \(address) in time")
    case .cannotFindHost, .dnsLookupFailed: PluginError.unavailable("no server named \(url.host ?? address)")
    case .cannotConnectToHost: PluginError.unavailable("no connection to \(address)")
    case .networkConnectionLost: PluginError.unavailable("\(address) broke the connection off")
    case .badURL, .unsupportedURL: PluginError.badURL(address)
    case .badServerResponse, .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData:
      PluginError.decoding("it is not HTTP", url)
    default: PluginError.unavailable("\(address) cannot be reached: \(error.localizedDescription)")
    }
  }

  private static func quote(_ body: Data, _ url: URL) throws -> Quote {
    do {
      return try JSONDecoder().decode(Quote.self, from: body)
    } catch let error as DecodingError {
      throw PluginError.decoding(sentence(error), url)
    }
  }

  private static func sentence(_ error: DecodingError) -> String {
    func path(_ keys: [any CodingKey]) -> String {
      keys.isEmpty ? "the body" : keys.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
    }
    return switch error {
    case .keyNotFound(let key, let context): "\(path(context.codingPath + [key])): missing"
    case .typeMismatch(let type, let context): "\(path(context.codingPath)): expected \(type)"
    case .valueNotFound(let type, let context): "\(path(context.codingPath)): expected \(type), found null"
    case .dataCorrupted(let context): "\(path(context.codingPath)): not JSON"
    @unknown default: "\(error)"
    }
  }
}
