extension WireCase {
  private static let version: Bytes = #"{"jsonrpc":"2.0","#

  static let keys: [WireCase] = [
    WireCase("method twice", version + #""method":"t.note","method":"t.echo"}"#, .noJSON),
    WireCase("id twice", version + #""id":1,"id":2,"method":"t.echo"}"#, .noJSON),
    WireCase("method twice, by escape", version + #""method":"t.note","\u006dethod":"t.echo"}"#, .noJSON),
    WireCase("twice inside params", Wire.note(params: #"{"a":1,"a":2}"#), .noJSON),
    WireCase("twice with one value", Wire.note(params: #"{"a":1,"a":1}"#), .noJSON),
    WireCase(
      "twice among many", Wire.note(params: #"{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"a":1}"#), .noJSON),
    WireCase(
      "twice among many, by escape",
      Wire.note(params: #"{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"\u0061":1}"#), .noJSON),
    WireCase("one name in two objects", Wire.note(params: #"{"a":{"a":1},"b":[{"a":1},{"a":1}]}"#), .accept),
    WireCase("canonical twins", Wire.note(params: "{\"\u{E9}\":1,\"e\u{301}\":2}"), .accept),
    WireCase("canonical method", Wire.note(method: "\"cafe\u{301}\""), .accept),
    WireCase("Kelvin twins", Wire.note(params: "{\"\u{212A}\":1,\"K\":2}"), .accept),
    WireCase("empty name", Wire.note(params: #"{"":1}"#), .accept),
    WireCase("names with a meaning elsewhere", Wire.note(params: #"{"__proto__":{"x":1},"constructor":1}"#), .accept),
    WireCase("NUL twins", Wire.note(params: #"{"a\u0000b":1,"a":2}"#), .accept),
    WireCase("Method", version + #""Method":"t.note"}"#, .noMessage),
    WireCase("method with a space", version + #""method ":"t.note"}"#, .noMessage),
  ]

  static let shape: [WireCase] = topLevel + ids + methods + versions

  private static let topLevel: [WireCase] =
    (["\"t.note\"", "42", "true", "null", "1.5", "[]", "{}"] as [Bytes]).map {
      WireCase("top level \(String(decoding: $0.all, as: UTF8.self))", $0, .noMessage)
    } + [
      WireCase("a batch", "[" + Wire.request() + "," + Wire.note() + "]", .noMessage),
      WireCase("a batch of 100,000", "[" + "1," * 99_999 + "1]", .noMessage),
      WireCase("request and response", Wire.request(more: #","result":1"#), .noMessage),
      WireCase("method missing", version + #""id":7,"params":{}}"#, .noMessage),
    ]

  /// B43: of the ids, those that every peer can echo.
  private static let ids: [WireCase] =
    ([
      ("null", "null"), ("true", "true"), ("an object", #"{"a":1}"#), ("an array", "[7]"), ("a fraction", "1.5"),
      ("huge", "123456789012345678901234567890"), ("empty", #""""#), ("1000 bytes", "\"" + "i" * 1000 + "\""),
      ("257 bytes", "\"" + "i" * 257 + "\""), ("with NUL", #""a\u0000""#), ("with LF", #""a\nb""#), ("1.0", "1.0"),
      ("1e2", "1e2"), ("2^53+1", "9007199254740993"), ("2^53", "9007199254740992"), ("-2^53", "-9007199254740992"),
      ("-2^63", "-9223372036854775808"),
    ] as [(String, Bytes)]).map { WireCase("id \($0)", Wire.request(id: $1), .noMessage) }
    + ([
      ("0", "0"), ("-1", "-1"), ("2^53-1", "9007199254740991"), ("text 1", #""1""#), ("text \u{FC}-1", "\"\u{FC}-1\""),
      ("text __proto__", #""__proto__""#), ("256 bytes", "\"" + "i" * 256 + "\""),
    ] as [(String, Bytes)]).map { WireCase("id \($0)", Wire.request(id: $1), .accept) }

  private static let methods: [WireCase] =
    (["1", "null", "{}", "[]", "true", "\"\"", #""t.note\u0000x""#, #""t.note\nx""#] as [Bytes]).map {
      WireCase("method \(String(decoding: $0.all, as: UTF8.self))", Wire.note(method: $0), .noMessage)
    } + [
      WireCase("method of 100,000 bytes", Wire.note(method: "\"" + "m" * 100_000 + "\""), .noMessage),
      WireCase("method of 257 bytes", Wire.note(method: "\"" + "m" * 257 + "\""), .noMessage),
      WireCase("method of 256 bytes", Wire.note(method: "\"" + "m" * 256 + "\""), .accept),
    ]
    + (["../../../../etc/passwd", "$(touch pwned);`id`", "%s%n%@%d", "rpc.secret"]).map {
      WireCase("method \($0)", Wire.request(method: .text("\"\($0)\"")), .accept)
    }
    + (["null", #""x""#, "1", "false"] as [Bytes]).map {
      WireCase("params \(String(decoding: $0.all, as: UTF8.self))", Wire.request(params: $0), .noMessage)
    }

  private static let versions: [WireCase] =
    ([
      ("missing", ""), ("1.0", #""jsonrpc":"1.0","#), ("a number", #""jsonrpc":2.0,"#), ("null", #""jsonrpc":null,"#),
      ("with a space", #""jsonrpc":"2.0 ","#), ("fullwidth", "\"jsonrpc\":\"\u{FF12}.0\","),
    ] as [(String, Bytes)]).map { WireCase("version \($0)", "{" + $1 + #""method":"t.note"}"#, .noMessage) }

  /// While the answers to the ids 1 and "ab" are waited for, and no other.
  static let responses: [WireCase] = [
    WireCase("ok", Wire.answer(), .accept),
    WireCase("ok, string id", Wire.answer(id: #""ab""#), .accept),
    WireCase("ok, null is a result", Wire.answer(#""result":null"#), .accept),
    WireCase("ok, an error", Wire.answer(#""error":{"code":-1,"message":"no"}"#), .accept),
    WireCase("in another order", raw: Wire.answer(id: #""ab""#) + "\n" + Wire.answer() + "\n", .accept, .accept),
    WireCase("unknown id", Wire.answer(id: "999"), .ignore),
    WireCase("twice", raw: Wire.answer() + "\n" + Wire.answer(#""result":2"#) + "\n", .accept, .ignore),
    WireCase("text for a number", Wire.answer(id: #""1""#), .ignore),
    WireCase("1.0 for 1", Wire.answer(id: "1.0"), .noMessage),
    WireCase("an error without an id", Wire.answer(id: "null", #""error":{"code":-32700,"message":"parse"}"#), .accept),
    WireCase("a result without an id", Wire.answer(id: "null"), .noMessage),
    WireCase("id missing", version + #""result":1}"#, .noMessage),
    WireCase("error, id missing", version + #""error":{"code":1,"message":"x"}}"#, .noMessage),
    WireCase("result and error", Wire.answer(#""result":1,"error":{"code":1,"message":"x"}"#), .noMessage),
    WireCase("neither", Wire.answer(#""ok":1"#), .noMessage),
    WireCase("error is text", Wire.answer(#""error":"no""#), .noMessage),
    WireCase("error is null", Wire.answer(#""error":null"#), .noMessage),
    WireCase("error without a code", Wire.answer(#""error":{"message":"x"}"#), .noMessage),
    WireCase("error code is text", Wire.answer(#""error":{"code":"1","message":"x"}"#), .noMessage),
    WireCase("error code is a fraction", Wire.answer(#""error":{"code":1.5,"message":"x"}"#), .noMessage),
    WireCase("error without a message", Wire.answer(#""error":{"code":1}"#), .noMessage),
    WireCase(
      "5,000 stale answers", raw: .joined((5_000..<10_000).map { Wire.answer(id: .text("\($0)")) + "\n" }),
      all: Array(repeating: .ignore, count: 5_000)),
    WireCase("the peer's own request 1", Wire.request(id: "1"), .accept),
  ]
}
