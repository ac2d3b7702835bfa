import GreenroomJSONLines
import Testing

struct ByteWriterTests {
  private func text(upTo capacity: Int, _ write: (inout ByteWriter) -> Void) -> String {
    var bytes = Array("before ".utf8)
    bytes.append(upTo: capacity, write)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `What is written stands behind what was there, and room that is left is nothing`() {
    let line = text(upTo: 100) { writer in
      writer.write("text ")
      writer.write(Array("bytes ".utf8))
      writer.write(Array("a slice".utf8)[2...])
      writer.write([])
    }
    #expect(line == "before text bytes slice")
    #expect(text(upTo: 0) { _ in } == "before ")
  }

  @Test(arguments: [
    0, 1, 9, 10, 11, 99, 100, 12_345, -1, -10, 999_999_999_999_999_999, 1_000_000_000_000_000_000, .max, .min,
  ])
  func `A number is written as Swift writes it`(number: Int) { check(number) }

  @Test func `A number of each length is written as Swift writes it`() {
    var power = 1
    for _ in 1...18 {
      power *= 10
      for number in [power - 1, power, power + 1, power / 9 * 8] { check(number) }
    }
    for number in 0..<1_000 { check(number) }
  }

  private func check(_ number: Int) {
    #expect(text(upTo: ByteWriter.integerByteCount) { $0.write(number) } == "before \(number)")
    var bytes: [UInt8] = []
    bytes.appendJSON(number)
    #expect(String(decoding: bytes, as: UTF8.self) == "\(number)")
  }

  @Test func `More than was reserved is a trap`() async {
    await #expect(processExitsWith: .failure) {
      var bytes: [UInt8] = []
      bytes.append(upTo: 3) { $0.write("four") }
    }
  }

  /// Plain runs are looked at in blocks of 64: a byte that is not plain is found wherever it stands.
  @Test func `A string with one byte that needs an escape is escaped at each place`() throws {
    for length in [0, 1, 7, 8, 63, 64, 65, 127, 128, 200] {
      for place in 0...length {
        let text = String(repeating: "a", count: place) + "\"" + String(repeating: "b", count: length - place)
        var bytes: [UInt8] = []
        bytes.appendJSONString(text)
        #expect(try JSONDecoding.decode(String.self, from: bytes[...]) == text)
        var scanner = JSONScanner()
        try scanner.scanValue(bytes[...])
        // A control that is not escaped is refused there, too.
        bytes[1 + place] = 0x01
        #expect(throws: JSONScanError.self) { try scanner.scanValue(bytes[...]) }
      }
    }
  }
}
