extension WireCase {
  static let plain: [WireCase] = [
    WireCase("notification", Wire.note(params: #"{"a":1}"#), .accept),
    WireCase("request", Wire.request(), .accept),
    WireCase("request, string id", Wire.request(id: #""a-1""#), .accept),
    WireCase("two lines", raw: Wire.note() + "\n" + Wire.request() + "\n", .accept, .accept),
    WireCase(
      "a thousand lines in one write", raw: .joined((0..<1000).map { Wire.request(id: .text("\($0)")) + "\n" }),
      all: Array(repeating: .accept, count: 1000)),
    WireCase("no params", Wire.note(), .accept),
    WireCase("array params", Wire.request(params: "[1,2]"), .accept),
    WireCase("space inside", " {\t\"method\" : \"t.note\" ,\"jsonrpc\":\"2.0\", \"params\" : { } } ", .accept),
    WireCase("unknown method", Wire.request(method: #""no.such.method""#), .accept),
    WireCase("unknown members", Wire.note(more: #","x-trace":"abc","extra":{"a":[1]}"#), .accept),
    WireCase("escapes", Wire.string(#"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00"#), .accept),
    WireCase("raw emoji", Wire.string("\u{1F600} \u{E9} \u{4E2D}"), .accept),
  ]

  private static let message = Wire.note()
  private static let half = message.all.count / 2

  static let framing: [WireCase] = [
    WireCase("empty file", raw: ""),
    WireCase("empty line", "", .ignore),
    WireCase("1000 empty lines", raw: "\n" * 1000, all: Array(repeating: .ignore, count: 1000)),
    WireCase("spaces", "   ", .ignore),
    WireCase("tabs, CR", "\t \r", .ignore),
    WireCase("blank between", raw: message + "\n\n \n" + message + "\n", .accept, .ignore, .ignore, .accept),
    WireCase("CRLF", message + "\r", .accept),
    WireCase("CRCRLF", message + "\r\r", .accept),
    WireCase("only CR between", message + "\r" + message, .noJSON),
    WireCase("VT between", message + "\u{0B}" + message, .noJSON),
    WireCase("concatenated", message + message, .noJSON),
    WireCase("concatenated with a space", message + " " + message, .noJSON),
    WireCase("a comma between", message + "," + message, .noJSON),
    WireCase("trailing garbage", message + " x", .noJSON),
    WireCase("trailing brace", message + "}", .noJSON),
    WireCase("leading garbage", "x" + message, .noJSON),
    WireCase(
      "broken over two lines",
      raw: Bytes(Array(message.all[..<half])) + "\n" + Bytes(Array(message.all[half...])) + "\n", .noJSON, .noJSON),
    WireCase(
      "pretty printed", raw: "{\n  \"jsonrpc\": \"2.0\",\n  \"method\": \"t.note\"\n}\n", .noJSON, .noJSON, .noJSON,
      .noJSON),
    WireCase("raw LF in a string", raw: Wire.string("a\nb") + "\n", .noJSON, .noJSON),
    WireCase("record separator", "\u{1E}" + message, .noJSON),
    // B47: the header is a bad frame, the blank line is skipped, the body is a message.
    WireCase(
      "content length", raw: .text("Content-Length: \(message.all.count)\r\n\r\n") + message + "\n", .noJSON, .ignore,
      .accept),
    WireCase("server-sent event", raw: "data: " + message + "\n\n", .noJSON, .ignore),
    WireCase("length prefix", [0, 0, 0, 35] + message, .noJSON),
    WireCase("netstring", .text("\(message.all.count):") + message + ",", .noJSON),
    // B49: what stands behind the last LF is delivered or counted, never dropped without a trace.
    WireCase("end of stream, complete", raw: message, .accept),
    WireCase("end of stream, half", raw: message + "\n" + Bytes(message.all.dropLast(5)), .accept, .noJSON),
    WireCase(
      "end of stream, half a character", raw: message + "\n" + Bytes(Wire.string("\u{E9}").all.dropLast(4)), .accept,
      .noJSON),
    WireCase("end of stream, one brace", raw: "{", .noJSON),
    WireCase("end of stream, spaces", raw: message + "\n  ", .accept, .ignore),
    WireCase(
      "end of stream, half an escape", raw: message + "\n" + Bytes(Wire.string(#"\u00"#).all.dropLast(3)), .accept,
      .noJSON),
  ]
}
