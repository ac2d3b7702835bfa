package import GreenroomJSONLines

/// Writes the lines of the protocol, each with its LF, byte by byte and without an intermediate value.
package enum MessageWriter {
  /// The beginning of a notification up to the value of `params`.
  package static func beginNotification(_ method: StaticString, into output: inout [UInt8]) {
    output.append(static: #"{"jsonrpc":"2.0","method":""#)
    output.append(static: method)
    output.append(static: #"","params":"#)
  }

  /// The beginning of a request up to the value of `params`.
  package static func beginRequest(_ number: Int, _ method: StaticString, into output: inout [UInt8]) {
    output.append(static: #"{"jsonrpc":"2.0","id":"#)
    output.appendJSON(number)
    output.append(static: #","method":""#)
    output.append(static: method)
    output.append(static: #"","params":"#)
  }

  /// The end of a line after the value of `params`.
  package static func endMessage(into output: inout [UInt8]) {
    output.append(static: "}\n")
  }

  /// A notification whose `params` are a value.
  package static func notification(
    _ method: StaticString, _ params: some Encodable, into output: inout [UInt8]
  ) throws(PayloadError) {
    beginNotification(method, into: &output)
    try JSONEncoding.encode(params, into: &output)
    endMessage(into: &output)
  }

  /// A request whose `params` are a value.
  package static func request(
    _ number: Int, _ method: StaticString, _ params: some Encodable, into output: inout [UInt8]
  ) throws(PayloadError) {
    beginRequest(number, method, into: &output)
    try JSONEncoding.encode(params, into: &output)
    endMessage(into: &output)
  }

  /// A notification without anything to say beside its name.
  package static func notification(_ method: StaticString, into output: inout [UInt8]) {
    beginNotification(method, into: &output)
    output.append(static: "{}")
    endMessage(into: &output)
  }

  /// `$/cancelRequest`: the request is still answered, as any other.
  package static func cancel(_ number: Int, into output: inout [UInt8]) {
    beginNotification(MethodName.cancelRequest, into: &output)
    output.append(static: #"{"id":"#)
    output.appendJSON(number)
    output.append(static: "}")
    endMessage(into: &output)
  }

  package static func result(_ id: RequestID, _ value: some Sequence<UInt8>, into output: inout [UInt8]) {
    output.append(static: #"{"jsonrpc":"2.0","id":"#)
    append(id, into: &output)
    output.append(static: #","result":"#)
    output.append(contentsOf: value)
    endMessage(into: &output)
  }

  package static func error(_ id: RequestID?, _ error: ErrorObject, into output: inout [UInt8]) {
    output.append(static: #"{"jsonrpc":"2.0","id":"#)
    if let id { append(id, into: &output) } else { output.append(static: "null") }
    output.append(static: #","error":{"code":"#)
    output.appendJSON(error.code.rawValue)
    output.append(static: #","message":"#)
    output.appendJSONString(error.message)
    if let data = error.data {
      output.append(static: #","data":"#)
      output.append(contentsOf: data)
    }
    output.append(static: "}}\n")
  }

  private static func append(_ id: RequestID, into output: inout [UInt8]) {
    switch id {
    case .number(let number): output.appendJSON(number)
    case .string(let text): output.appendJSONString(text)
    }
  }
}
