import Greenroom
import GreenroomProtocol
import GreenroomTerminalText
import Testing

struct StatusTextTests {
  private static let host = HostStatus(name: "host", version: "0.1.0", pid: 42, uptimeMilliseconds: 61_000, limits: [:])

  private static let empty = LedgerReport(inputs: InputLedger(), requests: RequestLedger(), outputs: OutputLedger())

  private static func report(ledgers: LedgerReport = empty) -> StatusReport {
    var requests = RequestLedger()
    requests.made = 12
    requests.answered = 10
    requests.failed = 1
    requests.open = 1
    var outputs = OutputLedger()
    outputs.delivered = 30
    outputs.dropped = 2
    return StatusReport(
      host: host,
      viewModels: [ViewModelStatus(name: "quote", type: "Quote", seq: 32, inputs: 8, presenters: 1)],
      services: [
        ServiceStatus(
          name: "quotes", plugin: "quotes-http", generation: 4, state: "ready", open: 1, held: 0, requests: requests)
      ],
      presenters: [
        PresenterStatus(
          name: "screen", state: "ready", viewModels: ["quote", "login"], queuedBytes: 512, outputs: outputs)
      ],
      plugins: [
        PluginStatus(name: "quotes-http", role: "service", state: "ready", pid: 43, restarts: 0, lastExit: nil),
        PluginStatus(
          name: "screen", role: "presenter", state: "back-off", pid: nil, restarts: 2, lastExit: "exit status 1"),
      ], ledgers: ledgers)
  }

  @Test func `A status is tables of what runs`() {
    #expect(
      StatusText(Self.report()).lines(width: nil, style: .plain) == [
        "host  greenroom 0.1.0  process 42  up 1 min 1 s",
        "",
        "View models",
        "name   type   seq  inputs  presenters",
        "quote  Quote   32       8           1",
        "",
        "Services",
        "name    plugin       generation  state  made  answered  failed  open  held",
        "quotes  quotes-http           4  ready    12        10       1     1     0",
        "",
        "Presenters",
        "name    state  view models  delivered  conflated  dropped  queued bytes",
        "screen  ready  quote login         30          0        2           512",
        "",
        "Plugins",
        "name         role       state     process  restarts  last end",
        "quotes-http  service    ready          43         0",
        "screen       presenter  back-off        -         2  exit status 1",
        "",
        "Ledgers",
        "inputs    read 0 = handled 0 + refused 0 + queued 0",
        "requests  made 0 = answered 0 + failed 0 + cancelled 0 + superseded 0 + open 0",
        "outputs   meant 0 = delivered 0 + conflated 0 + dropped 0 + failed 0 + queued 0",
      ])
  }

  @Test func `What there is none of has no table`() {
    let report = StatusReport(
      host: Self.host, viewModels: [], services: [], presenters: [], plugins: [], ledgers: Self.empty)
    #expect(
      StatusText(report).lines(width: nil, style: .plain).prefix(3) == [
        "host  greenroom 0.1.0  process 42  up 1 min 1 s", "", "Ledgers",
      ])
  }

  @Test(arguments: [
    (0, "0 s"), (59_999, "59 s"), (60_000, "1 min 0 s"), (3_599_999, "59 min 59 s"), (3_600_000, "1 h 0 min"),
    (90_061_000, "25 h 1 min"),
  ])
  func `The time since the start has two units`(_ milliseconds: Int, _ expected: String) {
    var report = Self.report()
    report.host.uptimeMilliseconds = milliseconds
    #expect(StatusText(report).lines(width: nil, style: .plain).first?.hasSuffix("  up \(expected)") == true)
  }

  @Test func `A ledger that does not balance shows it`() {
    var ledgers = Self.empty
    ledgers.inputs.read = 3
    ledgers.inputs.handled = 1
    ledgers.inputs.refused = 1
    ledgers.requests.made = 5
    ledgers.requests.superseded = 5
    ledgers.outputs.meant = 2
    ledgers.outputs.conflated = 1
    #expect(
      StatusText.ledgers(ledgers) == [
        "inputs    read 3 ≠ handled 1 + refused 1 + queued 0",
        "requests  made 5 = answered 0 + failed 0 + cancelled 0 + superseded 5 + open 0",
        "outputs   meant 2 ≠ delivered 0 + conflated 1 + dropped 0 + failed 0 + queued 0",
      ])
  }

  @Test(arguments: [20, 40, 80])
  func `Tables are as wide as the terminal at most`(_ width: Int) {
    let tables = StatusText(Self.report()).lines(width: width, style: .plain).dropFirst().prefix { $0 != "Ledgers" }
    #expect(tables.allSatisfy { TerminalText.displayWidth($0) <= width })
  }

  /// B74.
  @Test func `What a plugin says stays inside its line`() {
    var report = Self.report()
    report.plugins[0].lastExit = "x\n2026 INFO\u{1B}[2J"
    report.plugins[0].name = "\u{202E}a"
    let lines = StatusText(report).lines(width: nil, style: .plain)
    #expect(lines.allSatisfy { !$0.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{202E}" } })
  }

  @Test func `A description is a table of ports`() {
    let schema = ViewModelSchema(
      type: "Login",
      inputs: [PortSchema(name: "password", kind: "event", repeats: false, isSecret: true, payload: "String")],
      outputs: [
        PortSchema(name: "isEnabled", kind: "state", repeats: true, isSecret: false, payload: "Bool"),
        PortSchema(name: "failed", kind: "event", repeats: true, isSecret: false, payload: "String"),
      ])
    let result = DescribeResult(viewModels: [
      .init(viewModel: "login", schema: schema),
      .init(viewModel: "other", schema: ViewModelSchema(type: "None", inputs: [], outputs: [])),
    ])
    #expect(
      StatusText.lines(result, style: .plain) == [
        "login  Login",
        "port       kind   payload",
        "password   input  String   secret",
        "isEnabled  state  Bool     repeats",
        "failed     event  String",
        "",
        "other  None",
        "port  kind  payload",
      ])
  }
}
