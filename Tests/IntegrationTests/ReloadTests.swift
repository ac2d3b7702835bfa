import Foundation
import Testing

/// `greenroom reload` and SIGHUP on a running host.
extension IntegrationTests {
  struct ReloadTests {
    private func write(_ configuration: String, _ host: HostProcess) throws {
      try configuration.replacingOccurrences(of: "{folder}", with: host.folder.path)
        .write(to: host.folder.appendingPathComponent("host.json"), atomically: true, encoding: .utf8)
    }

    // B65
    @Test func `A reload swaps what has changed, and whoever is attached sees on`() throws {
      let plugins = #""one": {"program": "./one.sh"}, "two": {"program": "./two.sh"}"#
      let host = try HostProcess(
        Configurations.quotes(plugins, service: "one"),
        files: [
          "one.sh": Configurations.shellService(),
          "two.sh": Configurations.shellService().replacingOccurrences(of: "from the shell", with: "from two"),
        ])
      defer { host.end() }
      let client = try AttachedClient(host, [])
      #expect(client.output.wait(for: "isEnabled: true"))
      try write(Configurations.quotes(plugins, service: "two"), host)
      let result = try host.greenroom("reload")
      #expect(result.status == 0)
      #expect(result.output == "service quotes: generation 2 (two), lost 0\n")
      #expect(try host.greenroom("send", "quote", "refreshButtonDidTap").status == 0)
      #expect(client.output.wait(for: "from two"))
      #expect(host.output.wait(for: "from two"))
      #expect(try host.greenroom("reload").output == "nothing has changed\n")
    }

    @Test func `A watched file is read again when it, or a link on the way to it, has changed`() throws {
      let plugins = #""one": {"program": "{folder}/one.sh"}, "two": {"program": "{folder}/two.sh"}"#
      let host = try HostProcess(
        Configurations.quotes(plugins, service: "one"),
        files: ["one.sh": Configurations.shellService(), "two.sh": Configurations.shellService()],
        wrapper: ["/bin/sh", "-c", "exec \"$@\" --watch", "sh"])
      defer { host.end() }
      try write(Configurations.quotes(plugins, service: "two"), host)
      #expect(host.errors.wait(for: "service quotes: generation 2 (two), lost 0"))
      // As a volume of a cluster is exchanged: the file is a link through a folder that is a link.
      let manager = FileManager.default
      func version(_ name: String, _ service: String) throws {
        let folder = host.folder.appendingPathComponent(name)
        try manager.createDirectory(at: folder, withIntermediateDirectories: true)
        try Configurations.quotes(plugins, service: service).replacingOccurrences(
          of: "{folder}", with: host.folder.path
        )
        .write(to: folder.appendingPathComponent("host.json"), atomically: true, encoding: .utf8)
        try manager.createSymbolicLink(
          atPath: host.folder.appendingPathComponent("next").path, withDestinationPath: name)
        #expect(rename(host.folder.path + "/next", host.folder.path + "/data") == 0)
      }
      try version("first", "one")
      try manager.createSymbolicLink(
        atPath: host.folder.appendingPathComponent("link").path, withDestinationPath: "data/host.json")
      #expect(rename(host.folder.path + "/link", host.folder.path + "/host.json") == 0)
      #expect(host.errors.wait(for: "service quotes: generation 3 (one), lost 0"))
      try version("second", "two")
      #expect(host.errors.wait(for: "service quotes: generation 4 (two), lost 0"))
      try Configurations.quotes(plugins, service: "one").replacingOccurrences(of: "{folder}", with: host.folder.path)
        .write(
          to: host.folder.appendingPathComponent("second/host.json"), atomically: true, encoding: .utf8)
      #expect(host.errors.wait(for: "service quotes: generation 5 (one), lost 0"))
      // A link to a folder leads elsewhere.
      try version("third", "two")
      #expect(host.errors.wait(for: "service quotes: generation 6 (two), lost 0"))
      try version("second", "one")
      #expect(host.errors.wait(for: "service quotes: generation 7 (one), lost 0"))
      // The folder itself is another, and what changes in that is seen as well.
      #expect(rename(host.folder.path + "/second", host.folder.path + "/old") == 0)
      try version("second", "two")
      #expect(host.errors.wait(for: "service quotes: generation 8 (two), lost 0"))
      try Configurations.quotes(plugins, service: "one").replacingOccurrences(of: "{folder}", with: host.folder.path)
        .write(
          to: host.folder.appendingPathComponent("second/host.json"), atomically: true, encoding: .utf8)
      #expect(host.errors.wait(for: "service quotes: generation 9 (one), lost 0"))
      // It is gone for a while.
      try manager.removeItem(at: host.folder.appendingPathComponent("second"))
      #expect(host.errors.wait(for: "cannot be read"))
      try version("second", "two")
      #expect(host.errors.wait(for: "service quotes: generation 10 (two), lost 0"))
    }

