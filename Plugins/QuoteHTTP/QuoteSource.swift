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
    // A day, in place of URLSession's 60 s: the kit cancels at the request's deadline, and `withTimeout` before that. On
    // Linux URLSession cuts its timeout down to whole seconds.
    request.timeoutInterval = 86_400
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    let (body, status): (Data, Int)
    do {
      (body, status) = try await withTimeout(url) { [request] in try await client.data(for: request) }
    } catch let error as BodyTooLarge {
      throw PluginError.decoding("more than \(error.limit) bytes", url)
    } catch let error as URLError {
      throw Self.failure(error, url)
    }
    guard 200..<300 ~= status else { throw PluginError.http(status, url) }
    return try Self.quote(body, url)
  }

  /// Runs the work for at most the configured time.
  private func withTimeout<Value: Sendable>(
    _ url: URL, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    guard let limit = configuration.timeoutMs else { return try await work() }
    return try await withThrowingTaskGroup(of: Value.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await work() }
      group.addTask {
        try await Task.sleep(for: .milliseconds(limit))
        throw PluginError.deadline("no answer from \(url.shown) within \(limit) ms")
      }
      guard let first = try await group.next() else { preconditionFailure("BUG: a group of two tasks is empty") }
      return first
    }
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
    let address = url.shown
    return switch error.code {
    case .cancelled: CancellationError()
    case .timedOut: PluginError.deadline("no answer from \(address) in time")
    case .cannotFindHost, .dnsLookupFailed: PluginError.unavailable("no server named \(url.host ?? address)")
    case .cannotConnectToHost: PluginError.unavailable("no connection to \(address)")
    case .networkConnectionLost: PluginError.unavailable("\(address) broke the connection off")
    case .badServerResponse: PluginError.unavailable("\(address) closed the connection without an answer")
    // The address was looked at before; it is the answer's first line that names no known protocol.
    case .unsupportedURL, .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData:
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
