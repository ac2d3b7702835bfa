/// Messages around one raw part: the rest of each is as it should be.
enum Wire {
  /// A notification.
  static func note(method: Bytes = #""t.note""#, params: Bytes? = nil, more: Bytes = "") -> Bytes {
    #"{"jsonrpc":"2.0","method":"# + method + member(params) + more + "}"
  }

  /// A request.
  static func request(
    id: Bytes = "7", method: Bytes = #""t.echo""#, params: Bytes? = "{}", more: Bytes = ""
  ) -> Bytes {
    let head: Bytes = #"{"jsonrpc":"2.0","id":"# + id
    return head + #","method":"# + method + member(params) + more + "}"
  }

  /// An answer.
  static func answer(id: Bytes = "1", _ body: Bytes = #""result":{}"#) -> Bytes {
    #"{"jsonrpc":"2.0","id":"# + id + "," + body + "}"
  }

  /// A notification that carries one raw JSON value.
  static func value(_ raw: Bytes) -> Bytes { note(params: #"{"v":"# + raw + "}") }

  /// A notification that carries a string with these raw bytes between its quotes.
  static func string(_ raw: Bytes) -> Bytes { value("\"" + raw + "\"") }

  private static func member(_ params: Bytes?) -> Bytes { params.map { #","params":"# + $0 } ?? "" }
}
