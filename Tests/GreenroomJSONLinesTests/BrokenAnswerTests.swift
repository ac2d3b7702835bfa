import GreenroomJSONLines
import Testing

/// B34: an answer held Latin-1, and its caller waited for ever.
struct BrokenAnswerTests {
  private func failure(_ line: Bytes) -> EnvelopeError? {
    var reader = MessageReader()
    do throws(EnvelopeError) {
      _ = try reader.read(line.all[...])
      return nil
    } catch {
      return error
    }
  }

  private static let latin1: Bytes = [0x63, 0x61, 0x66, 0xe9]
  private static let deep: Bytes = "[" * 200 + "]" * 200
  private static let broken: [Bytes] = [
    #"{"jsonrpc":"2.0","id":7,"result":""# + latin1 + "\"}",
    #" { "result" : {"a":[""# + latin1 + #"\"",{}]} , "id" : 7 ,"jsonrpc":"2.0"} "#,
    Wire.answer(id: "7", #""error":{"code":1,"message":"\ud800"}"#), Wire.answer(id: "7", #""result":01"#),
    Wire.answer(id: "7", #""result":[1,]"#), #"{"jsonrpc":"2.0","result":{"a":1,"a":2},"id":7}"#,
    Wire.answer(id: "7", #""result":"# + deep),
  ]

  @Test(arguments: broken)
  func `An answer that is no JSON still tells whose answer it was`(_ line: Bytes) {
    let error = failure(line)
    #expect(error?.code == EnvelopeError.parseError)
    #expect(error?.id == .number(7))
    #expect(error?.isResponse == true)
  }

  private static let doubtful: [Bytes] = [
    #"{"id":7,"id":8,"result":"\x"}"#, #"{"id":7,"method":"m","result":"\x"}"#, #"{"id":7,"x":"\x"}"#,
    #"{"id":7.5,"result":"\x"}"#, #"{"id":"\x","result":[,]}"#, #"{"id":""# + latin1 + #"","result":1}"#,
    #"{"id":7,"result":"\x""#, #"{"id":7,"result":"\x"]"#, #"{"id":7,"result":[[}"#, #"{"id":7,"result""#,
    #"{"id":,"result":1,}"#, "{", #"{"id":"#, #"{"id":7,}"#, "garbage", #"[{"id":7,"result":01}]"#,
  ]

  @Test(arguments: doubtful)
  func `Where it is not beyond doubt, a line is nobody's answer`(_ line: Bytes) {
    #expect(failure(line)?.code == EnvelopeError.parseError)
    #expect(failure(line)?.id == nil)
    #expect(failure(line)?.isResponse == false)
  }

  @Test func `A request that is no JSON is answered without its id`() {
    let error = failure(Wire.request(params: #"{"v":""# + Self.latin1 + #""}"#))
    #expect(error?.id == nil)
    #expect(error?.isResponse == false)
  }

  @Test func `A reason holds no control character of the line`() {
    for line: Bytes in ["\u{1b}[2J", #"{"\u001b]0;x\u0007":1,"\u001b]0;x\u0007":2}"#, [0x7f], [0], "[\n"] {
      let reason = failure(line)?.reason ?? ""
      #expect(!reason.isEmpty)
      #expect(reason.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f }, "\(reason.debugDescription)")
    }
  }
}
