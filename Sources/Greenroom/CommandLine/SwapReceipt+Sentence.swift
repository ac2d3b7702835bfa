package import GreenroomProtocol

extension SwapReceipt {
  /// `quotes: generation 3 (a) -> 4 (b): in 10231, out 10231, lost 0, duplicated 0, drained 12 in 8 ms`
  package var sentence: String {
    var text =
      "\(service): generation \(fromGeneration) (\(fromPlugin)) -> \(toGeneration) (\(toPlugin)): "
      + "in \(requestsIn), out \(requestsOut), lost \(lost), duplicated \(duplicated), "
      + "drained \(drained) in \(Self.milliseconds(drainMicroseconds)) ms"
    if undrained > 0 { text += ", \(undrained) not answered before the drain deadline" }
    if let pauseMicroseconds { text += ", held for \(Self.milliseconds(pauseMicroseconds)) ms" }
    return text
  }

  /// One decimal.
  private static func milliseconds(_ microseconds: Int) -> String {
    let tenths = (microseconds + 50) / 100
    return "\(tenths / 10).\(tenths % 10)"
  }
}
