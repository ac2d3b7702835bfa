import Greenroom
import GreenroomHostCore

/// A folder with programs of every kind, and a loader that knows it.
struct ConfigurationFixture {
  let folder = TemporaryFolder()
  let loader: ConfigurationLoader

  init(environment: [(name: String, value: String)] = []) {
    folder.write("Good")
    folder.write("Plain", mode: 0o644)
    folder.write("old.py", "#!/usr/bin/python1 -u\n")
    folder.write("dos.sh", "#!/bin/sh\r\n")
    folder.makeFolder("Folder")
    folder.makeFolder("plugins")
    folder.makeFolder("plugins/Packed")
    folder.write("plugins/Packed/plugin.json", #"{"executable": "run"}"#, mode: 0o644)
    folder.write("plugins/Packed/run")
    for (name, manifest) in [("Torn", "{"), ("Mute", "{}"), ("Gone", #"{"executable": "run"}"#)] {
      folder.makeFolder("plugins/\(name)")
      folder.write("plugins/\(name)/plugin.json", manifest, mode: 0o644)
    }
    loader = ConfigurationLoader(
      viewModelTypes: ["Quote", "Login"], executableFolder: folder.path, pluginFolders: ["\(folder.path)/plugins"],
      environment: environment)
  }

  /// Loads a text, in which `FOLDER` is the fixture's.
  func load(_ text: String, file: String = "conf.json") throws(ConfigurationError) -> HostConfiguration {
    try loader.load(Array(replaced(text, "FOLDER", by: folder.path).utf8), file: file)
  }

  /// The problems of a text, with the fixture's folder called `FOLDER`.
  func problems(_ text: String) -> [String] {
    do throws(ConfigurationError) {
      _ = try load(text)
      return []
    } catch {
      return error.lines.map { replaced($0, folder.path, by: "FOLDER") }
    }
  }

  private func replaced(_ text: String, _ part: String, by other: String) -> String {
    var rest = text[...]
    var result = ""
    while let range = rest.firstRange(of: part) {
      result += rest[..<range.lowerBound] + other
      rest = rest[range.upperBound...]
    }
    return result + rest
  }
}

/// A good configuration of which one line can be replaced. Line 1 is the brace; the columns are those of the part.
enum ConfigurationPart: Int, CaseIterable {
  case name = 2
  case limits, plugins, services, viewModels, presenters

  private var text: String {
    switch self {
    case .name: #""name": "test""#
    case .limits: #""limits": {}"#
    case .plugins: #""plugins": {"a": {"program": "Good"}, "b": {"program": "Good"}}"#
    case .services: #""services": {"quotes": {"plugin": "a"}}"#
    case .viewModels: #""viewModels": {"quote": {"type": "Quote"}}"#
    case .presenters: #""presenters": {"screen": {"plugin": "b", "viewModels": ["*"]}}"#
    }
  }

  /// The whole text, with this part replaced.
  func replaced(by other: String) -> String {
    "{\n" + Self.allCases.map { $0 == self ? other : $0.text }.joined(separator: ",\n") + "\n}\n"
  }

  static let good = ConfigurationPart.name.replaced(by: ConfigurationPart.name.text)
}
