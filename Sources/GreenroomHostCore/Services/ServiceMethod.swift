import GreenroomJSONLines

/// An operation of a service as it stands on the wire: what is the same in every request for it is written once, and shared
/// by all calls of it.
package final class ServiceMethod {
  /// `quotes.random`.
  let name: String
  /// Everything between the id and the arguments.
  let lineBytes: [UInt8]

  /// What a request has beside `lineBytes` and its arguments, at most; with its LF.
  static let lineByteCount =
    #"{"jsonrpc":"2.0","id":,"_meta":{"deadlineMs":}}}"#.utf8.count + 2 * ByteWriter.integerByteCount + 1

  /// The operation of that name.
  package init(_ name: String) {
    self.name = name
    var bytes: [UInt8] = []
    bytes.append(static: #","method":"#)
    bytes.appendJSONString(name)
    bytes.append(static: #","params":{"#)
    lineBytes = bytes
  }

  /// `{"jsonrpc":"2.0","id":N,"method":"METHOD","params":{ARGUMENTS,"_meta":{"deadlineMs":MS}}}`
  func write(_ number: Int, _ arguments: [UInt8]?, _ deadlineMilliseconds: Int, into line: inout ByteWriter) {
    line.write(#"{"jsonrpc":"2.0","id":"#)
    line.write(number)
    line.write(lineBytes)
    if let arguments, arguments.count > 2 {
      // Without the braces.
      line.write(arguments[1..<(arguments.count - 1)])
      line.write(",")
    }
    line.write(#""_meta":{"deadlineMs":"#)
    line.write(max(1, deadlineMilliseconds))
    line.write("}}}\n")
  }
}
