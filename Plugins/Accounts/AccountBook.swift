import Foundation
import GreenroomPluginKit

/// Makes accounts and checks passwords, one after the other on a thread of its own: `crypt(3)` is slow on purpose, and
/// another process may hold the file's lock.
actor AccountBook {
  /// An id is shown and compared, never hashed; this is far more than any name has.
  private static let idByteLimit = 256

  private nonisolated let executor: ThreadExecutor
  private let file: AccountFile
  /// What the password of an account that does not exist is compared with, so that it takes as long.
  private let decoy: PasswordHash

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(file: AccountFile) throws {
    self.file = file
    executor = try ThreadExecutor()
    decoy = try PasswordHash(of: "decoy")
  }

  /// Reads the file, or makes it with the account that every fresh file has.
  ///
  /// - Throws: `PluginError` if it cannot be used.
  func open() throws { try file.openOrCreate(seed: ["subin": PasswordHash(of: "0000")]) }

  /// Returns if there is an account of this name with this password.
  ///
  /// - Throws: `PluginError.wrongCredentials`, or with code 4 if the file cannot be read; `CancellationError`.
  func verify(id: String, password: String) throws {
    try Task.checkCancellation()
    let hash = try file.accounts()[id.normalized]
    let isRight = (hash ?? decoy).matches(password.normalized)
    guard hash != nil, isRight else { throw PluginError.wrongCredentials }
  }

  /// Makes an account.
  ///
  /// - Throws: `PluginError.accountExists`; with code 6 if no account can have this name or password, with code 4 if the
  ///   file cannot be written; `CancellationError`.
  func add(id: String, password: String) throws {
    try Task.checkCancellation()
    let (id, password) = (id.normalized, password.normalized)
    guard !id.isEmpty, id.utf8.count <= Self.idByteLimit, id.unicodeScalars.allSatisfy({ $0.value >= 0x20 }) else {
      throw PluginError.refused("id: expected 1 to \(Self.idByteLimit) bytes without control characters")
    }
    guard PasswordHash.canHash(password) else {
      throw PluginError.refused("password: expected 1 to \(PasswordHash.byteLimit) bytes without a zero byte")
    }
    // Hashed before the file is locked: others wait for the lock.
    guard try file.accounts()[id] == nil else { throw PluginError.accountExists }
    let hash = try PasswordHash(of: password)
    try Task.checkCancellation()
    try file.change { accounts in
      guard accounts[id] == nil else { throw PluginError.accountExists }
      accounts[id] = hash
    }
  }
}

extension String {
  /// One spelling for texts that look the same, however a keyboard composes them (NFC).
  fileprivate var normalized: String { precomposedStringWithCanonicalMapping }
}
