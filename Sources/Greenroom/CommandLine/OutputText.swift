import GreenroomJSONLines
import GreenroomProtocol
import GreenroomTerminalText

/// Outputs as a person reads them in a terminal.
struct OutputText {
  private let line: OutputLine
  private let secrets: Set<String>

  /// - Parameter outputs: the names of all outputs, for a column as wide as the widest.
  init(outputs: [String], secrets: some Sequence<String>, style: TerminalStyle = .plain, width: Int? = nil) {
    line = OutputLine(outputs: outputs, style: style, width: width)
    self.secrets = Set(secrets)
  }

  init(_ schema: ViewModelSchema, style: TerminalStyle, width: Int?) {
    self.init(
      outputs: schema.outputs.map(\.name), secrets: schema.outputs.filter(\.isSecret).map(\.name), style: style,
      width: width)
  }

  func text(_ output: OutputParams) -> String {
    line.text(
      viewModel: output.viewModel, output: output.output, value: output.value?.bytes[...],
      isSecret: secrets.contains(output.output))
  }

  func text(_ state: StateValue, of viewModel: String) -> String {
    line.text(
      viewModel: viewModel, output: state.output, value: state.value?.bytes[...], isSecret: secrets.contains(state.output))
  }
}
