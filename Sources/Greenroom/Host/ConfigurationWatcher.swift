import GreenroomEventLoop

#if canImport(Glibc)
  import Glibc
#endif

/// Tells when a configuration file has been written, moved into its place or removed, or when a link on the way to it leads
/// elsewhere.
///
/// Folders are watched and not the file: editors write beside it and rename. That of the file, and that of each link on the
/// way to it. Whatever changes there, the file that the path leads to is compared with the one before. Confined to the loop's
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

  /// Where something would happen if the file became another. Of a folder that is gone it is the one around it.
  private var wantedFolders: [Folder] {
    var wanted: [Folder] = []
    for folder in Self.foldersOnTheWay(to: path) {
      var place = folder
      while Identity(place) == nil, let slash = place.lastIndex(of: "/") {
        place = slash == place.startIndex ? "/" : String(place[..<slash])
      }
      let found = Folder(place)
      if !wanted.contains(found) { wanted.append(found) }
    }
    return wanted
  }

  private func watch() throws(LoopError) {
    let found = wantedFolders
    guard found != folders else { return }
    var new: [FileWatcher] = []
    do {
      for folder in found {
        new.append(try FileWatcher(loop: loop, folder: folder.path) { [unowned self] _ in changed() })
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
    guard Identity(path) != last || wantedFolders != folders else { return }
    timer.start(after: Self.settlingTime) { [unowned self] in
      // A link may lead elsewhere now, and a folder be gone or back. What cannot be watched is tried with the next change.
      try? watch()
      let now = Identity(path)
      guard now != last else { return }
      last = now
      action()
    }
  }

  /// The folders in which something decides which file a path leads to: that of each link on the way, and that of the file.
  static func foldersOnTheWay(to path: String) -> [String] {
    var folders: [String] = []
    func add(_ folder: String) {
      if !folders.contains(folder) { folders.append(folder) }
    }
    var way = path.hasPrefix("/") ? "" : workingFolder
    var rest = path.split(separator: "/").map(String.init)[...]
    var linkCount = 0
    while let part = rest.popFirst() {
      let folder = way.isEmpty ? "/" : way
      if part == "." { continue }
      if part == ".." {
        way = way.lastIndex(of: "/").map { String(way[..<$0]) } ?? ""
        continue
      }
      let place = "\(way)/\(part)"
      if rest.isEmpty { add(folder) }
      // As many links as the system follows.
      if linkCount < 40, let target = target(of: place) {
        linkCount += 1
        add(folder)
        if target.hasPrefix("/") { way = "" }
        rest = target.split(separator: "/").map(String.init) + rest
      } else {
        way = place
      }
    }
    return folders
  }

  private static var workingFolder: String {
    guard let folder = getcwd(nil, 0) else { return "" }
    defer { free(folder) }
    let path = String(cString: folder)
    return path == "/" ? "" : path
  }

  /// What a link leads to; nil if it is none.
  private static func target(of path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    guard readlink(path, &bytes, bytes.count - 1) > 0 else { return nil }
    return bytes.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
  }
}
