import GreenroomBindings
import GreenroomExamples
import GreenroomHostCore
import GreenroomJSONLines
import Testing

/// What is written and read by a layout is what `Codable` would write and read.
struct LayoutTests {
  private let layouts = PayloadLayouts { level, text in
    if level == .warning { Issue.record("reported: \(text)") }
  }
  private let payload = PayloadScratch()

  private func coded(_ value: some Encodable) throws -> String {
    var bytes: [UInt8] = []
    try JSONEncoding.encode(value, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func written<Value>(_ value: Value) throws -> String? {
    let layout = try #require(layouts.object(Value.self))
    var bytes: [UInt8] = []
    return payload.append(value, layout, to: &bytes) ? String(decoding: bytes, as: UTF8.self) : nil
  }

  private func read<Value>(_ type: Value.Type, _ text: String) throws -> Value? {
    let layout = try #require(layouts.object(type))
    return Array(text.utf8).withUnsafeBufferPointer { layout.value(type, $0) }
  }

  private func decoded<Value: Decodable>(_ type: Value.Type, _ text: String) -> Value? {
    try? JSONDecoding.decode(type, from: Array(text.utf8)[...])
  }

  private static let texts = [
    "", "a", "fifteen bytes..", "sixteen bytes...", "more bytes than a small string has", "\"quoted\"", "back\\slash",
    "line\nfeed\u{7}", "\u{7f}", "é€😀", String(repeating: "long ", count: 100), String(repeating: "é\"", count: 70),
  ]

  private func random(_ random: inout SplitMix64) -> Plain {
    func text() -> String { Self.texts.randomElement(using: &random) ?? "" }
    func integer<Value: FixedWidthInteger>() -> Value {
      [0, 1, Value.min, Value.max, Value(truncatingIfNeeded: random.next())].randomElement(using: &random) ?? 0
    }
    let numbers = [0, -0.0, 0.1, 1e300, -5e-300, 3, Double(random.next()) / 7]
    return Plain(
      flag: .random(using: &random), small: integer(), text: text(), unsigned: integer(),
      number: numbers.randomElement(using: &random) ?? 0, inner: .init(label: text(), isOn: .random(using: &random)),
      short: integer(), medium: integer(), byte: integer(), word: integer(), long: integer(), last: text(),
      count: integer())
  }

  @Test func `An object is written and read as by its own coding`() throws {
    var generator = SplitMix64(seed: 1)
    for _ in 0..<500 {
      let value = random(&generator)
      let text = try coded(value)
      #expect(try written(value) == text)
      #expect(try read(Plain.self, text) == value)
    }
  }

  @Test func `Names and empty objects are as in Codable`() throws {
    let names = Names(class: 1, großé: "ß", 名前: true)
    #expect(try written(names) == coded(names))
    #expect(try read(Names.self, coded(names)) == names)
    #expect(try written(Nothing()) == "{}")
    #expect(try read(Nothing.self, " { } ") == Nothing())
    #expect(try read(Nothing.self, #"{"any":[1]}"#) == Nothing())
    #expect(try written(Many()) == coded(Many()))
    #expect(try read(Many.self, coded(Many())) == Many())
  }

  @Test(arguments: [
    #" { "isOn" : true , "label" : "x" } "#,
    #"{"more":{"label":[{"isOn":"}]"},[]]},"isOn":false,"x":-1.5e3,"label":"a\"\u00e9\ud83d\ude00","y":null,"z":"\\"}"#,
    #"{"isOn":true,"label":"","a":[],"b":{},"c":"","d":0}"#,
  ])
  func `Order, white space, escapes and unknown members do not matter`(_ text: String) throws {
    let value = try #require(decoded(Plain.Inner.self, text))
    #expect(try read(Plain.Inner.self, text) == value)
  }

  @Test(arguments: [
    #"{"label":"x"}"#, #"{"isOn":true,"label":null}"#, #"{"isOn":1,"label":""}"#, #"{"isOn":true,"label":7}"#, "[]",
    "null", "7", #""text""#, #"{"isOn":true,"label":{}}"#, #"{"isOn":"true","label":"x"}"#, "{}", #"{"LABEL":""}"#,
  ])
  func `What does not fit is left to the type's own coding, which says why`(_ text: String) throws {
    #expect(try read(Plain.Inner.self, text) == nil)
    #expect(decoded(Plain.Inner.self, text) == nil)
  }

  @Test func `A name that is written with escapes is left to the type's own coding`() throws {
    let text = #"{"l\u0061bel":"x","isOn":true}"#
    #expect(try read(Plain.Inner.self, text) == nil)
    #expect(decoded(Plain.Inner.self, text) == Plain.Inner(label: "x", isOn: true))
  }

  @Test func `An integer that does not fit, or has a fraction, is not read`() throws {
    var generator = SplitMix64(seed: 4)
    let whole = try coded(random(&generator))
    let good = try #require(decoded(Plain.self, whole))
    #expect(try read(Plain.self, whole) == good)
    for (member, bad) in [
      ("small", "128"), ("small", "-129"), ("byte", "256"), ("byte", "-1"), ("unsigned", "4294967296"),
      ("count", "9223372036854775808"), ("count", "1.0"), ("count", "1e2"), ("count", #""1""#), ("number", "1e999"),
      ("short", "40000"), ("word", "-2"), ("medium", "1.5"), ("long", "true"),
    ] {
      let start = try #require(whole.firstRange(of: "\"\(member)\":"))
      let end = try #require(whole[start.upperBound...].firstIndex { $0 == "," || $0 == "}" })
      let text = whole[..<start.upperBound] + bad + whole[end...]
      #expect(try read(Plain.self, String(text)) == nil, "\(text)")
      #expect(decoded(Plain.self, String(text)) == nil)
    }
  }

  @Test func `A number without JSON is left to the type's own coding`() throws {
    var generator = SplitMix64(seed: 5)
    var value = random(&generator)
    for number in [Double.nan, .infinity, -.infinity] {
      value.number = number
      #expect(try written(value) == nil)
      #expect(throws: PayloadError.self) { try coded(value) }
    }
  }

  /// Bytes that nobody has scanned: nothing traps, and what is read from JSON is what `Codable` reads.
  @Test func `Mutilated objects are refused or read alike`() throws {
    var generator = SplitMix64(seed: 6)
    let alphabet = Array(#"{}[]",:\u0e9 1-.tfn"#.utf8)
    var readCount = 0
    for _ in 0..<20_000 {
      var bytes = Array(try coded(Plain.Inner(label: "a\"b", isOn: generator.next() & 1 == 0)).utf8)
      for _ in 0...Int.random(in: 0..<3, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch generator.next() % 3 {
        case 0: bytes[place] = alphabet.randomElement(using: &generator) ?? 0
        case 1: bytes.remove(at: place)
        default: bytes.insert(alphabet.randomElement(using: &generator) ?? 0, at: place)
        }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      let value = try read(Plain.Inner.self, text)
      var scanner = JSONScanner()
      guard (try? scanner.scan(bytes[...])) != nil else { continue }
      if let value {
        readCount += 1
        #expect(value == decoded(Plain.Inner.self, text), "\(text)")
      }
    }
    #expect(readCount > 100)
  }

  // MARK: Enums

  private func caseText<Value: Encodable>(_ value: Value) throws -> String {
    try JSONEncoding.withCase(of: value) { "\($0) \(String(decoding: $1, as: UTF8.self))" }
  }

  private func written<Value>(caseOf value: Value) throws -> String? {
    let layout = try #require(layouts.cases(Value.self))
    let bytes = ScratchStack<UInt8>(keptCount: 0)
    guard let tag = withUnsafePointer(to: value, { layout.write($0, into: bytes) }) else { return nil }
    return "\(layout.names[tag]) \(String(decoding: bytes.map { $0 }, as: UTF8.self))"
  }

  private func check<Value: Codable & Equatable>(_ values: [Value]) throws {
    let layout = try #require(layouts.cases(Value.self))
    for value in values {
      let text = try caseText(value)
      #expect(try written(caseOf: value) == text)
      let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      let tag = try #require(layout.tag(of: String(parts[0])))
      let payload = Array(parts[1].utf8)
      guard !payload.isEmpty else { continue }
      let room = UnsafeMutablePointer<Value>.allocate(capacity: 1)
      defer { room.deallocate() }
      #expect(payload.withUnsafeBufferPointer { layout.read(tag, $0, into: room) })
      #expect(room.move() == value)
    }
  }

  @Test(arguments: texts)
  func `The cases of an enum are written and read as by its own coding`(_ text: String) throws {
    try check([
      Outcome.none, .text(value: text), .pair(first: .min, second: text), .quote(is: .init(label: text, isOn: true)),
      .flags(a: true, b: false, c: 0.1), .done,
    ])
    try check([OneNumber.value(is: 0), .value(is: .max), .value(is: -1), .nothing])
    try check([OneText.text(is: text)])
    try check([
      Padded.nothing(value: Nothing()), .small(a: -1, b: .pi, c: true, d: .min, e: text, f: .max), .flag(a: true),
      .both(first: Nothing(), second: true),
    ])
  }

  @Test func `A case that has no layout is left to the enum's own coding`() throws {
    try check([Mixed.text(value: "x"), .renamed(old: 1, other: 2), .defaulted(name: "x")])
    #expect(try caseText(Mixed.renamed(old: 1, other: 2)) == #"renamed {"new":1,"other":2}"#)
    for value in [Mixed.list(values: [1]), .maybe(text: nil), .unlabelled(1)] {
      #expect(try written(caseOf: value) == nil, "\(value)")
    }
  }

  @Test func `Types of other kinds have no layout`() {
    let types: [any Any.Type] = [
      Listed.self, Optionals.self, Renamed.self, Fixed.self, Reference.self, Unpromised.self, Holder.self, Int.self,
      String.self, Outcome.self, (Int, Int).self, Plain?.self, [Plain].self, TooMany.self, Raw.self,
    ]
    for type in types { #expect(layouts.object(type) == nil, "\(type)") }
    let enums: [any Any.Type] = [
      Plain.self, Tree.self, PartlyIndirect.self, GenericCases<Int>.self, Plain?.self, Bool.self,
    ]
    for type in enums { #expect(layouts.cases(type) == nil, "\(type)") }
    #expect(layouts.object(Generic<Int>.self) != nil)
    #expect(layouts.object(Generic<[Int]>.self) == nil)
  }

  @Test func `A promise that does not hold is reported, and the type's own coding is called`() throws {
    var reports: [String] = []
    let layouts = PayloadLayouts { if $0 == .warning { reports.append($1) } }
    for type in [
      Shouting.self, Trimming.self, Swapped.self, Flags.self, Trip.self, SwappedNames.self, SwappedFlags.self,
    ] as [any Any.Type] {
      #expect(layouts.object(type) == nil)
      #expect(layouts.object(Int.self) == nil)
      #expect(layouts.object(type) == nil)
    }
    let liar = try #require(layouts.cases(Liar.self))
    #expect(layouts.cases(Liar.self) === liar)
    let bytes = ScratchStack<UInt8>(keptCount: 0)
    #expect(withUnsafePointer(to: Liar.honest(value: 1)) { liar.write($0, into: bytes) } == 0)
    #expect(withUnsafePointer(to: Liar.lying(value: 1)) { liar.write($0, into: bytes) } == nil)
    #expect(
      reports.map { $0.split(separator: " ").first.map(String.init) } == [
        "GreenroomHostCoreTests.Shouting", "GreenroomHostCoreTests.Trimming", "GreenroomHostCoreTests.Swapped",
        "GreenroomHostCoreTests.Flags", "GreenroomHostCoreTests.Trip", "GreenroomHostCoreTests.SwappedNames",
        "GreenroomHostCoreTests.SwappedFlags", "GreenroomHostCoreTests.Liar",
      ])
    #expect(reports.last?.contains("lying") == true)
  }

  @Test func `The types of the five view models have layouts`() throws {
    let objects: [any Any.Type] = [
      Quote.self, LoginViewModel.Credentials.self, ImagePagerViewModel.Scroll.self, RemoteAccounts.LogIn.self,
      RemoteAccounts.Sign.self, RemoteMovies.DailyBoxOffice.self, RemoteImages.Random.self, Movie.self,
    ]
    for type in objects { #expect(layouts.object(type) != nil, "\(type)") }
    #expect(
      try written(caseOf: QuoteViewModel.Output.fetchQuoteDidSuccess(quote: Quote(content: "a", author: "b")))
        == #"fetchQuoteDidSuccess {"quote":{"content":"a","author":"b"}}"#)
    #expect(
      try written(caseOf: SignViewModel.Input.idTextChanged(id: "a")) == #"idTextChanged {"id":"a"}"#)
  }

  @Test func `Why a promise brings nothing is told to debug, once`() {
    var reports: [String] = []
    let layouts = PayloadLayouts { if $0 == .debug { reports.append($1) } }
    for type in [Listed.self, Optionals.self, Renamed.self, Holder.self, TooMany.self] as [any Any.Type] {
      for _ in 0..<2 { #expect(layouts.object(type) == nil) }
    }
    #expect(layouts.cases(Escaped.self) != nil)
    let prefix = "GreenroomHostCoreTests."
    #expect(
      reports.map { $0.replacing(prefix, with: "") } == [
        "Listed is coded by Codable: values is of the type Array<Int>, which has none",
        "Optionals is coded by Codable: a member may be missing, or cannot be made from nothing",
        "Renamed is coded by Codable: its coding asks for words where the property text stands",
        "Holder is coded by Codable: inner is of the type Unpromised, which has none",
        "TooMany is coded by Codable: it has more than 64 members, or one whose name is written with escapes",
        "Escaped.text is coded by Codable: it has more than 64 members, or one whose name is written with escapes",
      ])
  }

  @Test func `Cases that are called as others are left to the enum's own coding`() throws {
    var reports: [String] = []
    let layouts = PayloadLayouts { if $0 == .warning { reports.append($1) } }
    let layout = try #require(layouts.cases(SwappedCases.self))
    let bytes = ScratchStack<UInt8>(keptCount: 0)
    #expect(withUnsafePointer(to: SwappedCases.one(value: 1)) { layout.write($0, into: bytes) } == nil)
    #expect(layouts.cases(PartlyLabelled.self) != nil)
    #expect(reports == [])
  }
}
