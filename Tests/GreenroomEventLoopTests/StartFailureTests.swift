import Foundation
import GreenroomEventLoop
import Testing

extension EventLoopTests {
  /// Programs that cannot be started: what is said, and that nothing is left.
  final class StartFailureTests {
    private let folder: URL

    init() throws {
      folder = FileManager.default.temporaryDirectory.appendingPathComponent("start-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func file(_ name: String, _ text: String, mode: Int) throws -> String {
      let path = folder.appendingPathComponent(name).path
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
      return path
    }

    private func failure(of specification: ProcessSpecification) throws -> String? {
      let test = try TestLoop()
      let child = try TestChild(specification, test)
      test.turn { child.failure != nil || child.exit != nil }
      #expect(child.exit == nil)
      #expect(!child.hasExecuted)
      child.close()
      test.close()
      return child.failure?.description
    }

    struct Unstartable: Sendable, CustomTestStringConvertible {
      var name: String
      var text = ""
      var mode = 0o755
      var cause: String
      var testDescription: String { name }
    }

    @Test(arguments: [
      Unstartable(name: "closed", mode: 0o644, cause: "exec of PATH failed: Permission denied"),
      Unstartable(
        name: "garbage", text: "\u{1}\u{2}no program",
        cause: "exec of PATH failed: it is no program; a script begins with #! and its interpreter"),
      Unstartable(
        name: "plain-text", text: "echo no first line\n",
        cause: "exec of PATH failed: it is no program; a script begins with #! and its interpreter"),
      Unstartable(
        name: "no-interpreter", text: "#!/nonexistent/sh\necho\n",
        cause: "exec of PATH failed: the interpreter that it names does not exist; look at its first line, "
          + "which must not end with a carriage return either"),
    ]) func `What exec refuses is said in a sentence with the path`(_ program: Unstartable) throws {
      let path = try file(program.name, program.text, mode: program.mode)
      #expect(
        try failure(of: ProcessSpecification(executable: path))
          == program.cause.replacingOccurrences(of: "PATH", with: path))
    }

    @Test(arguments: [
      ("/nonexistent/program", "No such file or directory"), ("/etc/passwd/program", "Not a directory"),
      ("/", "Permission denied"),
    ]) func `A path without a program is said to be one`(path: String, cause: String) throws {
      #expect(
        try failure(of: ProcessSpecification(executable: path)) == "exec of \(path) failed: \(cause)")
    }

    @Test func `A missing folder is told apart from a missing program`() throws {
      let specification = ProcessSpecification(executable: "/bin/true", workingDirectory: "/nonexistent")
      #expect(try failure(of: specification) == "chdir of /nonexistent failed: No such file or directory")
    }

    @Test func `What cannot be handed over is refused and not cut`() async {
      // In a process of its own, whose descriptors nobody else changes.
      await #expect(processExitsWith: .success) {
        let table: [(specification: ProcessSpecification, cause: String)] = [
          (ProcessSpecification(executable: "bin/true"), "the program bin/true is not an absolute path"),
          (ProcessSpecification(executable: "/bin/true", arguments: ["a\0b"]), "has a NUL byte in it"),
          (ProcessSpecification(executable: "/bin/true", environment: [("A=B", "c")]), "of the name 'A=B'"),
        ]
        let test = try TestLoop()
        let before = descriptorCount()
        for (specification, cause) in table {
          #expect {
            _ = try TestChild(specification, test)
          } throws: {
            "\($0)".contains(cause)
          }
        }
        #expect(descriptorCount() == before)
        test.close()
      }
    }

    // B04
    @Test func `A thousand failed starts leave no descriptor, no zombie and no memory`() async {
      await #expect(processExitsWith: .success) {
        let test = try TestLoop()
        func attempt() throws {
          let child = try TestChild(ProcessSpecification(executable: "/nonexistent/program"), test)
          let pid = child.process?.pid ?? 0
          test.turn { child.failure != nil }
          #expect(isGone(pid))
          child.close()
          test.loop.turn0()
        }
        for _ in 0..<100 { try attempt() }
        let (descriptors, bytes) = (descriptorCount(), residentByteCount())
        for _ in 0..<1000 { try attempt() }
        #expect(descriptorCount() == descriptors)
        #expect(keepsFreedMemory || residentByteCount() - bytes < 1 << 20)
        test.close()
      }
    }

    // B16
    @Test func `Without free descriptors a start is an error, and with them it works again`() async {
      await #expect(processExitsWith: .success) {
        let test = try TestLoop()
        // As many as the four pipes need, one after another less: each place at which it may fail.
        for free in 0..<10 {
          let before = descriptorCount()
          let limit = DescriptorLimit.lower(leaving: free)
          var failure: LoopError?
          var child: TestChild?
          do {
            child = try TestChild(ProcessSpecification(executable: "/bin/true"), test)
          } catch {
            failure = error as? LoopError
          }
          limit.restore()
          if let child {
            test.turn { child.isOver }
            child.close()
          } else {
            #expect(failure?.errno == EMFILE, "\(String(describing: failure)) with \(free) free")
          }
          test.loop.turn0()
          #expect(descriptorCount() <= before + 2, "with \(free) free")
        }
        let child = try TestChild(ProcessSpecification(executable: "/bin/true"), test)
        test.turn { child.isOver }
        #expect(child.exit == .exited(0))
        child.close()
        test.close()
      }
    }
  }
}
