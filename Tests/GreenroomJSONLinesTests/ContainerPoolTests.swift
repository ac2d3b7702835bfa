import Testing

@testable import GreenroomJSONLines

/// Containers that are lent again never mix up two values.
struct ContainerPoolTests {
  private struct Point: Codable, Equatable {
    var x: Int
    var name: String
  }
  private indirect enum Tree: Codable, Equatable {
    case node(left: Tree?, right: Tree?, value: Int)
  }

  @Test func `The second value of a type is written and read with the containers of the first`() throws {
    let (encoding, decoding) = (JSONEncodingStorage(), JSONDecodingStorage())
    for number in 0..<3 {
      var bytes: [UInt8] = []
      try JSONEncoding.encode([Point(x: number, name: "a"), Point(x: -1, name: "b")], into: &bytes, storage: encoding)
      #expect(String(decoding: bytes, as: UTF8.self) == #"[{"x":\#(number),"name":"a"},{"x":-1,"name":"b"}]"#)
      let points = try JSONDecoding.decode([Point].self, from: bytes[...], storage: decoding)
      #expect(points == [Point(x: number, name: "a"), Point(x: -1, name: "b")])
    }
  }
}
