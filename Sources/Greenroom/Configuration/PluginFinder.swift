import GreenroomJSONLines

#if canImport(Glibc)
  import Glibc
#endif

/// Finds a plugin's program by the name that a configuration gives.
///
/// ```
/// FOLDER/               one of the plugin folders
///   QuoteCatalog/
///     plugin.json       {"executable": "QuoteCatalog", ...}
///     QuoteCatalog
/// ```
///
/// A name with a slash is a path from the configuration file's folder. A bare name is looked for beside the running
/// executable, then in each plugin folder.
struct PluginFinder {
  let executableFolder: String
  let pluginFolders: [String]
  let configurationFolder: String

  /// What was found, or a sentence that says what was not and where it was looked for.
  func find(_ program: String) -> Result<String, FinderError> {
    if program.contains("/") {
      let path = path(program)
      return check(path).map { .failure($0) } ?? .success(path)
    }
    var tried: [String] = []
    for candidate in candidates(program) {
      if access(candidate, F_OK) != 0 {
        tried.append(candidate)
        continue
      }
      return check(candidate).map { .failure($0) } ?? .success(absolute(candidate))
    }
    return .failure(FinderError("no program \"\(program)\"; looked for \(tried.joined(separator: ", "))"))
  }

  /// The absolute path that a path in the configuration file stands for.
  func path(_ path: String) -> String {
    absolute(path.hasPrefix("/") ? path : "\(configurationFolder)/\(path)")
  }

  private func candidates(_ name: String) -> [String] {
    var paths = ["\(executableFolder)/\(name)"]
    for folder in pluginFolders {
      if let executable = manifestExecutable("\(folder)/\(name)/plugin.json") {
        paths.append("\(folder)/\(name)/\(executable)")
      } else {
        paths.append("\(folder)/\(name)/\(name)")
      }
      paths.append("\(folder)/\(name)")
    }
    return paths.filter { !isFolder($0) }
  }

  private func manifestExecutable(_ path: String) -> String? {
    guard let text = try? FileBytes.read(path, limit: 1 << 20), let node = try? JSONNode.parse(text),
      case .object(let members) = node.value, case .string(let name)? = members.first(where: { $0.name == "executable" })?.node.value
    else { return nil }
    return name
  }

  private func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Why a path is no program; nil if it is one.
  private func check(_ path: String) -> FinderError? {
    var status = stat()
    guard stat(path, &status) == 0 else { return FinderError("\(path): \(String(cString: strerror(errno)))") }
    guard status.st_mode & S_IFMT == S_IFREG else { return FinderError("\(path) is not a file") }
    guard access(path, X_OK) == 0 else { return FinderError("\(path) is not executable; chmod +x makes it so") }
    return nil
  }

  private func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return String(cString: folder) + "/" + path
  }
}

struct FinderError: Error {
  let sentence: String
  init(_ sentence: String) { self.sentence = sentence }
}

/// Reads a whole file with a bound.
enum FileBytes {
  static func read(_ path: String, limit: Int) throws(FinderError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FinderError(String(cString: strerror(errno))) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FinderError(String(cString: strerror(errno))) }
      if count == 0 { return bytes }
      bytes.append(contentsOf: chunk[..<count])
      if bytes.count > limit { throw FinderError("the file has more than \(limit) bytes") }
    }
  }
}
