import GreenroomJSONLines
import GreenroomProtocol
import GreenroomStress
import Testing

/// The judge can fail: it is shown each thing that a message must not come to.
struct MessageJudgeTests {
  private func output(_ viewModel: String = "a", seq: Int, after: Int? = nil, _ value: String) throws -> OutputParams {
    let gap = after.map { #","after":\#($0)"# } ?? ""
    let json = #"{"viewModel":"\#(viewModel)","output":"o","value":\#(value),"seq":\#(seq),"cause":1\#(gap)}"#
    return try JSONDecoding.decode(OutputParams.self, from: Array(json.utf8)[...])
  }

  /// A judge that has seen three messages being sent, one a millisecond.
  private func judge(_ explained: [String: Set<ErrorCode>] = [:]) -> MessageJudge {
    var judge = MessageJudge(explained: explained)
    for number in 0..<3 { judge.send(now: .milliseconds(number)) }
    return judge
  }

  @Test func `what comes once and in order is clean`() throws {
    var judge = judge()
    for number in 0..<3 { judge.see(try output(seq: number + 7, #"{"n":\#(number)}"#), now: .milliseconds(10)) }
    #expect(judge.isClean)
    let slowest = judge.takeSlowest()
    #expect(slowest == .milliseconds(10))
    let latencies = judge.takeLatencies(of: ["a", "b"])
    #expect(latencies.count == 3)
    let rest = judge.takeLatencies(of: ["a"])
    #expect(rest.count == 0)
  }

  @Test func `what does not come is lost`() throws {
    var judge = judge()
    judge.see(try output(seq: 1, #"{"n":0}"#), now: .zero)
    #expect(judge.lost == 2)
    #expect(!judge.isClean)
  }

  @Test func `what comes twice is duplicated`() throws {
    var judge = judge()
    for seq in 1...2 { judge.see(try output(seq: seq, #"{"n":0}"#), now: .zero) }
    #expect(judge.duplicated == 1)
  }

  @Test(arguments: [(3, nil), (1, nil), (3, 2), (3, 0)] as [(Int, Int?)])
  func `a gap in the numbers is found unless it is told`(_ seq: Int, _ after: Int?) throws {
    var judge = judge()
    judge.see(try output(seq: 1, #"{"n":0}"#), now: .zero)
    judge.see(try output(seq: seq, after: after, #"{"n":1}"#), now: .zero)
    #expect(judge.reordered == 1)
    judge.see(try output(seq: 9, after: seq, #"{"n":2}"#), now: .zero)
    #expect(judge.reordered == 1)
  }

  @Test func `a failure counts unless something explains it for that view model`() throws {
    var judge = judge(["a": [.outcomeUnknown]])
    judge.see(try output("a", seq: 1, #"{"n":0,"code":5}"#), now: .zero)
    #expect(judge.unexpected == 0)
    #expect(judge.explainedCodes == [5: 1])
    judge.see(try output("a", seq: 2, #"{"n":1,"code":3}"#), now: .zero)
    judge.see(try output("b", seq: 1, #"{"n":2,"code":5}"#), now: .zero)
    #expect(judge.unexpected == 2)
    #expect(judge.unexpectedCodes == [3: 1, 5: 1])
    #expect(judge.lost == 0)
  }

  @Test(arguments: [#"{"n":3}"#, #"{"n":-1}"#, #"{"m":0}"#, "null"])
  func `an outcome of no message is unexpected`(_ value: String) throws {
    var judge = judge()
    judge.see(try output(seq: 1, value), now: .zero)
    #expect(judge.unexpected == 1)
  }
}
