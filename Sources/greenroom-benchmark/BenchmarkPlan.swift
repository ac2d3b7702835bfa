/// What a run of the benchmark does, from its arguments.
struct BenchmarkPlan {
  var isQuick = false
  /// Only measurements whose name contains this.
  var only = ""
  var isTraced = false

  static let help = """
    usage: greenroom-benchmark [micro] [--quick] [--only TEXT] [--trace]

    Build it with `-c release`.
      micro          nanoseconds and allocations of one message at each stage of its way, in this process
      --quick        shorter rounds
      --only TEXT    of micro only measurements whose name contains TEXT
      --trace        of micro the call stacks of the allocations, on standard error
    """

  /// - Throws: a sentence.
  init(_ arguments: [String]) throws(BenchmarkFailure) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "micro": break
      case "--quick": isQuick = true
      case "--trace": isTraced = true
      case "--only":
        guard let text = rest.popFirst() else { throw BenchmarkFailure("--only wants a text") }
        only = text
      default: throw BenchmarkFailure("unknown argument \(argument)\n\(Self.help)")
      }
    }
  }
}

/// Why a run could not be done, as a sentence.
struct BenchmarkFailure: Error {
  let message: String
  init(_ message: String) { self.message = message }
}
