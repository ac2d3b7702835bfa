#if canImport(Glibc)
  import Glibc
#endif

/// What to start and how. The child applies it before it executes the program.
package struct ProcessSpecification {
  /// Absolute path.
  package var executable: String
  /// Without the name of the program.
  package var arguments: [String]
  /// The whole environment; nothing is added from this process's.
  package var environment: [(String, String)]
  /// Nil: this process's.
  package var workingDirectory: String?
  /// Descriptors of this process that the child gets as 3, 4, ... in this order.
  package var inheritedDescriptors: [CInt]
  /// What the child may use.
  package var limits: ProcessLimits
  /// umask(2): permissions that the child's new files do not get.
  package var fileModeMask: UInt32

  package init(
    executable: String, arguments: [String] = [], environment: [(String, String)] = [], workingDirectory: String? = nil,
    inheritedDescriptors: [CInt] = [], limits: ProcessLimits = ProcessLimits(), fileModeMask: UInt32 = 0o022
  ) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
    self.workingDirectory = workingDirectory
    self.inheritedDescriptors = inheritedDescriptors
    self.limits = limits
    self.fileModeMask = fileModeMask
  }

  /// C strings end at the first NUL: what would be cut is refused instead.
  func checkStrings() throws(LoopError) {
    guard executable.utf8.first == 0x2f else { throw .refused("the program \(executable) is not an absolute path") }
    let texts = [executable, workingDirectory ?? ""] + arguments + environment.flatMap { [$0.0, $0.1] }
    guard !texts.contains(where: { $0.utf8.contains(0) }) else {
      throw .refused("a path, argument or environment variable of \(executable) has a NUL byte in it")
    }
    for (name, _) in environment where name.isEmpty || name.utf8.contains(0x3d) {
      throw .refused("\(executable) cannot get an environment variable of the name '\(name)'")
    }
  }
}

/// Limits of one child, as setrlimit(2) sets them: both the soft and the hard one. Nil leaves this process's.
package struct ProcessLimits: Sendable, Equatable {
  /// Number of descriptors.
  package var openFiles: Int?
  /// Bytes of a core file; 0 is none.
  package var coreBytes: Int?
  /// Bytes of address space.
  package var addressSpaceBytes: Int?

  package init(openFiles: Int? = nil, coreBytes: Int? = 0, addressSpaceBytes: Int? = nil) {
    self.openFiles = openFiles
    self.coreBytes = coreBytes
    self.addressSpaceBytes = addressSpaceBytes
  }
}

/// How a child ended, as waitpid(2) tells.
package enum ChildExit: Equatable, Sendable {
  /// With this status, 0...255.
  case exited(Int)
  /// By this signal, as signal(7) numbers it.
  case signalled(Int)
}
