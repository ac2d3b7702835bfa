#if canImport(Glibc)
  import Glibc
#endif

/// The four pipes of a child that is being started: its standard streams and the launcher's report.
///
/// Numbers and not `Descriptor`s, since all of them change hands at once: the child's ends are closed here, the parent's are
/// given away together, or everything is closed.
struct ChildPipes {
  private var input: (reading: CInt, writing: CInt)
  private var output: (reading: CInt, writing: CInt)
  private var error: (reading: CInt, writing: CInt)
  private var report: (reading: CInt, writing: CInt)

  /// - Throws: the system's reason (EMFILE, ENFILE); nothing stays open then.
  init(capacity: Int?) throws(LoopError) {
    var made: [(CInt, CInt)] = []
    do {
      for capacity in [capacity, capacity, nil, nil] {
        let ends = try PipeEnds.make(capacity: capacity)
        made.append(ends.release())
      }
    } catch {
      for (reading, writing) in made {
        Glibc.close(reading)
        Glibc.close(writing)
      }
      throw error
    }
    input = made[0]
    output = made[1]
    error = made[2]
    report = made[3]
  }

  /// What becomes 0, 1 and 2 of the child.
  var childNumbers: [CInt] { [input.reading, output.writing, error.writing] }
  var childReport: CInt { report.writing }

  /// Closes the child's ends, which it has by now, and gives the others away.
  func parentEnds() -> (input: CInt, output: CInt, error: CInt, report: CInt) {
    for number in childNumbers + [childReport] { Glibc.close(number) }
    return (input.writing, output.reading, error.reading, report.reading)
  }

  func close() {
    let (input, output, error, report) = parentEnds()
    for number in [input, output, error, report] { Glibc.close(number) }
  }
}
