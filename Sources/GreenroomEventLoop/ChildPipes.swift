#if canImport(Glibc)
  import Glibc
#endif

/// The four pipes of a child that is being started: its standard streams and the report of its start.
///
/// The child's ends stay blocking (ordinary programs lose output otherwise) and are closed here as soon as the child has
/// them. This process's ends are watched before there is a child, so that nothing can fail after the fork.
struct ChildPipes {
  /// Standard input (written) and output (read).
  let wire: ByteChannel
  /// Standard error, read.
  let standardError: ByteChannel
  /// Why there is no program, read.
  let report: ByteChannel
  /// What becomes 0, 1 and 2 of the child.
  let childStreams: [CInt]
  /// The child's end of the report.
  let childReport: CInt

  /// - Throws: the system's reason (EMFILE, ENFILE, ENOMEM); nothing stays open then.
  init(loop: Loop, capacity: Int?) throws(LoopError) {
    var pipes: [(reading: CInt, writing: CInt)] = []
    var channels: [ByteChannel] = []
    do throws(LoopError) {
      for capacity in [capacity, capacity, nil, nil] {
        let ends = try PipeEnds.make(capacity: capacity)
        pipes.append(ends.release())
      }
    } catch {
      for pipe in pipes { Self.close(pipe.reading, pipe.writing) }
      throw error
    }
    let (input, output, errors, reports) = (pipes[0], pipes[1], pipes[2], pipes[3])
    // A channel that cannot be made has closed what it was given.
    do throws(LoopError) {
      channels.append(
        try ByteChannel(
          loop: loop, reading: Descriptor(owning: output.reading), writing: Descriptor(owning: input.writing)))
      for pipe in [errors, reports] {
        channels.append(try ByteChannel(loop: loop, reading: Descriptor(owning: pipe.reading)))
      }
    } catch {
      Self.close(input.reading, output.writing, errors.writing, reports.writing)
      if channels.isEmpty { Self.close(errors.reading) }
      if channels.count < 2 { Self.close(reports.reading) }
      for channel in channels { channel.close() }
      throw error
    }
    (wire, standardError, report) = (channels[0], channels[1], channels[2])
    childStreams = [input.reading, output.writing, errors.writing]
    childReport = reports.writing
  }

  private static func close(_ numbers: CInt...) {
    for number in numbers { Glibc.close(number) }
  }

  /// Closes the child's ends, which it has by now.
  func closeChildEnds() {
    for number in childStreams { Self.close(number) }
    Self.close(childReport)
  }

  /// Closes everything, if there will be no child.
  func close() {
    closeChildEnds()
    for channel in [wire, standardError, report] { channel.close() }
  }
}
