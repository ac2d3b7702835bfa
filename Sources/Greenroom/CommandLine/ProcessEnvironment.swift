#if canImport(Glibc)
  import Glibc
#endif

/// Facts about this process that the C library knows.
enum ProcessEnvironment {
  /// The whole environment, in its order.
  static var all: [(name: String, value: String)] {
    var result: [(name: String, value: String)] = []
    var entry = environ
    while let text = entry.pointee {
      let pair = String(cString: text)
      if let equals = pair.firstIndex(of: "=") {
        result.append((String(pair[..<equals]), String(pair[pair.index(after: equals)...])))
      }
      entry = entry.advanced(by: 1)
    }
    return result
  }

  static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// The folder of the running executable: plugins stand beside it.
  static var executableFolder: String {
    var buffer = [CChar](repeating: 0, count: 4_097)
    let count = readlink("/proc/self/exe", &buffer, 4_096)
    guard count > 0 else { return "." }
    let path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }
}
