package import Foundation
package import GreenroomPluginKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Asks an HTTP server for JSON and tells failures apart.
package struct HTTPService: Sendable {
  private let baseURL: String
  private let timeoutMs: Int?
  private let client = BoundedHTTPClient()

  /// - Parameters:
  ///   - baseURL: the server and, if it has one, the path that all requests begin with. It is looked at with each request,
  ///     so that a wrong one is an error of the request.
  ///   - timeoutMs: milliseconds until a request fails; without it the request's own deadline counts.
  package init(baseURL: String, timeoutMs: Int?) {
    self.baseURL = baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL
    self.timeoutMs = timeoutMs
  }

  /// A server's answer with a status of success.
  package struct Answer: Sendable {
    /// What was asked for.
    package let url: URL
    let body: Data

    /// Decodes the body.
    ///
    /// - Throws: `PluginError` with code 102 and the path of what is wrong.
    package func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
      do {
        return try JSONDecoder().decode(type, from: body)
      } catch let error as DecodingError {
        throw PluginError.decoding(error.sentence, url)
      }
    }

    /// Decodes the elements of a list, and logs how many are not understood.
    ///
    /// - Throws: `PluginError` with code 102 if there are elements and none is understood.
    package func elements<Element>(_ list: TolerantList<Element>, for request: Request) throws -> [Element] {
      guard let failure = list.firstFailure else { return list.elements }
      guard !list.elements.isEmpty else {
        throw PluginError.decoding("none of \(list.failureCount) elements: \(failure)", url)
      }
      request.log("\(list.failureCount) elements of the answer from \(url.shown) are left out: \(failure)")
      return list.elements
    }
  }

  /// Gets what stands at a path.
  ///
  /// - Throws: `PluginError` with code 100 (no address), 101 (HTTP status), 102 (no HTTP, or too much of it), 2 (too slow)
  ///   or 4 (no server, or it broke off); `CancellationError`.
  package func get(
    _ path: String, query: KeyValuePairs<String, String> = [:], headers: KeyValuePairs<String, String> = [:]
  ) async throws -> Answer {
    let url = try address(path, query)
    var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
    // A day, in place of URLSession's 60 s: the kit cancels at the request's deadline, and `withTimeout` before that. On
    // Linux URLSession cuts its timeout down to whole seconds.
    request.timeoutInterval = 86_400
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    let (body, status): (Data, Int)
    do {
      (body, status) = try await withTimeout(url) { [request] in try await client.data(for: request) }
    } catch let error as BodyTooLarge {
      throw PluginError.decoding("more than \(error.limit) bytes", url)
    } catch let error as URLError {
      throw error.failure(of: url)
    }
    guard 200..<300 ~= status else { throw PluginError.http(status, url) }
    return Answer(url: url, body: body)
  }

  /// Runs the work for at most the configured time.
  private func withTimeout<Value: Sendable>(
    _ url: URL, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    guard let timeoutMs else { return try await work() }
    return try await withThrowingTaskGroup(of: Value.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await work() }
      group.addTask {
        try await Task.sleep(for: .milliseconds(timeoutMs))
        throw PluginError.deadline("no answer from \(url.shown) within \(timeoutMs) ms")
      }
      guard let first = try await group.next() else { preconditionFailure("BUG: a group of two tasks is empty") }
      return first
    }
  }

  private func address(_ path: String, _ query: KeyValuePairs<String, String>) throws -> URL {
    let text = baseURL + (path.hasPrefix("/") ? path : "/" + path)
    guard var parts = URLComponents(string: text), ["http", "https"].contains(parts.scheme?.lowercased() ?? ""),
      !(parts.host ?? "").isEmpty
    else { throw PluginError.badURL(text) }
    if !query.isEmpty {
      parts.queryItems = (parts.queryItems ?? []) + query.map { URLQueryItem(name: $0.key, value: $0.value) }
      // A server reads a plus sign as a space.
      parts.percentEncodedQuery = parts.percentEncodedQuery?.replacingOccurrences(of: "+", with: "%2B")
    }
    guard let url = parts.url else { throw PluginError.badURL(text) }
    return url
  }
}
