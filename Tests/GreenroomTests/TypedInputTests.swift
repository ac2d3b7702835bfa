import Greenroom
import GreenroomJSONLines
import Testing

struct TypedInputTests {
  private func read(_ line: String) throws(TypedInput.Mistake) -> TypedInput? { try TypedInput(Array(line.utf8)[...]) }

  @Test(arguments: [
    ("refreshButtonDidTap", "refreshButtonDidTap", nil),
    ("  refresh \t\r", "refresh", nil),
    (#"didScroll {"width":375,"offset":750}"#, "didScroll", #"{"width":375,"offset":750}"#),
    (#"type  "a b" "#, "type", #""a b""#),
    ("set null", "set", "null"),
    ("näme 1", "näme", "1"),
  ])
  func `A line is a name and perhaps a value`(_ line: String, _ name: String, _ value: String?) throws {
    let input = try #require(try read(line))
    #expect(input.name == name)
    #expect(input.value == value.map { RawJSON(Array($0.utf8)) })
  }

  @Test(arguments: ["", " ", "\r", "\t \t"])
  func `A line with nothing on it is no input`(_ line: String) throws { #expect(try read(line) == nil) }

  @Test(arguments: [
    ("set {", "the value of set is no JSON: an unfinished JSON value, which ends at byte 1"),
    ("set 1 2", "the value of set is no JSON: bytes after the end of the value at byte 2"),
    ("set text", #"the value of set is no JSON: an unexpected "t" at byte 0; a text stands in quotes: "like this""#),
  ])
  func `A value that is no JSON is told`(_ line: String, _ expected: String) {
    do throws(TypedInput.Mistake) {
      Issue.record("read as \(String(describing: try read(line)))")
    } catch {
      #expect(error.message == expected)
    }
  }
}
