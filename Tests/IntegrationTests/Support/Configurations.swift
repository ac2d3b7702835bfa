/// Configurations of the tests: the quote app with whatever plugins a test writes.
enum Configurations {
  /// The shipped catalogue in order, and the stdout presenter.
  static let catalogue = quotes(
    """
    "catalog": {"program": "QuoteCatalog", "configuration": {"order": "sequential"}}
    """, service: "catalog")

  /// The quote app with these entries of `plugins`.
  static func quotes(
    _ plugins: String, service: String, presenter: Bool = true, limits: String = "{}", deadlineMs: Int = 10_000
  ) -> String {
    let screen = #", "screen": {"program": "StdoutPresenter", "inherit": ["stdout"]}"#
    return """
      {"name": "test", "plugins": {\(plugins)\(presenter ? screen : "")},
       "services": {"quotes": {"plugin": "\(service)", "requestDeadlineMs": \(deadlineMs)}},
       "viewModels": {"quote": {"type": "Quote"}},
       "presenters": {\(presenter ? #""screen": {"plugin": "screen", "viewModels": ["*"]}"# : "")},
       "limits": \(limits)}
      """
  }

  /// A service without any kit: answers with one quote. `answer` is what it does with a request whose id is `$id`.
  static func shellService(
    answer: String = #"printf '{"jsonrpc":"2.0","id":%s,"result":{"content":"from the shell","author":"sh"}}\n' "$id""#,
    opening: String =
      #"printf '{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"1","provides":["quotes.random"]}}\n' "$id""#
  ) -> String {
    """
    #!/bin/sh
    while read -r line; do
      id=${line#*\\"id\\":}; id=${id%%,*}
      case $line in
      *'"method":"initialize"'*) \(opening) ;;
      *'"method":"quotes.random"'*) \(answer) ;;
      esac
    done
    """
  }
}
