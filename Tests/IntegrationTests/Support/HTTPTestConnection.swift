import Foundation
import Glibc

/// One connection of an `HTTPTestServer`: bytes in, requests out; behaviours in, bytes out. Used by the server's thread.
final class HTTPTestConnection {
  /// Nonblocking; closed by the owner when `isOver`.
  let socket: Int32

  private var input: [UInt8] = []
  private var output: ArraySlice<UInt8> = []
  private var isInputOver = false
  /// The client wants the connection closed after the answer.
  private var isLastRequest = false
  private var isClosing = false
  private var isSilent = false
  private var isGone = false

  init(socket: Int32) { self.socket = socket }

  /// Nothing is left to do on it.
  var isOver: Bool { isGone || ((isClosing || isInputOver) && output.isEmpty) }

  /// What to poll for.
  var events: Int16 { Int16((isInputOver ? 0 : POLLIN) | (output.isEmpty ? 0 : POLLOUT)) }

  /// Takes in what the kernel has.
  func read() {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while !isGone, !isInputOver {
      let count = Glibc.read(socket, &buffer, buffer.count)
      if count > 0 {
        input += buffer[..<count]
      } else if count == 0 {
        isInputOver = true
      } else if errno != EINTR {
        isGone = errno != EAGAIN
        return
      }
    }
  }

  /// Gives out what the kernel takes. SIGPIPE is not raised.
  func write() {
    while !output.isEmpty, !isGone {
      let count = output.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count >= 0 {
        output = output.dropFirst(count)
      } else if errno != EINTR {
        isGone = errno != EAGAIN
        return
      }
    }
  }

  /// The next request that is there as a whole. None after a behaviour that ends the connection or keeps it silent.
  func nextRequest() -> HTTPTestServer.Request? {
    guard !isClosing, !isSilent, let headEnd = input.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let lines = String(decoding: input[..<headEnd.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count == 3, words[2].hasPrefix("HTTP/1.") else {
      refuse(status: 400)
      return nil
    }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    guard headers["transfer-encoding"] == nil, let length = Int(headers["content-length"] ?? "0"), length >= 0 else {
      refuse(status: 501)
      return nil
    }
    guard input.count - headEnd.upperBound >= length else { return nil }
    let body = Array(input[headEnd.upperBound...].prefix(length))
    input.removeFirst(headEnd.upperBound + length)
    isLastRequest = headers["connection"]?.lowercased() == "close" || words[2] == "HTTP/1.0"
    let target = URLComponents(string: String(words[1]))
    let query = (target?.queryItems ?? []).map { ($0.name, $0.value ?? "") }
    return HTTPTestServer.Request(
      method: String(words[0]), path: target?.path ?? String(words[1]),
      query: Dictionary(query) { _, last in last }, headers: headers, body: body)
  }

  /// Does, or begins to do, what was decided about the last request.
  func perform(_ behaviour: HTTPTestServer.Behaviour) {
    switch behaviour {
    case .reply(let status, let headers, let body):
      output += Self.head(status: status, headers: headers, length: body.count) + body
      isClosing = isLastRequest
    case .neverAnswer:
      isSilent = true
    case .cutOff(let count, let status, let headers, let body):
      output += Self.head(status: status, headers: headers, length: body.count) + body.prefix(count)
      isClosing = true
    case .garbage(let bytes):
      output += bytes
      isClosing = true
    case .closeAtOnce:
      isClosing = true
    }
  }

  private func refuse(status: Int) {
    perform(.reply(status: status, headers: ["Connection": "close"]))
    isClosing = true
  }

  private static func head(status: Int, headers: [String: String], length: Int) -> [UInt8] {
    var lines = ["HTTP/1.1 \(status) "]  // the space is required, the phrase after it is not (RFC 9112, section 4)
    lines += headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    lines += ["Content-Length: \(length)", "", ""]
    return Array(lines.joined(separator: "\r\n").utf8)
  }
}
