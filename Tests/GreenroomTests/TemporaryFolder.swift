#if canImport(Glibc)
  import Glibc
#endif

/// A folder of one test, removed with it.
final class TemporaryFolder {
  let path: String
  private var made: [String] = []

  init() {
    var template = Array("/tmp/greenroom-tests-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      preconditionFailure("no temporary folder: \(String(cString: strerror(errno)))")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for path in made.reversed() { remove(path) }
    rmdir(path)
  }

  /// Writes a file, by default one that can be run.
  func write(_ name: String, _ text: String = "#!/bin/sh\n", mode: mode_t = 0o755) {
    let file = "\(path)/\(name)"
    made.append(file)
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC, mode)
    var text = text
    let count = text.withUTF8 { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    precondition(count == text.utf8.count && close(descriptor) == 0, "\(file) cannot be written")
  }

  /// Makes a folder in it.
  func makeFolder(_ name: String) {
    made.append("\(path)/\(name)")
    precondition(mkdir("\(path)/\(name)", 0o755) == 0, "\(name) cannot be made")
  }
}
