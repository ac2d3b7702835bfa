import GreenroomEventLoop

/// Tells when a configuration file has been written, moved into its place or removed.
///
/// The folder is watched and not the file: editors write beside it and rename. Confined to the loop's thread.
final class ConfigurationWatcher {
  private let watcher: FileWatcher
  private let timer: LoopTimer

  /// An editor writes in several steps, and what is half written is no configuration.
  private static let settlingTime: Duration = .milliseconds(100)

  init(_ path: String, loop: Loop, _ action: @escaping () -> Void) throws(LoopError) {
    let slash = path.lastIndex(of: "/")
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let timer = LoopTimer(loop: loop)
    self.timer = timer
    do {
      watcher = try FileWatcher(loop: loop, folder: folder) { changed in
        // Without a name it may have been any file.
        if changed == nil || changed == name { timer.start(after: Self.settlingTime, action) }
      }
    } catch {
      timer.close()
      throw error
    }
  }

  func close() {
    watcher.close()
    timer.close()
  }
}
