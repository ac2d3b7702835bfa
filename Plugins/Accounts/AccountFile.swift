import Foundation
import GreenroomPluginKit

/// The accounts of a file that several processes use at once.
///
/// A change is written whole to a file beside it, which then takes its name, under a lock (flock(2)) on a third file that
/// stays. So a reader needs no lock: it sees the accounts before the change or after it.
struct AccountFile: Sendable {
  private struct Content: Codable {
    /// Of this format.
    var version = 1
    /// By name.
    var accounts: [String: PasswordHash]
  }

  private let path: String

  /// - Parameter path: if it leads to a symbolic link, the link's target is changed and the link stays.
  init(path: String) { self.path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path }

  /// Makes the file, with these accounts, if there is none; its folder, too.
  ///
  /// - Throws: `PluginError` if it cannot be made, or is there and not understood: it is never overwritten then.
  func openOrCreate(seed: @autoclosure () throws -> [String: PasswordHash]) throws {
    if try read() != nil { return }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw PluginError.unavailable("the folder \(folder.path) cannot be made: \(error.localizedDescription)")
    }
    let seed = try seed()
    try locked { if try read() == nil { try write(seed) } }
  }

  /// All accounts, as they are now.
  ///
  /// - Throws: `PluginError` with code 4 if the file is gone or not understood.
  func accounts() throws -> [String: PasswordHash] {
    guard let accounts = try read() else { throw PluginError.unavailable("\(path) is gone") }
    return accounts
  }

  /// Changes the accounts while no other process does; nothing is written if `change` throws.
  func change(_ change: (inout [String: PasswordHash]) throws -> Void) throws {
    try locked {
      var accounts = try accounts()
      try change(&accounts)
      try write(accounts)
    }
  }

  private func locked(_ work: () throws -> Void) throws {
    let lock = try OpenFile(path + ".lock", O_RDWR | O_CREAT)
    defer { lock.close() }
    try lock.lock()
    try work()
  }

  private func read() throws -> [String: PasswordHash]? {
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch CocoaError.fileReadNoSuchFile {
      return nil
    } catch {
      throw PluginError.unavailable("\(path) cannot be read: \(error.localizedDescription)")
    }
    guard let content = try? JSONDecoder().decode(Content.self, from: data), content.version == 1 else {
      throw PluginError.unavailable("\(path) is no file of accounts (version 1); it is left as it is")
    }
    return content.accounts
  }

  /// Under the lock, so that the name of the new file is nobody else's. One that a crash left behind is overwritten.
  private func write(_ accounts: [String: PasswordHash]) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let bytes = try Array(encoder.encode(Content(accounts: accounts)) + Data("\n".utf8))
    let new = path + ".new"
    do {
      let file = try OpenFile(new, O_WRONLY | O_CREAT | O_TRUNC)
      defer { file.close() }
      try file.write(bytes)
      try file.synchronize()
      guard rename(new, path) == 0 else { throw PluginError.system("rename", path) }
    } catch {
      unlink(new)
      throw error
    }
    // The new name itself: without this a loss of power may bring the old file back.
    let folder = try OpenFile(URL(fileURLWithPath: path).deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY)
    defer { folder.close() }
    try folder.synchronize()
  }
}
