import GreenroomTerminalText
import Testing

struct TableTests {
  private var table: Table {
    var table = Table([.init("PLUGIN"), .init("OPEN", alignment: .trailing), .init("STATE")])
    table.append(["quotes", "12", "ready"])
    table.append(["로그인", "3"])
    table.append(["a\nb", "", "failed \u{1B}[2J"])
    return table
  }

  @Test func `Columns are as wide as their widest cell, and no line ends with spaces`() {
    #expect(
      table.lines() == [
        "PLUGIN  OPEN  STATE",
        "quotes    12  ready",
        "로그인     3",
        #"a\nb          failed \x1b[2J"#,
      ])
  }

  @Test func `Lines are cut to the width`() {
    #expect(table.lines(width: 16) == ["PLUGIN  OPEN  S…", "quotes    12  r…", "로그인     3", #"a\nb          f…"#])
  }

  @Test func `Headings are faint where colour is allowed`() {
    let lines = Table([.init("A")]).lines(style: TerminalStyle(isColoured: true))
    #expect(lines == ["\u{1B}[2mA\u{1B}[0m"])
  }

  @Test func `A table without rows is its headings`() {
    #expect(Table([.init("A"), .init("B")]).lines() == ["A  B"])
  }

  @Test func `A row with too many cells is a bug`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var table = Table([.init("A")])
      table.append(["1", "2"])
    }
    #if DEBUG  // an optimised build traps without its text
      let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(message.contains("BUG: a row of 2 cells in a table of 1 columns"))
    #endif
  }
}
