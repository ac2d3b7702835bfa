import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A body was larger than allowed.
struct BodyTooLarge: Error {
  var limit: Int
}

/// URLSession with a limit on the body, which its own `data(for:)` takes whole whatever its size.
struct BoundedHTTPClient: Sendable {
  private let transfers: Transfers
  private let session: URLSession

  /// - Parameter bodyLimit: bytes; a quotation has some hundred, so the default is the limit of a line of the wire.
  init(bodyLimit: Int = 1 << 20) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = 64
    transfers = Transfers(bodyLimit: bodyLimit)
    session = URLSession(configuration: configuration, delegate: transfers, delegateQueue: nil)
  }

  /// Fetches a body of at most `bodyLimit` bytes.
  ///
  /// - Returns: the body and the HTTP status.
  /// - Throws: `BodyTooLarge`, `URLError`, or `CancellationError`.
  func data(for request: URLRequest) async throws -> (Data, Int) {
    try Task.checkCancellation()
    let task = session.dataTask(with: request)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        transfers.begin(task, continuation)
        // A cancellation that came before the transfer was known has reached nobody.
        if Task.isCancelled { transfers.cancel(task) } else { task.resume() }
      }
    } onCancel: {
      task.cancel()
    }
  }
}

/// The transfers that go on, by the numbers of their tasks.
private final class Transfers: NSObject, URLSessionDataDelegate, Sendable {
  private struct Transfer {
    var body = Data()
    var isTooLarge = false
    var continuation: CheckedContinuation<(Data, Int), any Error>
  }

  private let bodyLimit: Int
  private let transfers = Mutex<[Int: Transfer]>([:])

  init(bodyLimit: Int) { self.bodyLimit = bodyLimit }

  func begin(_ task: URLSessionDataTask, _ continuation: CheckedContinuation<(Data, Int), any Error>) {
    transfers.withLock { $0[task.taskIdentifier] = Transfer(continuation: continuation) }
  }

  func cancel(_ task: URLSessionDataTask) {
    let transfer = transfers.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    transfer?.continuation.resume(throwing: CancellationError())
  }

  /// Follows a redirection, but tells no other server what was meant for the first.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
  ) {
    var request = newRequest
    if request.url?.origin != response.url?.origin { request.setValue(nil, forHTTPHeaderField: "Authorization") }
    completionHandler(request)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLarge = transfers.withLock { transfers in
      guard var transfer = transfers.removeValue(forKey: dataTask.taskIdentifier) else { return false }
      if transfer.body.count + data.count > bodyLimit { transfer.isTooLarge = true } else { transfer.body += data }
      transfers[dataTask.taskIdentifier] = transfer
      return transfer.isTooLarge
    }
    if isTooLarge { dataTask.cancel() }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard let transfer = transfers.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
    if transfer.isTooLarge {
      transfer.continuation.resume(throwing: BodyTooLarge(limit: bodyLimit))
    } else if let error {
      let error = error as? URLError ?? URLError(.unknown)
      // On Linux URLSession has no code for a body that ends too early.
      let isCutOff = error.code == .unknown && task.response != nil
      transfer.continuation.resume(throwing: isCutOff ? URLError(.networkConnectionLost) : error)
    } else if let response = task.response as? HTTPURLResponse {
      transfer.continuation.resume(returning: (transfer.body, response.statusCode))
    } else {
      transfer.continuation.resume(throwing: URLError(.badServerResponse))
    }
  }
}
