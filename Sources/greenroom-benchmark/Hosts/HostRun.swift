/// One run of a host: what its presenter does, and what is around it.
struct HostRun {
  /// The host under measurement.
  enum Host { case greenroom, relay }

  /// A mode of BenchmarkPeer and its options.
  var mode: String
  var options: [String] = []
  /// Bytes of a quote's text.
  var quoteByteCount = 80
  var presenters = 1
  /// Instances of Quote; the relay always has 64.
  var instances = 64
  /// The presenters are attached to the first instance only.
  var showsFirstOnly = false
  /// All processes share one core, so that no wake-up crosses cores: the steadiest latency.
  var isPinned = false

  private var readyInstance: String { "quote-\(showsFirstOnly ? 0 : instances - 1)" }

  /// The arguments of a presenter; those behind the first only look.
  func presenterArguments(_ index: Int, folder: String) -> [String] {
    ["presenter", folder, index == 0 ? mode : "sink", "ready=\(readyInstance)"] + options
  }

  /// The configuration of the host that is measured: instances whose taps come in turn, one service, and presenters that
  /// end the host.
  func configuration(peer: String, folder: String) -> String {
    func list(_ words: [String]) -> String { words.map { "\"\($0)\"" }.joined(separator: ",") }
    var plugins = [
      #""quotes": {"program": "\#(peer)", "arguments": [\#(list(["service", folder, String(quoteByteCount)]))]}"#
    ]
    for index in 0..<presenters {
      plugins.append(
        #""screen-\#(index)": {"program": "\#(peer)", "significant": \#(index == 0), "restart": "temporary","#
          + #" "arguments": [\#(list(presenterArguments(index, folder: folder)))]}"#)
    }
    let viewModels = (0..<instances).map { #""quote-\#($0)": {"type": "Quote", "services": {"quotes": "quotes"}}"# }
    let seen = showsFirstOnly ? #""quote-0""# : #""*""#
    let screens = (0..<presenters).map { #""screen-\#($0)": {"plugin": "screen-\#($0)", "viewModels": [\#(seen)]}"# }
    return """
      {"name": "benchmark",
       "plugins": {\(plugins.joined(separator: ",\n"))},
       "services": {"quotes": {"plugin": "quotes"}},
       "viewModels": {\(viewModels.joined(separator: ",\n"))},
       "presenters": {\(screens.joined(separator: ",\n"))},
       "limits": {"backOffMs": \(Self.backOffMilliseconds), "backOffMaximumMs": \(Self.backOffMilliseconds),
                  "backOffJitterPercent": 0, "restarts": 1000000}}
      """
  }

  /// The shortest that a configuration may ask for.
  static let backOffMilliseconds = 1
}
