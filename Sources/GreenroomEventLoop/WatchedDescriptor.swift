#if canImport(Glibc)
  import Glibc
#endif

/// A descriptor of a channel and what watches it; of a socket one serves both directions.
final class WatchedDescriptor {
  let number: CInt
  let readiness: Readiness
  private var isClosed = false

  /// Takes the descriptor over, also when it throws.
  init(_ descriptor: consuming Descriptor, loop: Loop) throws(LoopError) {
    do throws(LoopError) {
      readiness = try Readiness.watching(descriptor.number, loop: loop)
    } catch {
      descriptor.close()
      throw error
    }
    number = descriptor.release()
  }

  /// Closes the descriptor after libuv has ceased to watch it, which is at once.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    readiness.close()
    Glibc.close(number)
  }
}
