/// Writes outputs of view models, one line each: `quote  toggleButton          isEnabled: true`.
///
/// View model, output padded to the widest name, value. An object's members are `label: value, label: value`; scalars,
/// strings, lists and everything nested are compact JSON. Whatever the value holds, the line is one physical line
/// that steers nothing.
package struct OutputLine: Sendable {
  /// Stands for every value of a secret port.
  package static let secretValue = "••••"

  private static let gap = "  "

  /// More bytes than one column can need: a character of 4 bytes with its 30 marks. What is beyond is not even read.
  private static let bytesPerColumn = 128

  private let nameWidth: Int
  private let style: TerminalStyle
  private let width: Int?

  /// A writer of lines that stand under each other.
  ///
  /// - Parameters:
  ///   - outputs: the names to leave room for.
  ///   - style: colours the names.
  ///   - width: columns of the terminal, to which a line is cut with "…"; nil, when not on a terminal, cuts nothing.
  package init(outputs: some Sequence<String>, style: TerminalStyle = .plain, width: Int? = nil) {
    nameWidth = outputs.map { TerminalText.displayWidth(TerminalText.escaped($0)) }.max() ?? 0
    self.style = style
    self.width = width
  }

  /// The line, without a line feed.
  ///
  /// - Parameters:
  ///   - viewModel: the instance's name.
  ///   - output: the output's name.
  ///   - value: one JSON value; bytes that are not JSON are shown escaped. Nil or empty: the output has no value and the
  ///     line ends with its name.
  ///   - isSecret: shows `secretValue` for the value.
  /// - Returns: one physical line.
  package func text(viewModel: String, output: String, value: ArraySlice<UInt8>?, isSecret: Bool = false) -> String {
    let value = value.flatMap { $0.isEmpty ? nil : $0 }
    let viewModel = TerminalText.escaped(viewModel)
    let name = TerminalText.escaped(output)
    let output = value == nil ? name : TerminalText.pad(name, toWidth: nameWidth)
    let head = viewModel + Self.gap + output + (value == nil ? "" : Self.gap)
    let room = width.map { $0 - TerminalText.displayWidth(head) }
    if let width, let room, room < (value == nil ? 0 : 1) { return TerminalText.cut(head + "…", toWidth: width) }

    let names = style.apply(.faint, to: viewModel) + Self.gap + style.apply(.name, to: output)
    guard let value else { return names }
    let shown = isSecret ? Self.secretValue : shown(value, room: room)
    return names + Self.gap + (room.map { TerminalText.cut(shown, toWidth: $0) } ?? shown)
  }

  /// The value's text, all of it or a little more than fits.
  private func shown(_ value: ArraySlice<UInt8>, room: Int?) -> String {
    let limit = room.map { ($0 + 1) * Self.bytesPerColumn } ?? .max
    guard let (text, isWhole) = JSONDisplay.text(of: value, limit: limit) else {
      return TerminalText.escaped(value.prefix(limit))
    }
    return isWhole ? text : text + "…"
  }
}
