import CCrypt
import GreenroomPluginKit

#if canImport(Glibc)
  import Glibc
#endif

/// A password as `crypt(3)` hashes it: method, cost, salt and hash in one text. The password cannot be had back from it.
struct PasswordHash: Codable, Equatable, Sendable {
  /// `crypt(3)` takes less than this, and would end at a zero byte.
  static let byteLimit = Int(CRYPT_MAX_PASSPHRASE_SIZE) - 1

  private let text: String

  /// Hashes a password with a random salt, by yescrypt, or SHA-512 where that is not known.
  ///
  /// - Parameter password: one that `canHash` accepts.
  /// - Throws: `PluginError` if the C library knows neither.
  init(of password: String) throws {
    for method in ["$y$", "$6$"] {
      guard let setting = crypt_gensalt_ra(method, 0, nil, 0) else { continue }
      defer { free(setting) }
      if let hash = Self.crypt(password, String(cString: setting)) {
        text = hash
        return
      }
    }
    throw PluginError.unavailable("crypt(3) knows neither yescrypt nor SHA-512")
  }

  init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  /// Whether `crypt(3)` looks at the whole password.
  static func canHash(_ password: String) -> Bool {
    1...byteLimit ~= password.utf8.count && !password.utf8.contains(0)
  }

  /// Whether this is the hash of the password. Takes the same time wherever the two differ.
  func matches(_ password: String) -> Bool {
    // A password that cannot be hashed is hashed as another, so that it takes as long.
    let isPossible = Self.canHash(password)
    guard let hash = Self.crypt(isPossible ? password : "impossible", text) else { return false }
    let (left, right) = (Array(hash.utf8), Array(text.utf8))
    let difference = zip(left, right).reduce(left.count ^ right.count) { $0 | Int($1.0 ^ $1.1) }
    return isPossible && difference == 0
  }

  /// `crypt_ra(3)`, whose working memory, which holds the password, is wiped.
  private static func crypt(_ password: String, _ setting: String) -> String? {
    var memory: UnsafeMutableRawPointer?
    var size: CInt = 0
    defer {
      if let memory { explicit_bzero(memory, Int(size)) }
      free(memory)
    }
    return crypt_ra(password, setting, &memory, &size).map { String(cString: $0) }
  }
}
