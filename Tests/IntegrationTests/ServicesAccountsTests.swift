import Foundation
import Testing

/// Accounts in a file.
extension IntegrationTests {
  final class ServicesAccountsTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "accounts-\(UUID().uuidString.prefix(8))")
    private var file: URL { folder.appendingPathComponent("deep/accounts.json") }
    private var configuration: String { #"{"path":"\#(file.path)"}"# }

    deinit { try? FileManager.default.removeItem(at: folder) }

    @Test func `A fresh file is for this user alone, holds subin with 0000, and no password`() throws {
      let plugin = try start()
      defer { plugin.end() }
      #expect(try plugin.call("accounts.logIn", #"{"email":"subin","password":"0000"}"#) == .result("null"))
      #expect(try plugin.call("accounts.signIn", sign("subin", "0000")) == .result("null"))
      #expect(try plugin.call("accounts.signUp", sign("alice", "correct horse")) == .result("null"))
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.contains("$y$") || text.contains("$6$"))
      #expect(!text.contains("0000\"") && !text.contains("horse"))
      let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path).sorted() == [
          "accounts.json", "accounts.json.lock",
        ])
    }

    @Test func `Who signs up can sign in and log in, also after a restart`() throws {
      let first = try start()
      #expect(try first.call("accounts.signUp", sign("수빈이네집", "비밀번호다섯")) == .result("null"))
      #expect(try first.call("accounts.signIn", sign("수빈이네집", "비밀번호다섯")) == .result("null"))
      #expect(first.end() == 0)
      let second = try start()
      defer { second.end() }
      // Composed as another keyboard does.
      let (id, password) = ("수빈이네집".decomposedStringWithCanonicalMapping, "비밀번호다섯".decomposedStringWithCanonicalMapping)
      #expect(try second.call("accounts.signIn", sign(id, password)) == .result("null"))
      #expect(try second.call("accounts.logIn", #"{"email":"수빈이네집","password":"비밀번호다섯"}"#) == .result("null"))
    }

    @Test(arguments: [
      ("subin", "0001"), ("subin", ""), ("nobody", "0000"), ("Subin", "0000"), ("", ""), ("subin", "0000\\u0000"),
      ("subin", String(repeating: "0", count: 600)),
    ])
    func `A wrong name and a wrong password fail alike`(id: String, password: String) throws {
      let plugin = try start()
      defer { plugin.end() }
      let wrong = PluginProcess.Reply.error(code: 110, message: "the name or the password is wrong")
      #expect(try plugin.call("accounts.signIn", sign(id, password)) == wrong)
      #expect(try plugin.call("accounts.logIn", #"{"email":"\#(id)","password":"\#(password)"}"#) == wrong)
    }

    @Test func `A name that is taken is refused, and its password stays`() throws {
      let plugin = try start()
      defer { plugin.end() }
      #expect(
        try plugin.call("accounts.signUp", sign("subin", "11111"))
          == .error(code: 111, message: "there is an account of that name already"))
      #expect(try plugin.call("accounts.signIn", sign("subin", "0000")).code == nil)
      #expect(try plugin.call("accounts.signIn", sign("subin", "11111")).code == 110)
    }

    @Test(arguments: [
      ("", "12345", "id: "), (String(repeating: "a", count: 257), "12345", "id: "), ("tab\\there", "12345", "id: "),
      ("alice", "", "password: "), ("alice", String(repeating: "p", count: 512), "password: "),
      ("alice", "12345\\u00006", "password: "), (String(repeating: "a", count: 900_000), "12345", "id: "),
    ])
    func `A name or password that cannot be kept is refused`(id: String, password: String, member: String) throws {
      let plugin = try start()
      defer { plugin.end() }
      let reply = try plugin.call("accounts.signUp", sign(id, password))
      #expect(reply.code == 6)
      #expect(reply.text.hasPrefix(member), "\(reply)")
      #expect(try !String(contentsOf: file, encoding: .utf8).contains("alice"))
    }

    @Test func `A password of 511 bytes counts to its last`() throws {
      let plugin = try start()
      defer { plugin.end() }
      let long = String(repeating: "p", count: 511)
      #expect(try plugin.call("accounts.signUp", sign("alice", long)).code == nil)
      #expect(try plugin.call("accounts.signIn", sign("alice", long)).code == nil)
      #expect(try plugin.call("accounts.signIn", sign("alice", long.dropLast() + "q")).code == 110)
    }

    @Test func `Two processes at once, even on a fresh file, lose no account and make none twice`() throws {
      let plugins = try [start(), start()]
      defer { for plugin in plugins { plugin.end() } }
      let count = 8
      let own = plugins.enumerated().map { index, plugin in
        (0..<count).map { plugin.request("accounts.signUp", sign("own-\(index)-\($0)", "12345")) }
      }
      let shared = plugins.map { plugin in
        (0..<count).map { plugin.request("accounts.signUp", sign("shared-\($0)", "12345")) }
      }
      for (plugin, ids) in zip(plugins, own) {
        for id in ids { #expect(try plugin.reply(to: id) == .result("null")) }
      }
      for index in 0..<count {
        let codes = try zip(plugins, shared).map { try $0.reply(to: $1[index]).code }
        #expect(codes.compactMap { $0 } == [111], "shared-\(index): \(codes)")
      }
      let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
      let accounts = try #require(object?["accounts"] as? [String: String])
      #expect(accounts.count == 1 + 3 * count)
      #expect(Set(accounts.values).count == accounts.count)
      // Each sees what the other has made.
      #expect(try plugins[0].call("accounts.signIn", sign("own-1-0", "12345")).code == nil)
      #expect(try plugins[1].call("accounts.signIn", sign("own-0-0", "12345")).code == nil)
    }

    @Test(arguments: ["", "{", "[]", #"{"version":2,"accounts":{}}"#])
    func `A file that is not understood is never overwritten: the plugin does not start`(text: String) throws {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
      let plugin = try start()
      #expect(
        plugin.opening
          == .error(code: 4, message: "\(file.path) is no file of accounts (version 1); it is left as it is"))
      #expect(plugin.end() == 78)
      #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }

    @Test func `What a crash left half written beside the file does no harm`() throws {
      try start().end()
      let half = file.path + ".new"
      try #"{"version":1,"acc"#.write(toFile: half, atomically: false, encoding: .utf8)
      let plugin = try start()
      defer { plugin.end() }
      #expect(try plugin.call("accounts.signUp", sign("alice", "12345")).code == nil)
      #expect(try plugin.call("accounts.signIn", sign("alice", "12345")).code == nil)
      #expect(!FileManager.default.fileExists(atPath: half))
    }

    @Test func `Without a path the file lies in the user's state folder`() throws {
      for (environment, path) in [
        (["XDG_STATE_HOME": folder.path + "/state", "HOME": folder.path], "state/greenroom/accounts.json"),
        (["XDG_STATE_HOME": "relative", "HOME": folder.path], ".local/state/greenroom/accounts.json"),
      ] {
        let plugin = try PluginProcess("Accounts", environment: environment)
        #expect(plugin.opening.code == nil)
        plugin.end()
        #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).path))
      }
      let lost = try PluginProcess("Accounts", environment: ["XDG_STATE_HOME": nil, "HOME": nil])
      #expect(lost.opening.code == 6)
      #expect(lost.end() == 78)
    }

    private func start() throws -> PluginProcess { try PluginProcess("Accounts", configuration: configuration) }

    private func sign(_ id: String, _ password: String) -> String { #"{"id":"\#(id)","password":"\#(password)"}"# }
  }
}
