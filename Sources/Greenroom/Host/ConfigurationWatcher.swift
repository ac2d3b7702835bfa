import GreenroomEventLoop

#if canImport(Glibc)
  import Glibc
#endif

/// Tells when a configuration file has been written, moved into its place or removed, or when a link on the way to it leads
/// elsewhere.
///
/// Folders are watched and not the file: editors write beside it and rename. That of the path, and that of the file which it
/// leads to. Whatever changes there, the file that the path leads to is compared with the one before. Confined to the loop's
/// thread.
final class ConfigurationWatcher {
  private let path: String
  private let loop: Loop
  private let action: () -> Void
  private let timer: LoopTimer
  private var watchers: [FileWatcher] = []
  /// The folders whose changes are told: what is watched is the folder itself, and another may have its path meanwhile.
  private var folders: [Folder] = []
  private var last: Identity?

  private struct Folder: Equatable {
    let path: String
    let device: UInt
    let number: UInt

    init(_ path: String) {
      self.path = path
      let identity = Identity(path)
      device = identity?.device ?? 0
      number = identity?.number ?? 0
    }
  }

  /// Tells one state of a file from another.
  private struct Identity: Equatable {
    let device: UInt
    let number: UInt
    let size: Int
    let seconds: Int
    let nanoseconds: Int

    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      device = UInt(status.st_dev)
      number = UInt(status.st_ino)
      size = Int(status.st_size)
      seconds = status.st_mtim.tv_sec
      nanoseconds = status.st_mtim.tv_nsec
    }
  }

  /// An editor writes in several steps, and what is half written is no configuration.
  private static let settlingTime: Duration = .milliseconds(100)

  init(_ path: String, loop: Loop, _ action: @escaping () -> Void) throws(LoopError) {
    self.path = path
    self.loop = loop
    self.action = action
    timer = LoopTimer(loop: loop)
    last = Identity(path)
    do {
      try watch()
    } catch {
      timer.close()
      throw error
    }
  }

  func close() {
    for watcher in watchers { watcher.close() }
    watchers = []
    timer.close()
  }

  private func watch() throws(LoopError) {
    var wanted = [Self.folder(of: path)]
    if let real = realpath(path, nil) {
      let target = Self.folder(of: String(cString: real))
      free(real)
      if !wanted.contains(target) { wanted.append(target) }
    }
    let found = wanted.map { Folder($0) }
    guard found != folders else { return }
    var new: [FileWatcher] = []
    do {
      for folder in wanted {
        new.append(try FileWatcher(loop: loop, folder: folder) { [unowned self] _ in changed() })
      }
    } catch {
      for watcher in new { watcher.close() }
      throw error
    }
    for watcher in watchers { watcher.close() }
    watchers = new
    folders = found
  }

  private func changed() {
    guard Identity(path) != last else { return }
    timer.start(after: Self.settlingTime) { [unowned self] in
      last = Identity(path)
      // The folder that a link leads to may be another now; if it cannot be watched, the ones before are.
      try? watch()
      action()
    }
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
