import Greenroom
import Testing

#if canImport(Glibc)
  import Glibc
#endif

struct BrokenConfigurationTests {
  private let fixture = ConfigurationFixture()

  @Test(arguments: [
    (ConfigurationPart.name, #""nam": "x""#, #"conf.json:2:1: nam: unknown key; did you mean "name"?"#),
    (.name, #""colour": "x""#, "conf.json:2:1: colour: unknown key"),
    (.name, #""näme": "x""#, #"conf.json:2:1: näme: unknown key; did you mean "name"?"#),
    (.name, #""name": 3"#, "conf.json:2:9: name: expected a string, found a number"),
    (.name, #""name": null"#, "conf.json:2:9: name: expected a string, found null"),
    (.name, #""name": """#, "conf.json:2:9: name: a name has 1 to 64 letters, digits, - or _"),
    (.name, #""name": "a/b""#, "conf.json:2:9: name: a name has 1 to 64 letters, digits, - or _"),
    (.name, #""name": "ä""#, "conf.json:2:9: name: a name has 1 to 64 letters, digits, - or _"),
  ])
  func `A broken name is told with its place`(_ part: ConfigurationPart, _ text: String, _ expected: String) {
    #expect(fixture.problems(part.replaced(by: text)) == [expected])
  }

  @Test(arguments: [
    (#""limits": []"#, "conf.json:3:11: limits: expected an object, found an array"),
    (#""limits": {"lineByts": 1}"#, #"conf.json:3:12: limits.lineByts: unknown key; did you mean "lineBytes"?"#),
    (
      #""limits": {"lineBytes": 1023}"#,
      "conf.json:3:25: limits.lineBytes: expected a whole number from 1024 to 16777216, found 1023"
    ),
    (
      #""limits": {"lineBytes": 16777217}"#,
      "conf.json:3:25: limits.lineBytes: expected a whole number from 1024 to 16777216, found 16777217"
    ),
    (
      #""limits": {"queueBytes": 1e6}"#,
      "conf.json:3:26: limits.queueBytes: expected a whole number from 4096 to 1073741824, found 1e6"
    ),
    (
      #""limits": {"openRequests": 9223372036854775808}"#,
      "conf.json:3:28: limits.openRequests: expected a whole number from 1 to 1000000, found 9223372036854775808"
    ),
    (
      #""limits": {"messagesPerTurn": "100"}"#,
      "conf.json:3:31: limits.messagesPerTurn: expected a whole number from 1 to 100000, found a string"
    ),
    (
      #""limits": {"backOffMs": 0}"#,
      "conf.json:3:25: limits.backOffMs: expected a whole number from 1 to 86400000, found 0"
    ),
    (
      #""limits": {"backOffJitterPercent": 101}"#,
      "conf.json:3:36: limits.backOffJitterPercent: expected a whole number from 0 to 100, found 101"
    ),
    (
      #""limits": {"restarts": -1}"#,
      "conf.json:3:24: limits.restarts: expected a whole number from 0 to 1000000, found -1"
    ),
  ])
  func `A limit outside its bounds is told with its place`(_ text: String, _ expected: String) {
    #expect(fixture.problems(ConfigurationPart.limits.replaced(by: text)) == [expected])
  }

  /// Put where the program of plugin `a` is.
  @Test(arguments: [
    ("", "4:19: plugins.a.program: missing; expected a string"),
    (#""program": 1"#, "4:31: plugins.a.program: expected a string, found a number"),
    (
      #""program": "Nowhere""#,
      "4:31: plugins.a.program: no program \"Nowhere\"; looked for FOLDER/Nowhere, FOLDER/plugins/Nowhere"
    ),
    (
      #""program": "Folder""#,
      "4:31: plugins.a.program: no program \"Folder\"; looked for FOLDER/Folder/plugin.json, FOLDER/plugins/Folder"
    ),
    (
      #""program": "Torn""#,
      "4:31: plugins.a.program: FOLDER/plugins/Torn/plugin.json: not strict JSON: an unfinished JSON value, which ends at byte 1"
    ),
    (#""program": "Mute""#, #"4:31: plugins.a.program: FOLDER/plugins/Mute/plugin.json: it names no "executable""#),
    (#""program": "Gone""#, "4:31: plugins.a.program: FOLDER/plugins/Gone/run: No such file or directory"),
    (
      ##""program": "G\u0000ood""##,
      ##"4:31: plugins.a.program: the character \u0000 cannot be passed on to a program"##
    ),
    (
      ##""program": "Good", "arguments": ["x", "y\u0000"]"##,
      ##"4:58: plugins.a.arguments[1]: the character \u0000 cannot be passed on to a program"##
    ),
    (
      ##""program": "Good", "environment": {"A": "\u0000"}"##,
      ##"4:60: plugins.a.environment.A: the character \u0000 cannot be passed on to a program"##
    ),
    (
      #""program": "FOLDER/old.py""#,
      "4:31: plugins.a.program: FOLDER/old.py: its first line names /usr/bin/python1: No such file or directory"
    ),
    (
      #""program": "FOLDER/dos.sh""#,
      "4:31: plugins.a.program: FOLDER/dos.sh: its first line ends with a carriage return, which belongs to the "
        + "interpreter's name"
    ),
    (
      #""program": "FOLDER/~/Good""#,
      "4:31: plugins.a.program: FOLDER/~/Good: No such file or directory; ~ is not replaced by a folder"
    ),
    (
      #""program": "dos.sh -v""#,
      "4:31: plugins.a.program: no program \"dos.sh -v\"; looked for FOLDER/dos.sh -v, FOLDER/plugins/dos.sh -v; what "
        + "follows the program belongs into \"arguments\""
    ),
    (
      #""program": "Good", "workingDirectory": "FOLDER/nope""#,
      "4:59: plugins.a.workingDirectory: FOLDER/nope: No such file or directory"
    ),
    (
      #""program": "Good", "workingDirectory": "FOLDER/Plain""#,
      "4:59: plugins.a.workingDirectory: FOLDER/Plain is no folder"
    ),
    (#""program": "Plain""#, "4:31: plugins.a.program: FOLDER/Plain is not executable; chmod +x makes it so"),
    (#""program": "FOLDER/Folder""#, "4:31: plugins.a.program: FOLDER/Folder is not a file"),
    (#""program": "FOLDER/Nowhere""#, "4:31: plugins.a.program: FOLDER/Nowhere: No such file or directory"),
    (#""program": "Good", "progam": "x""#, #"4:39: plugins.a.progam: unknown key; did you mean "program"?"#),
    (
      #""program": "Good", "arguments": "x""#, "4:52: plugins.a.arguments: expected an array of strings, found a string"
    ),
    (#""program": "Good", "arguments": ["x", 1]"#, "4:58: plugins.a.arguments[1]: expected a string, found a number"),
    (#""program": "Good", "configuration": "x""#, "4:56: plugins.a.configuration: expected an object, found a string"),
    (
      #""program": "Good", "restart": "permanently""#,
      #"4:50: plugins.a.restart: expected permanent, transient, temporary, found "permanently"; did you mean "permanent"?"#
    ),
    (#""program": "Good", "significant": 1"#, "4:54: plugins.a.significant: expected true or false, found a number"),
    (
      #""program": "Good", "startDeadlineMs": 86400001"#,
      "4:58: plugins.a.startDeadlineMs: expected a whole number from 1 to 86400000, found 86400001"
    ),
    (
      #""program": "Good", "heartbeatMs": 1.5"#,
      "4:54: plugins.a.heartbeatMs: expected a whole number from 1 to 86400000, found 1.5"
    ),
    (#""program": "Good", "inherit": ["stdin"]"#, #"4:51: plugins.a.inherit[0]: expected "stdout", found "stdin""#),
    (#""program": "Good", "environment": []"#, "4:54: plugins.a.environment: expected an object, found an array"),
    (
      #""program": "Good", "environment": {"A=B": "x"}"#,
      "4:55: plugins.a.environment.A=B: not a name of an environment variable"
    ),
    (
      #""program": "Good", "environment": {"A": 1}"#,
      #"4:60: plugins.a.environment.A: expected a string or {"from": "VARIABLE"}, found a number"#
    ),
    (
      #""program": "Good", "environment": {"A": {"from": "NOT_SET"}}"#,
      "4:60: plugins.a.environment.A: the host's environment has no variable NOT_SET; set it before the start"
    ),
    (
      #""program": "Good", "environment": {"A": {"form": "X", "from": "NOT_SET"}}"#,
      #"4:61: plugins.a.environment.A.form: unknown key; did you mean "from"?"#
    ),
    (#""program": "Good", "environment": {"A": {}}"#, "4:60: plugins.a.environment.A.from: missing; expected a string"),
  ])
  func `A broken plugin is told with its place`(_ members: String, _ expected: String) {
    let text = #""plugins": {"a":  {\#(members)}, "b": {"program": "Good"}}"#
    #expect(fixture.problems(ConfigurationPart.plugins.replaced(by: text)).first == "conf.json:" + expected)
  }

  @Test(arguments: [
    (
      ConfigurationPart.plugins, #""plugins": 1"#,
      [
        "4:12: plugins: expected an object, found a number", #"5:35: services.quotes.plugin: no plugin named "a""#,
        #"7:37: presenters.screen.plugin: no plugin named "b""#,
      ]
    ),
    (
      .plugins, #""plugins": {"a": 1, "b": {"program": "Good"}}"#,
      [
        "4:18: plugins.a: expected an object, found a number",
        #"5:35: services.quotes.plugin: no plugin named "a""#,
      ]
    ),
    (
      .plugins, #""plugins": {"a": {"program": "Good"}, "b": {"program": "Good"}, "c d": {"program": "Good"}}"#,
      ["4:65: plugins.c d: a name has 1 to 64 letters, digits, - or _"]
    ),
    (
      .services, #""services": {"quotes": {"plugin": "aa"}}"#,
      [#"5:35: services.quotes.plugin: no plugin named "aa"; did you mean "a"?"#]
    ),
    (
      .services, #""services": {"quotes": {"plugin": "database"}}"#,
      [#"5:35: services.quotes.plugin: no plugin named "database""#]
    ),
    (.services, #""services": {"quotes": {}}"#, ["5:24: services.quotes.plugin: missing; expected a string"]),
    (
      .services, #""services": {"quotes": {"plugin": "a"}, "more": {"plugin": "a"}}"#,
      [#"5:60: services.more.plugin: the plugin "a" is already used by services.quotes; write a second entry for it"#]
    ),
    (
      .services, #""services": {"quotes": {"plugin": "a", "requestDeadlineMs": true}}"#,
      ["5:61: services.quotes.requestDeadlineMs: expected a whole number from 1 to 86400000, found true or false"]
    ),
    (
      .presenters, #""presenters": {"screen": {"plugin": "a", "viewModels": ["*"]}}"#,
      [
        #"7:37: presenters.screen.plugin: the plugin "a" is already used by services.quotes; write a second entry for it"#
      ]
    ),
    (
      .presenters, #""presenters": {"screen": {"plugin": "b"}}"#,
      [#"7:26: presenters.screen.viewModels: missing; expected an array of names, or ["*"] for all"#]
    ),
    (
      .presenters, #""presenters": {"screen": {"plugin": "b", "viewModels": ["*", "qoute"]}}"#,
      [#"7:62: presenters.screen.viewModels[1]: no view model named "qoute"; did you mean "quote"?"#]
    ),
    (
      .presenters, #""presenters": {"screen": {"plugin": "b", "viewModels": "*"}}"#,
      ["7:56: presenters.screen.viewModels: expected an array of strings, found a string"]
    ),
    (
      .viewModels, #""viewModels": {"quote": {"type": "Quot"}}"#,
      [#"6:34: viewModels.quote.type: no view model type "Quot"; this program has Quote, Login; did you mean "Quote"?"#]
    ),
    (.viewModels, #""viewModels": {"quote": {}}"#, ["6:25: viewModels.quote.type: missing; expected a string"]),
    (
      .viewModels, #""viewModels": {"quote": {"type": "Quote", "services": {"quotes": "quote"}}}"#,
      [#"6:66: viewModels.quote.services.quotes: no service named "quote"; did you mean "quotes"?"#]
    ),
    (
      .viewModels, #""viewModels": {"quote": {"type": "Quote", "services": {"quotes": 1}}}"#,
      ["6:66: viewModels.quote.services.quotes: expected a string, found a number"]
    ),
    (
      .viewModels, #""viewModels": {}"#,
      ["1:1: viewModels: the configuration has no view model, so that there is nothing to run"]
    ),
  ])
  func `A broken entry is told with its place`(_ part: ConfigurationPart, _ text: String, _ expected: [String]) {
    #expect(fixture.problems(part.replaced(by: text)) == expected.map { "conf.json:" + $0 })
  }

  @Test(arguments: [
    ("", "conf.json:1:1: not strict JSON: no JSON value at byte 0"),
    ("[]", "conf.json:1:1: expected an object, found an array"),
    (
      "{\n  \"name\": \"a\",\n  \"name\": \"b\"\n}",
      "conf.json:3:3: not strict JSON: the member name \"name\" a second time in one object at byte 19"
    ),
    ("{\n  \"name\": \"a\",\n}", "conf.json:3:1: not strict JSON: a member name in quotes was expected at byte 17"),
    ("{\n  // \"name\": \"a\"\n}", "conf.json:2:3: not strict JSON: a member name in quotes was expected at byte 4"),
  ])
  func `What is no strict JSON is told with its place`(_ text: String, _ expected: String) {
    #expect(fixture.problems(text) == [expected])
  }

  @Test func `A program without view model types says that it has none`() {
    let loader = ConfigurationLoader(viewModelTypes: [], executableFolder: "/", pluginFolders: [], environment: [])
    let text = #"{"viewModels": {"x": {"type": "Quote"}}}"#
    #expect {
      try loader.load(Array(text.utf8), file: "conf.json")
    } throws: { error in
      "\(error)" == #"conf.json:1:31: viewModels.x.type: no view model type "Quote"; this program has none"#
    }
  }

  /// It may be wrong because it is secret.
  @Test func `What the host's environment holds stands in no error`() {
    let fixture = ConfigurationFixture(environment: [("TOKEN", "s3cret")])
    let problems = fixture.problems(
      ConfigurationPart.plugins.replaced(
        by:
          ##""plugins": {"a": {"program": "Good", "environment": {"A": {"from": "TOKEN", "x": 1}}}, "b": {"program": "Good"}}"##
      ))
    #expect(problems.count == 1)
    #expect(!problems.joined().contains("s3cret"))
  }

  @Test(arguments: [(20, []), (21, ["conf.json: and 1 more"]), (27, ["conf.json: and 7 more"])])
  func `All problems are told at once, up to twenty, and the rest is counted`(count: Int, further: [String]) {
    let text = "{" + (0..<count).map { "\"k\($0)\": 1" }.joined(separator: ", ") + "}"
    let problems = fixture.problems(text)
    #expect(problems.first == "conf.json:1:2: k0: unknown key")
    #expect(problems[19].hasSuffix(": k19: unknown key"))
    #expect(Array(problems[20...]) == further)
  }

  @Test func `A file that cannot be read is told with the reason`() {
    #expect {
      try fixture.loader.load("\(fixture.folder.path)/nowhere.json")
    } throws: { error in
      "\(error)" == "\(fixture.folder.path)/nowhere.json: cannot be read: No such file or directory"
    }
    #expect {
      try fixture.loader.load("\(fixture.folder.path)/Folder")
    } throws: { error in
      "\(error)" == "\(fixture.folder.path)/Folder: cannot be read: Is a directory"
    }
    // It would wait for somebody who writes.
    #expect(mkfifo("\(fixture.folder.path)/pipe", 0o600) == 0)
    #expect {
      try fixture.loader.load("\(fixture.folder.path)/pipe")
    } throws: { error in
      "\(error)" == "\(fixture.folder.path)/pipe: cannot be read: it is a pipe and can be read once only"
    }
  }
}
