import GreenroomJSONLines
import GreenroomProtocol
import GreenroomTerminalText

/// Outputs as a person reads them in a terminal.
struct OutputText {
  private let line: OutputLine
  private let secrets: Set<String>

  /// Lines for the outputs of one view model, their names under each other; nil as `width` cuts nothing.
  init(_ schema: ViewModelSchema, style: TerminalStyle, width: Int?) {
    line = OutputLine(outputs: schema.outputs.map(\.name), style: style, width: width)
    secrets = Set(schema.outputs.filter(\.isSecret).map(\.name))
  }

  func text(_ output: OutputParams) -> String {
    line.text(
      viewModel: output.viewModel, output: output.output, value: output.value?.bytes[...],
      isSecret: secrets.contains(output.output))
  }

  func text(_ state: StateValue, of viewModel: String) -> String {
    line.text(
      viewModel: viewModel, output: state.output, value: state.value?.bytes[...],
      isSecret: secrets.contains(state.output))
  }
}
