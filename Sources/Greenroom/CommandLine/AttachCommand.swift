import GreenroomJSONLines
import GreenroomProtocol
import GreenroomTerminalText

#if canImport(Glibc)
  import Glibc
#endif

/// `greenroom attach`: a presenter in this terminal. The state comes at once, then every output; typed lines are inputs.
///
/// End of input on a terminal (^D) detaches. Input from elsewhere may end: outputs go on until the host stops.
final class AttachCommand {
  private let connection: ControlConnection
  private let viewModel: String
  private let json: Bool
  private var text: OutputText?
  private var inputs: [PortSchema] = []
  private var isOpen = true
  private var detachedReason: String?
  private var typed = LineFramer()

  init(connection: ControlConnection, viewModel: String, json: Bool) {
    self.connection = connection
    self.viewModel = viewModel
    self.json = json
  }

  func run() throws(CommandFailure) -> ExitCode {
    connection.onNotification = { [unowned self] method, params in show(method, params) }
    _ = try connection.request(MethodName.attach, ViewModelParams(viewModel: viewModel))
    var input: CInt = 0
    while isOpen {
      if let detachedReason {
        StandardOutput.complain("\(viewModel): detached: \(detachedReason)")
        return detachedReason == "the host stops" ? .success : .failure
      }
      guard try connection.wait(alsoFor: input) else { continue }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = read(input, &buffer, buffer.count)
      if count > 0 {
        let bytes = buffer.span
        typed.append(bytes.extracting(0..<count))
        while case .line(let line)? = typed.next() { try send(line) }
      } else {
        if case .unterminated(let line)? = typed.finish() { try send(line) }
        if isatty(input) == 1 { return .success }
        input = -1
      }
    }
    return .success
  }

  // MARK: Outputs

  private func show(_ method: ArraySlice<UInt8>, _ params: ArraySlice<UInt8>) {
    if method.matches(MethodName.detached) {
      detachedReason = (try? JSONDecoding.decode(DetachedParams.self, from: params))?.reason ?? "for an unknown reason"
    }
    if json {
      if method.matches(MethodName.attached) || method.matches(MethodName.output) || method.matches(MethodName.detached) {
        isOpen = StandardOutput.line(params)
      }
      return
    }
    if method.matches(MethodName.attached) {
      guard let attached = try? JSONDecoding.decode(AttachedParams.self, from: params) else { return }
      let width = TerminalStyle.isTerminal(1) ? TerminalStyle.terminalWidth(1) : nil
      let text = OutputText(attached.schema, style: StandardOutput.style, width: width)
      self.text = text
      inputs = attached.schema.inputs
      for state in attached.state { isOpen = StandardOutput.line(text.text(state, of: attached.viewModel)) }
    } else if method.matches(MethodName.output) {
      guard let text, let output = try? JSONDecoding.decode(OutputParams.self, from: params) else { return }
      isOpen = StandardOutput.line(text.text(output))
    }
  }

  // MARK: Inputs

  /// A typed line: the name of an input, and its value as JSON behind a space.
  private func send(_ line: ArraySlice<UInt8>) throws(CommandFailure) {
    let line = line.drop { $0 <= 0x20 }
    guard !line.isEmpty else { return }
    let name = line.prefix { $0 > 0x20 }
    var value = line[name.endIndex...].drop { $0 <= 0x20 }
    while let last = value.last, last <= 0x20 { value.removeLast() }
    if !value.isEmpty {
      var scanner = JSONScanner()
      do {
        try scanner.scan(value)
      } catch {
        return StandardOutput.complain("the value of \(name.text) is no JSON: \(error)")
      }
    }
    do throws(CommandFailure) {
      _ = try connection.request(
        MethodName.input,
        InputParams(viewModel: viewModel, input: name.text, value: value.isEmpty ? nil : RawJSON(Array(value))))
    } catch {
      guard error.code == .failure else { throw error }
      let known = inputs.map(\.name)
      StandardOutput.complain(error.message + (known.contains(name.text) ? "" : Suggestion.phrase(for: name.text, among: known)))
    }
  }
}
