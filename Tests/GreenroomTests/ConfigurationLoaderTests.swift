import Greenroom
import GreenroomHostCore
import GreenroomJSONLines
import Testing

struct ConfigurationLoaderTests {
  @Test func `A configuration has every default`() throws {
    let fixture = ConfigurationFixture()
    let executable = "\(fixture.folder.path)/Good"
    #expect(
      try fixture.load(ConfigurationPart.good)
        == HostConfiguration(
          name: "test",
          plugins: [
            PluginConfiguration(name: "a", executable: executable),
            PluginConfiguration(name: "b", executable: executable),
          ],
          services: [ServiceConfiguration(name: "quotes", plugin: "a")],
          viewModels: [
            ViewModelConfiguration(
              name: "quote", type: "Quote", services: [ServiceBinding(alias: "quotes", service: "quotes")],
              hasAllServices: true)
          ],
          presenters: [PresenterConfiguration(name: "screen", plugin: "b", viewModels: ["quote"])], limits: HostLimits()
        ))
  }

  @Test func `One view model is enough`() throws {
    let configuration = try ConfigurationFixture().load(#"{"viewModels": {"login": {"type": "Login"}}}"#)
    #expect(configuration.name == "host")
    #expect(configuration.viewModels == [ViewModelConfiguration(name: "login", type: "Login", hasAllServices: true)])
    #expect(configuration.plugins.isEmpty && configuration.services.isEmpty && configuration.presenters.isEmpty)
  }

  @Test func `A plugin is read with everything it has`() throws {
    let fixture = ConfigurationFixture(environment: [("TOKEN", "t")])
    let configuration = try fixture.load(
      ConfigurationPart.plugins.replaced(
        by: #"""
          "plugins": {"a": {"program": "Packed", "arguments": ["-x", ""], "environment": {"KEY": {"from": "TOKEN"}, "A": ""},
            "configuration": {"order" :
              "random", "n": 1.0}, "restart": "transient", "significant": true, "startDeadlineMs": 1, "heartbeatMs": 2000,
            "workingDirectory": "/", "inherit": ["stdout"]}, "b": {"program": "FOLDER/Good"}}
          """#))
    #expect(
      configuration.plugin("a")
        == PluginConfiguration(
          name: "a", executable: "\(fixture.folder.path)/plugins/Packed/run", arguments: ["-x", ""],
          environment: [EnvironmentVariable(name: "A", value: ""), EnvironmentVariable(name: "KEY", value: "t")],
          workingDirectory: "/", inherit: [.stdout],
          configuration: RawJSON(Array(#"{"order" :    "random", "n": 1.0}"#.utf8)), restart: .transient,
          isSignificant: true,
          startDeadline: .milliseconds(1), heartbeat: .seconds(2)))
    #expect(configuration.plugin("b")?.executable == "\(fixture.folder.path)/Good")
  }

  @Test func `Paths are those from the folder of the configuration`() throws {
    let fixture = ConfigurationFixture()
    fixture.folder.makeFolder("sub")
    let configuration = try fixture.load(
      ConfigurationPart.plugins.replaced(
        by: #""plugins": {"a": {"program": "./Good", "workingDirectory": "sub"}, "b": {"program": "Good"}}"#),
      file: "\(fixture.folder.path)/conf.json")
    #expect(configuration.plugin("a")?.executable == "\(fixture.folder.path)/Good")
    #expect(configuration.plugin("a")?.workingDirectory == "\(fixture.folder.path)/sub")
  }

  @Test func `Limits are read, each into its own place`() throws {
    let keys = ConfigurationLoader.Keys.limits
    let text = keys.enumerated().map { "\"\($1)\": \($1.hasSuffix("Bytes") ? 8192 + $0 : 10 + $0)" }.joined(
      separator: ", ")
    let limits = try ConfigurationFixture().load(ConfigurationPart.limits.replaced(by: "\"limits\": {\(text)}")).limits
    #expect(limits.lineByteCount == 8192)
    #expect(limits.queueByteCount == 8193)
    #expect(limits.openRequests == 12)
    #expect(limits.messagesPerTurn == 13)
    #expect(limits.backOff == .milliseconds(14))
    #expect(limits.backOffMaximum == .milliseconds(15))
    #expect(limits.backOffJitterPercent == 16)
    #expect(limits.backOffReset == .milliseconds(17))
    #expect(limits.restarts == 18)
    #expect(limits.restartWindow == .milliseconds(19))
    #expect(limits.stopStep == .milliseconds(20))
    #expect(limits.stopTotal == .milliseconds(21))
    #expect(limits.drainGrace == .milliseconds(22))
    #expect(limits.slowTurn == .milliseconds(23))
    #expect(limits.logByteCount == 8206)
  }

  @Test func `A presenter sees the view models that it names, once each, in that order`() throws {
    let text = #"""
      {"viewModels": {"x": {"type": "Quote"}, "y": {"type": "Login"}, "z": {"type": "Login"}}, "plugins": {"p": {"program": "Good"}},
       "presenters": {"p": {"plugin": "p", "viewModels": ["z", "*", "x"], "attach": false}}}
      """#
    #expect(
      try ConfigurationFixture().load(text).presenters
        == [PresenterConfiguration(name: "p", plugin: "p", viewModels: ["z", "x", "y"], attachesAtStart: false)])
  }

  /// B71.
  @Test func `Only the allow-list and what an entry names gets to a plugin`() throws {
    let fixture = ConfigurationFixture(environment: [
      ("SECRET_TOKEN", "x"), ("PATH", "/bin"), ("HOME", "/h"), ("LANG", "C"), ("LC_ALL", "C"), ("TZ", "UTC"),
      ("TMPDIR", "/t"), ("XDG_STATE_HOME", "/s"), ("XDG_CONFIG_HOME", "x"), ("LD_PRELOAD", "x"), ("PATHS", "x"),
      ("path", "x"), ("GREENROOM_PLUGINS", "x"), ("OWN", "o"),
    ])
    let configuration = try fixture.load(
      ConfigurationPart.plugins.replaced(
        by:
          #""plugins": {"a": {"program": "Good", "environment": {"MINE": {"from": "OWN"}, "TZ": "CET"}}, "b": {"program": "Good"}}"#
      ))
    func variables(_ plugin: String) -> [String] {
      configuration.plugin(plugin)?.environment.map { "\($0.name)=\($0.value)" } ?? []
    }
    #expect(
      variables("b") == ["HOME=/h", "LANG=C", "LC_ALL=C", "PATH=/bin", "TMPDIR=/t", "TZ=UTC", "XDG_STATE_HOME=/s"])
    #expect(
      variables("a") == [
        "HOME=/h", "LANG=C", "LC_ALL=C", "MINE=o", "PATH=/bin", "TMPDIR=/t", "TZ=CET", "XDG_STATE_HOME=/s",
      ])
    #expect(!ConfigurationLoader.isAllowed("SECRET_TOKEN"))
  }
}
