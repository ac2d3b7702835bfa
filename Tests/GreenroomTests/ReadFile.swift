#if canImport(Glibc)
  import Glibc
#endif

/// Whole files of the package.
enum ReadFile {
  /// - Returns: nil if there is no such file.
  static func bytes(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes.append(contentsOf: chunk[..<count]) }
    return bytes
  }
}
