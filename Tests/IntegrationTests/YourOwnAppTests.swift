import Foundation
import Testing

/// The package of the guide `YourOwnApp`, built and run as its reader does.
extension IntegrationTests {
  final class YourOwnAppTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "own-\(UUID().uuidString.prefix(8))")
    private var app: URL { folder.appendingPathComponent("tally") }
    private var build: String { folder.appendingPathComponent("build").path }
    private var socket: String { folder.appendingPathComponent("s").path }

    /// It compiles Greenroom, on a machine that may be busy with much else.
    private static let buildDeadline: TimeInterval = 600

    deinit { try? FileManager.default.removeItem(at: folder) }

    @Test func `The package of the guide builds, runs as the guide says, and passes its test, at both of its stages`()
      throws
    {
      // Beside the folder of Greenroom, as the guide puts it; the checkout may have another name.
      try FileManager.default.createDirectory(at: app, withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        at: folder.appendingPathComponent("greenroom"), withDestinationURL: packageFolder)
      try withoutService()
      try withService()
      try swift("test")
    }

    /// The first half of the guide: one view model.
    private func withoutService() throws {
      let guide = try Guide(firstHalf())
      #expect(guide.drawnPaths.sorted() == guide.files.keys.sorted())
      #expect(
        guide.commands.map { Array($0.prefix(4)) } == ["run", "attach", "send"].map { ["swift", "run", "tally", $0] })
      try guide.write(to: app)
      // What `swift run tally` builds.
      try swift("build", "--product", "tally")
      let host = try tally(guide.commands[0])
      try #require(host.errors.wait(for: "ready, tally on control socket \(socket)"), "\(host.errors.text)")
      defer { host.end() }
      let presenter = try tally(guide.commands[1])
      #expect(presenter.output.wait(for: "tally  show  count: 0\n"))
      let sender = try tally(guide.commands[2])
      #expect(sender.waitForExit() == 0)
      #expect(sender.output.waitForEnd() == "tally  show  count: 1\n")
      presenter.type("plusDidTap\naddDidTap {\"amount\": 5}\nresetDidTap\n")
      #expect(presenter.output.wait(for: "count: 0\n", times: 2))
      #expect(try tally(["swift", "run", "tally", "stop"]).waitForExit() == 0)
      #expect(host.waitForExit() == 0)
      #expect(presenter.waitForExit() == 0)
      #expect(presenter.output.waitForEnd() == [0, 1, 2, 7, 0].map { "tally  show  count: \($0)\n" }.joined())
    }

    /// The whole guide: a second view model, and the service that it calls.
    private func withService() throws {
      let guide = try Guide(path)
      #expect(guide.drawnPaths.sorted() == guide.files.keys.sorted())
      try guide.write(to: app)
      try swift("build", "--product", "tally")
      let host = try tally(guide.commands[0])
      try #require(host.errors.wait(for: "words is ready"), "\(host.errors.text)")
      try #require(host.errors.wait(for: "ready, tally on control socket \(socket)"), "\(host.errors.text)")
      defer { host.end() }
      let sender = try tally(#require(guide.commands.last))
      #expect(sender.waitForExit() == 0, "\(sender.errors.waitForEnd())")
      #expect(sender.output.waitForEnd() == "note  wordCount     5\n")
      #expect(try tally(["swift", "run", "tally", "stop"]).waitForExit() == 0)
      #expect(host.waitForExit() == 0)
    }

    private let path = "Sources/GreenroomBindings/GreenroomBindings.docc/YourOwnApp.md"

    /// The guide up to its second half, as a file: its path from the folder of the package.
    private func firstHalf() throws -> String {
      let text = try String(contentsOf: packageFolder.appendingPathComponent(path), encoding: .utf8)
      let halves = text.components(separatedBy: "\n## A view model that calls a service\n")
      try #require(halves.count == 2)
      let file = folder.appendingPathComponent("first.md")
      try halves[0].write(to: file, atomically: true, encoding: .utf8)
      return String(repeating: "../", count: packageFolder.pathComponents.count) + file.path.dropFirst()
    }

    /// Runs `swift` in the folder of the package to its good end, with a folder of its own for what it builds: that of the
    /// test run is locked. Debug information would cost a fifth of the time.
    private func swift(_ arguments: String..., location: SourceLocation = #_sourceLocation) throws {
      let options = ["--scratch-path", build, "-debug-info-format", "none"]
      let command = try RunningCommand(
        ["swift"] + arguments + options, program: URL(fileURLWithPath: "/usr/bin/env"), folder: app)
      let status = command.waitForExit(within: Self.buildDeadline)
      let said = command.output.waitForEnd() + command.errors.waitForEnd()
      try #require(status == 0, "swift \(arguments): \(said.suffix(4_000))", sourceLocation: location)
    }

    /// Runs what the guide runs by `swift run tally`, with a socket of the test's. What stands in quotes is one word.
    private func tally(_ command: [String]) throws -> RunningCommand {
      let words = command.dropFirst(3).joined(separator: " ").components(separatedBy: "'").enumerated()
        .flatMap { $0.isMultiple(of: 2) ? $1.split(separator: " ").map(String.init) : [$1] }
      return try RunningCommand(
        words + ["--socket", socket],
        program: URL(fileURLWithPath: build).appendingPathComponent("debug/tally"), folder: app)
    }
  }
}
