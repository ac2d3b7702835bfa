package import GreenroomProtocol
package import GreenroomTerminalText

/// `status` and `describe` as tables.
package struct StatusText {
  private let report: StatusReport

  /// The tables of one report.
  package init(_ report: StatusReport) { self.report = report }

  /// The host, then what it runs, then the ledgers; tables are cut to `width` columns, nil cuts nothing.
  package func lines(width: Int?, style: TerminalStyle) -> [String] {
    var lines = [
      "\(report.host.name)  greenroom \(report.host.version)  process \(report.host.pid)  up "
        + Self.duration(report.host.uptimeMilliseconds)
    ]
    func add(_ title: String, _ table: Table, _ count: Int) {
      guard count > 0 else { return }
      lines.append("")
      lines.append(style.apply(.strong, to: title))
      lines.append(contentsOf: table.lines(width: width, style: style))
    }
    add("View models", viewModels, report.viewModels.count)
    add("Services", services, report.services.count)
    add("Presenters", presenters, report.presenters.count)
    add("Plugins", plugins, report.plugins.count)
    lines.append("")
    lines.append(style.apply(.strong, to: "Ledgers"))
    lines.append(contentsOf: Self.ledgers(report.ledgers))
    return lines
  }

  private static func right(_ heading: String) -> Table.Column { Table.Column(heading, alignment: .trailing) }

  private var viewModels: Table {
    var table = Table([.init("name"), .init("type"), Self.right("seq"), Self.right("inputs"), Self.right("presenters")])
    for row in report.viewModels {
      table.append([row.name, row.type, "\(row.seq)", "\(row.inputs)", "\(row.presenters)"])
    }
    return table
  }

  private var services: Table {
    var table = Table([
      .init("name"), .init("plugin"), Self.right("generation"), .init("state"), Self.right("made"),
      Self.right("answered"), Self.right("failed"), Self.right("open"), Self.right("held"),
    ])
    for row in report.services {
      table.append([
        row.name, row.plugin, "\(row.generation)", row.state, "\(row.requests.made)", "\(row.requests.answered)",
        "\(row.requests.failed)", "\(row.open)", "\(row.held)",
      ])
    }
    return table
  }

  private var presenters: Table {
    var table = Table([
      .init("name"), .init("state"), .init("view models"), Self.right("delivered"), Self.right("conflated"),
      Self.right("dropped"), Self.right("queued bytes"),
    ])
    for row in report.presenters {
      table.append([
        row.name, row.state, row.viewModels.joined(separator: " "), "\(row.outputs.delivered)",
        "\(row.outputs.conflated)", "\(row.outputs.dropped)", "\(row.queuedBytes)",
      ])
    }
    return table
  }

  private var plugins: Table {
    var table = Table([
      .init("name"), .init("role"), .init("state"), Self.right("process"), Self.right("restarts"), .init("last end"),
    ])
    for row in report.plugins {
      table.append([
        row.name, row.role, row.state, row.pid.map(String.init) ?? "-", "\(row.restarts)", row.lastExit ?? "",
      ])
    }
    return table
  }

  /// The three equations, each with its sign: whether it holds.
  package static func ledgers(_ ledgers: LedgerReport) -> [String] {
    func sign(_ isBalanced: Bool) -> String { isBalanced ? "=" : "≠" }
    let (inputs, requests, outputs) = (ledgers.inputs, ledgers.requests, ledgers.outputs)
    return [
      "inputs    read \(inputs.read) \(sign(inputs.isBalanced)) handled \(inputs.handled) + refused \(inputs.refused) "
        + "+ queued \(inputs.queued)",
      "requests  made \(requests.made) \(sign(requests.isBalanced)) answered \(requests.answered) + failed "
        + "\(requests.failed) + cancelled \(requests.cancelled) + superseded \(requests.superseded) + open \(requests.open)",
      "outputs   meant \(outputs.meant) \(sign(outputs.isBalanced)) delivered \(outputs.delivered) + conflated "
        + "\(outputs.conflated) + dropped \(outputs.dropped) + failed \(outputs.failed) + queued \(outputs.queued)",
    ]
  }

  private static func duration(_ milliseconds: Int) -> String {
    let seconds = milliseconds / 1000
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3600 { return "\(seconds / 60) min \(seconds % 60) s" }
    return "\(seconds / 3600) h \(seconds / 60 % 60) min"
  }

  /// The ports of view models.
  package static func lines(_ result: DescribeResult, style: TerminalStyle) -> [String] {
    var lines: [String] = []
    for entry in result.viewModels {
      if !lines.isEmpty { lines.append("") }
      lines.append(style.apply(.strong, to: TerminalText.escaped("\(entry.viewModel)  \(entry.schema.type)")))
      var table = Table([.init("port"), .init("kind"), .init("payload"), .init("")])
      for port in entry.schema.inputs {
        table.append([port.name, "input", port.payload, port.isSecret ? "secret" : ""])
      }
      for port in entry.schema.outputs {
        let notes = [port.kind == "state" && port.repeats ? "repeats" : "", port.isSecret ? "secret" : ""]
        table.append([port.name, port.kind, port.payload, notes.filter { !$0.isEmpty }.joined(separator: ", ")])
      }
      lines.append(contentsOf: table.lines(width: nil, style: style))
      guard let types = entry.schema.types, !types.isEmpty else { continue }
      var shapes = Table([.init("type"), .init("in JSON")])
      for type in types { shapes.append([type.name, type.shape]) }
      lines.append(contentsOf: shapes.lines(width: nil, style: style))
    }
    return lines
  }
}
