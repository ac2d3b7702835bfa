import GreenroomPluginKit
import GreenroomTerminalText

#if canImport(Glibc)
  import Glibc
#endif

/// Turns outputs into lines.
actor Screen {
  private let output: InheritedOutput
  private let writesJSON: Bool
  private let style: TerminalStyle
  private let isTerminal: Bool
  private var viewModels: [String: Ports] = [:]

  /// What is known of a view model's outputs since it was attached.
  private struct Ports {
    var names: [String]
    var secrets: [String]
  }

  init(_ configuration: Configuration, _ output: InheritedOutput) {
    self.output = output
    writesJSON = configuration.json ?? false
    isTerminal = TerminalStyle.isTerminal(output.descriptor)
    style =
      switch configuration.colour ?? .auto {
      case .never: .plain
      case .always: TerminalStyle(isColoured: true)
      case .auto: TerminalStyle(descriptor: output.descriptor, environment: Self.environment)
      }
  }

  /// What `TerminalStyle` asks for.
  private static var environment: [String: String] {
    var values: [String: String] = [:]
    for name in ["TERM", "NO_COLOR"] {
      if let value = getenv(name) { values[name] = String(cString: value) }
    }
    return values
  }

  func show(_ attachment: Attachment) throws {
    viewModels[attachment.viewModel] = Ports(
      names: attachment.outputs.map(\.name), secrets: attachment.outputs.filter(\.isSecret).map(\.name))
    if writesJSON { return try output.write(line: attachment.jsonText) }
    for value in attachment.state { try show(value) }
  }

  func show(_ value: Output) throws {
    try output.write(line: writesJSON ? value.jsonText : text(value))
  }

  private func text(_ value: Output) -> String {
    let ports = viewModels[value.viewModel]
    // Asked anew for each line: the window may have another size by now.
    let width = isTerminal ? TerminalStyle.terminalWidth(output.descriptor) : nil
    let line = OutputLine(outputs: ports?.names ?? [], style: style, width: width)
    return line.text(
      viewModel: value.viewModel, output: value.name, value: value.json.map { $0[...] },
      isSecret: ports?.secrets.contains(value.name) ?? false)
  }
}
