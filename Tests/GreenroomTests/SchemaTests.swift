import Foundation
import Greenroom
import GreenroomHostCore
import GreenroomJSONLines
import Testing

/// `Config/greenroom.schema.json` is what authors read; the loader is what decides. They must say the same.
struct SchemaTests {
  private typealias Keys = ConfigurationLoader.Keys

  /// The folder of the package.
  private static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
  private static let schemaPath = root + "/Config/greenroom.schema.json"

  private let schema: JSONNode

  init() throws { schema = try JSONNode.parse(Self.bytes(Self.schemaPath)) }

  private static func bytes(_ path: String) throws -> [UInt8] { try #require(ReadFile.bytes(path)) }

  private func member(_ name: String, of node: JSONNode?) -> JSONNode? {
    guard case .object(let members)? = node?.value else { return nil }
    return members.first { $0.name == name }?.node
  }

  private func member(_ names: [String]) -> JSONNode? {
    names.reduce(schema) { (node: JSONNode?, name) in member(name, of: node) }
  }

  private func integer(_ node: JSONNode?) -> Int? {
    guard case .number(let literal)? = node?.value else { return nil }
    return Int(literal)
  }

  @Test(arguments: [
    "README.md", "Config/greenroom.schema.json",
    "Sources/GreenroomProtocol/GreenroomProtocol.docc/WireSpecification.md",
  ])
  func `The documents name the variables that every plugin gets, in one sentence`(document: String) throws {
    let lines = String(decoding: try Self.bytes("\(Self.root)/\(document)"), as: UTF8.self).split(separator: "\n")
    let sentence = try #require(lines.first { $0.contains("PATH, HOME") })
    for variable in ConfigurationLoader.allowedVariables + ["LC_*"] { #expect(sentence.contains(variable)) }
  }

  @Test(arguments: [
    ([], Keys.top), (["$defs", "plugin"], Keys.plugin), (["$defs", "service"], Keys.service),
    (["$defs", "viewModel"], Keys.viewModel), (["$defs", "presenter"], Keys.presenter),
    (["$defs", "limits"], Keys.limits),
  ])
  func `The schema has the keys of the loader, each with a description, and no other`(
    _ path: [String], _ keys: [String]
  ) throws {
    guard case .object(let properties)? = member(path + ["properties"])?.value else {
      Issue.record("no properties at \(path)")
      return
    }
    #expect(properties.map(\.name).sorted() == keys.sorted())
    for property in properties where property.name != "limits" {
      #expect(member("description", of: property.node) != nil, "\(property.name)")
    }
    guard case .bool(false)? = member(path + ["additionalProperties"])?.value else {
      Issue.record("\(path) allows other keys")
      return
    }
  }

  @Test func `The defaults of the schema are those of the host`() throws {
    var limits = "{}"
    if case .object(let properties)? = member(["$defs", "limits", "properties"])?.value {
      limits =
        try "{"
        + properties.map { "\"\($0.name)\": \(try #require(integer(member("default", of: $0.node))))" }.joined(
          separator: ",") + "}"
    }
    let fixture = ConfigurationFixture()
    #expect(try fixture.load(ConfigurationPart.limits.replaced(by: "\"limits\": \(limits)")).limits == HostLimits())
    let plugin = PluginConfiguration(name: "a", executable: "")
    #expect(milliseconds("plugin", "startDeadlineMs") == plugin.startDeadline)
    #expect(milliseconds("plugin", "heartbeatMs") == plugin.heartbeat)
    let service = ServiceConfiguration(name: "a", plugin: "")
    #expect(milliseconds("service", "requestDeadlineMs") == service.requestDeadline)
    #expect(milliseconds("service", "drainDeadlineMs") == service.drainDeadline)
  }

  private func milliseconds(_ definition: String, _ key: String) -> Duration? {
    integer(member(["$defs", definition, "properties", key, "default"])).map { .milliseconds($0) }
  }

  @Test(arguments: Keys.limits)
  func `A limit of the schema is the loader's bound`(_ key: String) throws {
    let own = member(["$defs", "limits", "properties", key])
    let bounds = member("$ref", of: own) == nil ? own : member(["$defs", "milliseconds"])
    let minimum = try #require(integer(member("minimum", of: bounds)))
    let maximum = try #require(integer(member("maximum", of: bounds)))
    let fixture = ConfigurationFixture()
    func problems(_ value: Int) -> Int {
      fixture.problems(ConfigurationPart.limits.replaced(by: "\"limits\": {\"\(key)\": \(value)}")).count
    }
    #expect([minimum - 1, minimum, maximum, maximum + 1].map(problems) == [1, 0, 0, 1])
  }

  @Test(arguments: ["host", "live"])
  func `A configuration that is shipped loads`(name: String) throws {
    let folder = TemporaryFolder()
    for plugin in try FileManager.default.contentsOfDirectory(atPath: Self.root + "/Plugins") { folder.write(plugin) }
    let keys = ["UNSPLASH_ACCESS_KEY", "KOFIC_KEY"].map { (name: $0, value: "k") }
    let loader = ConfigurationLoader(
      viewModelTypes: ["ImagePager", "Quote", "BoxOffice", "Login", "Sign"], executableFolder: folder.path,
      pluginFolders: [], environment: keys)
    let configuration = try loader.load(Self.root + "/Config/\(name).json")
    #expect(
      configuration.viewModels.map(\.type) == ["ImagePager", "Quote", "BoxOffice", "Login", "Sign", "Sign"])
    #expect(configuration.presenters.first?.viewModels.count == 6)
  }
}
