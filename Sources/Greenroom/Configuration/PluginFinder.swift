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
    return .failure(FinderError("no program \"\(program)\"; looked for \(tried.joined(separator: ", "))"))
  }

  /// The absolute path that a path in the configuration file stands for.
  func path(_ path: String) -> String {
    absolute(path.hasPrefix("/") ? path : "\(configurationFolder)/\(path)")
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
