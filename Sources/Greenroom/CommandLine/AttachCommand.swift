import GreenroomJSONLines
import GreenroomProtocol
import GreenroomTerminalText

#if canImport(Glibc)
  import Glibc
#endif

/// `greenroom attach`: a presenter in this terminal. The state comes at once, then every output; typed lines are inputs.
///
/// End of input on a terminal (^D) detaches. Input from elsewhere may end: outputs go on until the host ends or nobody
/// reads them any more. A host that stops in order says so before it goes, which is a good end; one that just goes is none.
final class AttachCommand {
  private let connection: ControlConnection
  private let viewModel: String
  private let json: Bool
  private let style: TerminalStyle
  private var text: OutputText?
  private var inputs: [String] = []
  private var detached: DetachedParams?
  private var typed = LineFramer()
  /// Standard input, or -1 after its end.
  private var input: CInt = 0

  init(connection: ControlConnection, viewModel: String, json: Bool, style: TerminalStyle) {
    self.connection = connection
    self.viewModel = viewModel
    self.json = json
    self.style = style
  }

  func run() throws(CommandFailure) -> ExitCode {
    connection.onNotification = { [unowned self] method, params in show(method, params) }
    do {
      _ = try connection.request(MethodName.attach, ViewModelParams(viewModel: viewModel))
    } catch {
      throw connection.explained(error, viewModel: viewModel)
    }
    while StandardOutput.isOpen {
      if let detached { return try end(detached) }
      do throws(CommandFailure) {
        switch try connection.wait(alsoFor: input) {
        case .host, .deadline: continue
        case .outputGone: return .success
        case .input: if try read() == .ended, isatty(0) == 1 { return .success }
        }
      } catch {
        // What was typed last has found the connection closed; the reason has come before.
        guard detached != nil else { throw error }
      }
    }
    return .success
  }

  /// Says why the host has detached this presenter.
  private func end(_ detached: DetachedParams) throws(CommandFailure) -> ExitCode {
    let dropped = detached.dropped > 0 ? "; \(detached.dropped) outputs were dropped" : ""
    let sentence = "\(viewModel): detached: \(detached.reason)\(dropped)"
    guard detached.reason == DetachedParams.hostStops else { throw CommandFailure(.failure, sentence) }
    StandardOutput.complain(sentence)
    return .success
  }

  // MARK: Outputs

  private func show(_ method: ArraySlice<UInt8>, _ params: ArraySlice<UInt8>) {
    if method.matches(MethodName.attached) {
      guard let attached = AttachedParams(params: params) else { return }
      inputs = attached.schema.inputs.map(\.name)
      if json {
        StandardOutput.json(params)
        return
      }
      let text = OutputText(attached.schema, style: style, width: StandardOutput.width)
      self.text = text
      for state in attached.state { StandardOutput.line(text.text(state, of: attached.viewModel)) }
    } else if method.matches(MethodName.output) {
      if json {
        StandardOutput.json(params)
      } else if let text, let output = OutputParams(params: params) {
        StandardOutput.line(text.text(output))
      }
    } else if method.matches(MethodName.detached) {
      detached = DetachedParams(params: params)
    }
  }

  // MARK: Inputs

  private enum Reading { case open, ended }

  /// Reads what standard input has now and sends the whole lines of it.
  private func read() throws(CommandFailure) -> Reading {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(input, &buffer, buffer.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return .open }
    guard count > 0 else {
      input = -1
      if let rest = typed.finish() { try take(rest) }
      return .ended
    }
    typed.append(buffer.span.extracting(0..<count))
    while let frame = typed.next() { try take(frame) }
    return .open
  }

  /// Sends one line; a mistake in it is told, and the next line may be better.
  private func take(_ frame: LineFramer.Frame) throws(CommandFailure) {
    let line: ArraySlice<UInt8>
    switch frame {
    case .line(let range), .unterminated(let range): line = typed[range]
    case .tooLong(let count): return StandardOutput.complain("a line of \(count) bytes is too long to be an input")
    }
    let entry: TypedInput
    do throws(TypedInput.Mistake) {
      guard let read = try TypedInput(line) else { return }
      entry = read
    } catch {
      return StandardOutput.complain(error.message)
    }
    do throws(CommandFailure) {
      _ = try connection.request(
        MethodName.input, InputParams(viewModel: viewModel, input: entry.name, value: entry.value))
    } catch {
      guard error.code == .failure else { throw error }
      let suggestion = inputs.contains(entry.name) ? "" : Suggestion.phrase(for: entry.name, among: inputs)
      for message in error.appending(suggestion).messages { StandardOutput.complain(message) }
    }
  }
}
