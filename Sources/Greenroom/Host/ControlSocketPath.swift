import GreenroomEventLoop

#if canImport(Glibc)
  import Glibc
#endif

/// Where a host's control socket is: `NAME.sock` in a folder that only its user may enter, with `NAME.lock` beside it.
///
/// The lock decides who is the host of this name, not the socket: a killed host leaves its socket behind, but no lock.
struct ControlSocketPath {
  /// The socket.
  let path: String
  /// The folder is Greenroom's own and is kept to its user; a folder of the caller's choice is the caller's affair.
  private let isDefault: Bool

  /// The default place: `$XDG_RUNTIME_DIR/greenroom`, else `/tmp/greenroom-UID`.
  init(hostName: String) {
    let folder: String
    if let runtime = getenv("XDG_RUNTIME_DIR"), runtime.pointee == 0x2f {
      folder = String(cString: runtime) + "/greenroom"
    } else {
      folder = "/tmp/greenroom-\(geteuid())"
    }
    path = "\(folder)/\(hostName).sock"
    isDefault = true
  }

  /// A place of the caller's choice (`--socket`).
  init(path: String) {
    self.path = path
    isDefault = false
  }

  private var folder: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Names of hosts in the same folder that take connections, in alphabetical order.
  var runningHosts: [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      // Where it stands: an entry is shorter than its type, and must not be copied.
      guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { continue }
      let file = String(cString: (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self))
      guard file.hasSuffix(".sock") else { continue }
      if let connected = try? UnixSocket.connect(path: "\(folder)/\(file)", waits: false) {
        connected.close()
        names.append(String(file.dropLast(".sock".count)))
      }
    }
    return names.sorted()
  }

  /// Makes the folder (0700) if it is not there, checks that it is this user's, takes the lock and removes a stale socket.
  func acquire() throws(LoopError) -> LockFile {
    try UnixSocket.check(path)
    if mkdir(folder, 0o700) != 0, errno != EEXIST {
      throw LoopError.system(operation: "mkdir", errno: errno, subject: folder)
    }
    var status = stat()
    guard lstat(folder, &status) == 0 else {
      throw LoopError.system(operation: "lstat", errno: errno, subject: folder)
    }
    // In /tmp anybody could have made it first.
    if isDefault, status.st_mode & S_IFMT != S_IFDIR || status.st_uid != geteuid() || status.st_mode & 0o077 != 0 {
      throw LoopError.refused(
        "\(folder) is not a folder that belongs to this user alone (0700); remove it or use --socket")
    }
    try checkIsSocket()
    let lock = try LockFile(path: path + ".lock")
    // Of no host: that would hold the lock.
    if let connected = try? UnixSocket.connect(path: path, waits: false) {
      connected.close()
      lock.close()
      throw LoopError.refused("\(path) is the socket of another program, which listens; give --socket another path")
    }
    unlink(path)
    return lock
  }

  /// What is there may be removed only if it is what a host leaves behind: the path may be a slip of the pen.
  private func checkIsSocket() throws(LoopError) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFSOCK else { return }
    throw LoopError.refused("\(path) is there already and is no socket; remove it, or give --socket another path")
  }

  /// Removes the socket of a host that stops; called while it still holds the lock.
  func remove() { unlink(path) }
}
