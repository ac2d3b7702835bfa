#if canImport(Glibc)
  import Glibc
#endif

/// Bytes of this process that are in memory, as the kernel counts them.
func residentByteCount() -> Int {
  guard let file = fopen("/proc/self/statm", "r") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 128)
  guard fgets(&line, CInt(line.count), file) != nil else { return 0 }
  let fields = String(decoding: line.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(separator: " ")
  guard fields.count > 1, let pages = Int(fields[1]) else { return 0 }
  return pages * sysconf(CInt(_SC_PAGESIZE))
}