    @Test func `A reload whose swap is rolled back fails, says why, and is tried again`() throws {
      let plugins = #""one": {"program": "./one.sh"}, "two": {"program": "./two.sh"}"#
      let host = try HostProcess(
        Configurations.quotes(plugins, service: "one"),
        files: ["one.sh": Configurations.shellService(), "two.sh": "#!/bin/sh\nexit 3\n"])
      defer { host.end() }
      try write(Configurations.quotes(plugins, service: "two"), host)
      for _ in 0..<2 {
        let result = try host.greenroom("reload")
        #expect(result.status == 1 && result.output.isEmpty)
        #expect(
          result.errors.contains("quotes: generation 1 (one) serves on; the swap was rolled back"), "\(result.errors)")
      }
    }

    @Test func `A bad file changes nothing and says where it is bad`() throws {
      let host = try HostProcess(Configurations.catalogue)
      defer { host.end() }
      try write(#"{"name": "test", "plugin": {}}"#, host)
      let result = try host.greenroom("reload")
      #expect(result.status == 1)
      #expect(result.errors.contains("the host runs on as before"))
      #expect(result.errors.contains("plugin: unknown key; did you mean \"plugins\"?"))
      let after = try host.greenroom("send", "quote", "refreshButtonDidTap", "--until", "fetchQuoteDidSuccess")
      #expect(after.status == 0)
      host.signal(SIGHUP)
      #expect(host.errors.wait(for: "error reload: "))
      #expect(try host.greenroom("status").status == 0)
    }

    @Test func `View models, services and presenters come and go`() throws {
      let host = try HostProcess(Configurations.catalogue)
      defer { host.end() }
      try write(
        """
        {"name": "test", "plugins": {"catalog": {"program": "QuoteCatalog", "configuration": {"order": "sequential"}},
          "screen": {"program": "StdoutPresenter", "inherit": ["stdout"]}, "more": {"program": "QuoteCatalog"}},
         "services": {"quotes": {"plugin": "catalog"}, "others": {"plugin": "more"}},
         "viewModels": {"quote": {"type": "Quote", "services": {"quotes": "quotes"}},
                        "second": {"type": "Quote", "services": {"quotes": "others"}}},
         "presenters": {"screen": {"plugin": "screen", "viewModels": ["second"]}}}
        """, host)
      let result = try host.greenroom("reload")
      #expect(result.status == 0, "\(result.errors)")
      for sentence in [
        "service others: added", "view model second: added", "presenter screen: its view models changed",
      ] {
        #expect(result.output.contains(sentence), "\(result.output)")
      }
      let second = try host.greenroom("send", "second", "refreshButtonDidTap", "--until", "fetchQuoteDidSuccess")
      #expect(second.status == 0)
      #expect(host.output.wait(for: "second  fetchQuoteDidSuccess"))
      try write(Configurations.catalogue, host)
      #expect(try host.greenroom("reload").status == 0)
      #expect(try host.greenroom("send", "second", "refreshButtonDidTap").status == 1)
      #expect(try host.greenroom("send", "quote", "refreshButtonDidTap").status == 0)
    }
  }
}
