extension WireCase {
  static let grammar: [WireCase] = [
    ("trailing comma in an object", #"{"a":1,}"#), ("trailing comma in an array", "[1,]"), ("leading comma", "[,1]"),
    ("two commas", "[1,,2]"), ("single quotes", "'a'"), ("bare name", "{a:1}"), ("comment", "/*x*/1"),
    ("comment to the end", "1//x"), ("hash comment", "1#x"), ("True", "True"), ("None", "None"),
    ("undefined", "undefined"), ("NaN", "NaN"), ("Infinity", "Infinity"), ("-Infinity", "-Infinity"), ("NULL", "NULL"),
    ("cut literal", "nul"), ("literal with a tail", "nullx"), ("raw TAB", "\"\t\""), ("raw 0x1F", "\"\u{1F}\""),
    ("\\x escape", #""\x41""#), ("\\' escape", #""\'""#), ("\\0 escape", #""\0""#), ("\\U escape", #""\U0001F600""#),
    ("\\u with two digits", #""\u12""#), ("\\u with a letter", #""\u12g4""#), ("no colon", #"{"a" 1}"#),
    ("no value", #"{"a":}"#), ("number as a name", "{1:2}"), ("wrong bracket", "[1}"), ("unclosed", "[1"),
    ("no comma", "[1 2]"), ("U+00A0", "\u{A0}1"), ("U+3000", "\u{3000}1"), ("form feed", "\u{0C}1"),
    ("template string", "`a`"), ("BigInt", "1n"),
  ].map { (name: String, value: Bytes) in WireCase(name, Wire.value(value), .noJSON) }

  static let numbers: [WireCase] =
    ([
      ("zero", "0"), ("minus zero", "-0"), ("minus zero, float", "-0.0"), ("2^63-1", "9223372036854775807"),
      ("-2^63", "-9223372036854775808"), ("2^63", "9223372036854775808"), ("2^64-1", "18446744073709551615"),
      ("2^53+1", "9007199254740993"), ("thirty digits", "123456789012345678901234567890"), ("underflow", "1e-400"),
      ("smallest double", "5e-324"), ("largest double", "1.7976931348623157e308"), ("exponent", "1E+2"),
      ("zero with exponent", "0e5"), ("300 decimals", "0." + "1" * 300), ("0.1", "0.1"),
      ("400 characters", "0." + "1" * 398),
    ] as [(String, Bytes)]).map { WireCase($0, Wire.value($1), .accept) }
    + ([
      ("1e400", "1e400"), ("-1e400", "-1e400"), ("just above the largest double", "1.7976931348623159e308"),
      ("huge exponent", "1e999999999"), ("exponent of 500 digits", "1e" + "9" * 500),
      ("401 characters", "0." + "1" * 399), ("10,001 digits", "1" + "0" * 10000), ("a million digits", "9" * 1_000_000),
      ("a million decimals", "0." + "3" * 1_000_000), ("leading zero", "01"), ("plus", "+1"), ("point first", ".5"),
      ("point last", "5."), ("hexadecimal", "0x1F"), ("octal", "0o7"), ("two minus signs", "--1"), ("minus alone", "-"),
      ("empty exponent", "1e"), ("exponent of a sign", "1e+"), ("underscore", "1_000"), ("decimal comma", "1,5"),
      ("two points", "1.2.3"), ("fullwidth", "\u{FF11}"), ("minus, space", "- 1"),
    ] as [(String, Bytes)]).map { WireCase($0, Wire.value($1), .noJSON) }

  /// The envelope and `params` are two containers. B39, B40: no depth reaches the stack.
  static let depth: [WireCase] = [
    WireCase("128 with arrays", Wire.value("[" * 126 + "]" * 126), .accept),
    WireCase("129 with arrays", Wire.value("[" * 127 + "]" * 127), .noJSON),
    WireCase("128 with objects", Wire.value(#"{"a":"# * 126 + "1" + "}" * 126), .accept),
    WireCase("129 with objects", Wire.value(#"{"a":"# * 127 + "1" + "}" * 127), .noJSON),
    WireCase("400", Wire.value("[" * 400 + "]" * 400), .noJSON),
    WireCase("511", Wire.value("[" * 511 + "]" * 511), .noJSON),
    WireCase("100,000 arrays", Wire.value("[" * 100_000 + "]" * 100_000), .noJSON),
    WireCase("100,000 objects", Wire.value(#"{"a":"# * 100_000 + "1" + "}" * 100_000), .noJSON),
    WireCase("never closed arrays", "[" * 100_000, .noJSON),
    WireCase("never closed objects", #"{"a":"# * 100_000, .noJSON),
    WireCase("never closed, in turn", #"[{"":"# * 50_000, .noJSON),
    WireCase("closed, never opened", "]" * 100_000, .noJSON),
    WireCase("in an unknown member", Wire.note(more: #","x":"# + "[" * 100_000 + "]" * 100_000), .noJSON),
    WireCase(
      "in an answer", Wire.answer(#""result":"# + "[" * 400 + "]" * 400), .noJSON),
    WireCase("wide, not deep", Wire.value("[" + "[]," * 99_999 + "[]]"), .accept),
    WireCase("brackets in a string", Wire.string("[{" * 50_000), .accept),
  ]

  /// B35, B37: the sizes of pipes and of other line readers are nothing special. The limit of a line is 1 MiB here.
  static let size: [WireCase] = {
    let limit = 1 << 20
    let rest = Wire.string("").all.count
    func line(_ count: Int) -> Bytes { Wire.string("x" * (count - rest)) }
    let sizes = [65_535, 65_536, 65_537, 131_072, 180_224, limit]
    return sizes.map { WireCase("\($0) bytes", line($0), .accept) } + [
      WireCase("limit and one, then good", raw: line(limit + 1) + "\n" + Wire.note() + "\n", .noJSON, .accept),
      WireCase("limit with CR", line(limit) + "\r", .noJSON),
      WireCase("garbage over the limit", raw: "z" * (limit + limit / 4) + "\n" + Wire.note() + "\n", .noJSON, .accept),
      WireCase("never ending", raw: Bytes(line(limit + limit / 4).all.dropLast(3)), .noJSON),
      WireCase("a long blank line", " " * (limit - 1), .ignore),
      WireCase("leading space", " " * 500_000 + Wire.note(), .accept),
      WireCase(
        "60,000 members",
        Wire.note(params: "{" + .joined((0..<60_000).map { .text("\"k\($0)\":\($0)") }, by: ",") + "}"), .accept),
      WireCase(
        "8,000 members with one prefix",
        Wire.note(
          params: "{" + .joined((0..<8_000).map { "\"" + "p" * 64 + .text("\($0)\":0") }, by: ",") + "}"), .accept),
      WireCase("100,000 escapes", Wire.string(#"\u0041"# * 100_000), .accept),
      WireCase("200,000 escaped quotes", Wire.string(#"\""# * 200_000), .accept),
      WireCase("a name of 500,000 bytes", Wire.note(params: "{\"" + "k" * 500_000 + "\":1}"), .accept),
      WireCase("50,000 combining marks", Wire.string("a" + "\u{301}" * 50_000), .accept),
    ]
  }()
}
