import GreenroomExamples

/// The lines of a tap, as they cross a host.
enum SampleLines {
  static let content = String(
    "The best way to predict the future is to invent it, and then to measure what came of it.".prefix(80))
  static let quote = Quote(content: content, author: "Alan Kay")
  static let quoteJSON = #"{"content":"\#(content)","author":"Alan Kay"}"#
  static let input = input(of: "quote-17")
  static let reply = #"{"jsonrpc":"2.0","id":1234567,"result":\#(quoteJSON)}"#
  static let longReply = reply.replacing(content, with: String(repeating: "0123456789abcdef", count: 1024))

  static func input(of viewModel: String) -> String {
    #"{"jsonrpc":"2.0","method":"input","params":{"viewModel":"\#(viewModel)","input":"refreshButtonDidTap"}}"#
  }

  /// Lines with their LFs, as one read brings them.
  static func block(_ lines: [String]) -> [UInt8] { Array(lines.map { $0 + "\n" }.joined().utf8) }
}
