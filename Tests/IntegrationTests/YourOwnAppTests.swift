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

    @Test func `The package of the guide builds, runs as the guide says, and passes its test`() throws {
      let guide = try Guide("Sources/GreenroomBindings/GreenroomBindings.docc/YourOwnApp.md")
      #expect(guide.drawnPaths.sorted() == guide.files.keys.sorted())
      #expect(
        guide.commands.map { Array($0.prefix(4)) } == ["run", "attach", "send"].map { ["swift", "run", "tally", $0] })
      try guide.write(to: app)
      // Beside the folder of Greenroom, as the guide puts it; the checkout may have another name.
      try FileManager.default.createSymbolicLink(
        at: folder.appendingPathComponent("greenroom"), withDestinationURL: packageFolder)
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
      presenter.type("plusDidTap\nresetDidTap\n")
      #expect(presenter.output.wait(for: "count: 0\n", times: 2))
      #expect(try tally(["swift", "run", "tally", "stop"]).waitForExit() == 0)
      #expect(host.waitForExit() == 0)
      #expect(presenter.waitForExit() == 0)
      #expect(presenter.output.waitForEnd() == [0, 1, 2, 0].map { "tally  show  count: \($0)\n" }.joined())

      try swift("test")
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

    /// Runs what the guide runs by `swift run tally`, with a socket of the test's.
    private func tally(_ command: [String]) throws -> RunningCommand {
      try RunningCommand(
        command.dropFirst(3) + ["--socket", socket],
        program: URL(fileURLWithPath: build).appendingPathComponent("debug/tally"), folder: app)
    }
  }
}
