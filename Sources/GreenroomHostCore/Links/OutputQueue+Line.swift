extension OutputQueue {
  /// What a line is, as far as the queue and the ledgers care.
  package struct Line: BitwiseCopyable {
    package enum Kind: UInt8, BitwiseCopyable { case control, request, event, state }
    package var kind: Kind
    package var viewModel: Int32 = -1
    package var port: Int32 = -1
    /// `seq` of an output, number of a request.
    package var number: Int = 0
    /// For an output behind a gap: the last `seq` before it on this link; else -1.
    package var after: Int = -1

    package init(_ kind: Kind, number: Int = 0) {
      self.kind = kind
      self.number = number
    }
    package init(output kind: Kind, viewModel: Int32, port: Int32, seq: Int, after: Int = -1) {
      self.kind = kind
      self.viewModel = viewModel
      self.port = port
      number = seq
      self.after = after
    }
    package var isOutput: Bool { kind == .event || kind == .state }
  }
}
