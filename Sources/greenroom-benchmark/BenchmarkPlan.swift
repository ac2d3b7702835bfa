/// What a run of the benchmark does, from its arguments.
struct BenchmarkPlan {
  /// What can be measured on its own.
  enum Part: String, CaseIterable {
    case taps, fan, start, memory, micro
  }

  /// In the order of running.
  private(set) var parts = Part.allCases
  private(set) var isQuick = false
  /// Of `micro` only measurements whose name contains this.
  private(set) var only = ""
  /// The call stacks of the allocations that `micro` finds are written to standard error.
  private(set) var isTraced = false

  static let help = """
    usage: greenroom-benchmark [PART ...] [--quick] [--only TEXT] [--trace]

    Measures a real host between two plugins in C, and by turns with it a relay in C that parses nothing; the ratio says how
    many times worse Greenroom is. Build it with `-c release`. All parts take less than two minutes:
      taps           one tap at a time on one core; 64 in flight; the same with quotes of 16 KiB
      fan            one input, three lines to each of 50 presenters
      start          cold start; restart of a killed service
      memory         of an idle instance
      micro          nanoseconds and allocations of one message at each stage of its way, in this process
      --quick        shorter and fewer rounds, less than 30 seconds
      --only TEXT    of micro only measurements whose name contains TEXT
      --trace        of micro the call stacks of the allocations, on standard error
    """

  /// - Throws: a sentence.
  init(_ arguments: [String]) throws(BenchmarkFailure) {
    var chosen: [Part] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--quick": isQuick = true
      case "--trace": isTraced = true
      case "--only":
        guard let text = rest.popFirst() else { throw BenchmarkFailure("--only wants a text") }
        only = text
      default:
        guard let part = Part(rawValue: argument) else {
          throw BenchmarkFailure("unknown argument \(argument)\n\(Self.help)")
        }
        chosen.append(part)
      }
    }
    if !chosen.isEmpty { parts = Part.allCases.filter(chosen.contains) }
  }
}

/// Why a run could not be done, as a sentence.
struct BenchmarkFailure: Error {
  let message: String
  init(_ message: String) { self.message = message }
}
