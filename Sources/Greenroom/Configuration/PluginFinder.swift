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
    for candidate in ["\(executableFolder)/\(program)"] + pluginFolders.map({ "\($0)/\(program)" }) {
      guard isFolder(candidate) else {
        if access(candidate, F_OK) == 0 {
          return check(candidate).map { .failure($0) } ?? .success(absolute(candidate))
        }
        tried.append(candidate)
        continue
      }
      switch packed(candidate) {
      case .some(.success(let path)): return check(path).map { .failure($0) } ?? .success(absolute(path))
      case .some(.failure(let error)): return .failure(error)
      case nil: tried.append("\(candidate)/plugin.json")
      }
    }
    return .failure(
      FinderError("no program \"\(program)\"; looked for \(tried.joined(separator: ", "))\(advice(program))"))
  }

  /// What was probably meant by a name that is none, as the end of a sentence.
  private func advice(_ program: String) -> String {
    if access(path(program), F_OK) == 0 { return "; for the file beside the configuration write \"./\(program)\"" }
    if program.contains(" ") { return "; what follows the program belongs into \"arguments\"" }
    let folders = getenv("PATH").map { String(cString: $0).split(separator: ":") } ?? []
    for folder in folders where access("\(folder)/\(program)", X_OK) == 0 {
      return "; PATH is not searched, write \"\(folder)/\(program)\""
    }
    return ""
  }

  /// The absolute path that a path in the configuration file stands for.
  func path(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    let inside = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    return absolute(configurationFolder == "." ? inside : "\(configurationFolder)/\(inside)")
  }

  /// Why a path is no folder to work in; nil if it is one.
  func checkFolder(_ path: String) -> FinderError? {
    if isFolder(path) { return nil }
    return FinderError(
      access(path, F_OK) == 0 ? "\(path) is no folder" : "\(path): \(String(cString: strerror(errno)))")
  }

  /// The program of a plugin that has a folder of its own; nil if that folder has no `plugin.json`.
  private func packed(_ folder: String) -> Result<String, FinderError>? {
    let path = "\(folder)/plugin.json"
    guard access(path, F_OK) == 0 else { return nil }
    do throws(FinderError) {
      let text = try FileBytes.read(path, limit: Self.manifestLimit)
      let node: JSONNode
      do {
        node = try JSONNode.parse(text)
      } catch {
        throw FinderError("not strict JSON: \(error.description)")
      }
      guard case .object(let members) = node.value,
        case .string(let name)? = members.first(where: { $0.name == "executable" })?.node.value, !name.isEmpty
      else { throw FinderError("it names no \"executable\"") }
      return .success(name.hasPrefix("/") ? name : "\(folder)/\(name)")
    } catch {
      return .failure(FinderError("\(path): \(error.sentence)"))
    }
  }

  /// A manifest has some hundred bytes.
  private static let manifestLimit = 1 << 20

  private func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Why a path is no program; nil if it is one.
  private func check(_ path: String) -> FinderError? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      let reason = String(cString: strerror(errno))
      return FinderError("\(path): \(reason)\(path.contains("/~") ? "; ~ is not replaced by a folder" : "")")
    }
    guard status.st_mode & S_IFMT == S_IFREG else { return FinderError("\(path) is not a file") }
    guard access(path, X_OK) == 0 else { return FinderError("\(path) is not executable; chmod +x makes it so") }
    return checkInterpreter(path)
  }

  /// A script whose first line names a program that is not there would not start either.
  private func checkInterpreter(_ path: String) -> FinderError? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    // One may be executed and not read.
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(descriptor, &bytes, bytes.count)
    guard count > 2, bytes.starts(with: "#!".utf8) else { return nil }
    let line = bytes[2..<count].prefix { $0 != 0x0a }
    let interpreter = String(
      decoding: line.drop { $0 == 0x20 || $0 == 0x09 }.prefix { $0 != 0x20 && $0 != 0x09 && $0 != 0x0d }, as: UTF8.self)
    if line.last == 0x0d {
      return FinderError("\(path): its first line ends with a carriage return, which belongs to the interpreter's name")
    }
    guard !interpreter.isEmpty, access(interpreter, X_OK) != 0 else { return nil }
    return FinderError("\(path): its first line names \(interpreter): \(String(cString: strerror(errno)))")
  }

  private func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return String(cString: folder) + "/" + path
  }
}
