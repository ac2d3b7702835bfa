// swift-tools-version: 6.3
import PackageDescription

/// What every Swift target is compiled with.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// For the benchmark's programs in C: as linked by default they would load the Swift library, which takes longer than all they
/// do up to their first line. Only for targets that no product needs, since a package with such flags is no dependency; and
/// not for debug builds, whose sanitizers want their libraries.
func linked(_ flags: String...) -> [LinkerSetting] { [.unsafeFlags(flags, .when(configuration: .release))] }

/// The plugins that ship with Greenroom: the name of the target, which is also the name of its program.
let plugins = [
  "Accounts", "ImageCatalog", "ImageHTTP", "MovieCatalog", "MovieHTTP", "QuoteCatalog", "QuoteHTTP", "StdoutPresenter",
]

/// What a plugin needs besides the kit.
func dependencies(ofPlugin name: String) -> [Target.Dependency] {
  if name.hasSuffix("Presenter") { return ["GreenroomTerminalText"] }
  return name == "Accounts" ? ["CCrypt"] : []
}

let package = Package(
  name: "greenroom",
  products: [
    .executable(name: "greenroom", targets: ["greenroom-cli"]),
    .library(name: "Greenroom", targets: ["Greenroom"]),
    .library(name: "GreenroomBindings", targets: ["GreenroomBindings"]),
    .library(name: "GreenroomPluginKit", targets: ["GreenroomPluginKit"]),
    .library(name: "GreenroomTesting", targets: ["GreenroomTesting"]),
  ],
  targets: [
    // MARK: CLibuv
    .systemLibrary(name: "CLibuv", pkgConfig: "libuv", providers: [.apt(["libuv1-dev"])]),

    // MARK: JSON lines
    .target(name: "GreenroomJSONLines", swiftSettings: settings),
    .testTarget(name: "GreenroomJSONLinesTests", dependencies: ["GreenroomJSONLines"], swiftSettings: settings),

    // MARK: Bindings
    .target(name: "GreenroomBindings", swiftSettings: settings),
    .testTarget(
      name: "GreenroomBindingsTests", dependencies: ["GreenroomBindings", "GreenroomTesting"], swiftSettings: settings),

    // MARK: Terminal text
    .target(name: "GreenroomTerminalText", swiftSettings: settings),
    .testTarget(name: "GreenroomTerminalTextTests", dependencies: ["GreenroomTerminalText"], swiftSettings: settings),

    // MARK: Event loop
    .target(
      name: "GreenroomEventLoop", dependencies: ["CLibuv"], swiftSettings: settings + [.strictMemorySafety()]),
    .testTarget(
      name: "GreenroomEventLoopTests", dependencies: ["GreenroomEventLoop"],
      swiftSettings: settings),

    // MARK: Protocol
    .target(name: "GreenroomProtocol", dependencies: ["GreenroomJSONLines"], swiftSettings: settings),
    .testTarget(
      name: "GreenroomProtocolTests", dependencies: ["GreenroomProtocol", "GreenroomJSONLines"], swiftSettings: settings
    ),

    // MARK: Plugin kit
    .target(
      name: "GreenroomPluginKit", dependencies: ["GreenroomProtocol", "GreenroomJSONLines"], swiftSettings: settings),
    .testTarget(
      name: "GreenroomPluginKitTests", dependencies: ["GreenroomPluginKit", "GreenroomProtocol", "GreenroomJSONLines"],
      swiftSettings: settings),

    // MARK: What the plugins share
    // The HTTP client stands in Plugins/QuoteHTTP/HTTPService, and by a link in the other HTTP plugins: as a library it
    // would be linked into the command, and Foundation with it.
    .systemLibrary(name: "CCrypt", providers: [.apt(["libcrypt-dev"])]),

    // MARK: Host core
    .systemLibrary(name: "CPrefetch"),
    .target(
      name: "GreenroomHostCore",
      dependencies: ["CPrefetch", "GreenroomBindings", "GreenroomProtocol", "GreenroomJSONLines"],
      swiftSettings: settings),
    .testTarget(
      name: "GreenroomHostCoreTests",
      dependencies: [
        "GreenroomHostCore", "GreenroomExamples", "GreenroomBindings", "GreenroomProtocol", "GreenroomJSONLines",
      ],
      swiftSettings: settings),

    // MARK: Host
    .target(
      name: "Greenroom",
      dependencies: [
        "GreenroomHostCore", "GreenroomEventLoop", "GreenroomTerminalText", "GreenroomBindings", "GreenroomProtocol",
        "GreenroomJSONLines",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "GreenroomTests",
      dependencies: [
        "Greenroom", "GreenroomHostCore", "GreenroomTerminalText", "GreenroomProtocol", "GreenroomJSONLines",
      ],
      swiftSettings: settings),

    // MARK: Simulator
    .target(
      name: "GreenroomSimulator",
      dependencies: [
        "GreenroomHostCore", "GreenroomExamples", "GreenroomBindings", "GreenroomProtocol", "GreenroomJSONLines",
      ],
      swiftSettings: settings),
    .executableTarget(name: "greenroom-simulate", dependencies: ["GreenroomSimulator"], swiftSettings: settings),
    .testTarget(
      name: "GreenroomSimulatorTests",
      dependencies: ["GreenroomSimulator", "GreenroomHostCore", "GreenroomExamples", "GreenroomProtocol"],
      swiftSettings: settings),

    // MARK: Faults and stress, with real processes
    .target(name: "GreenroomFaults", swiftSettings: settings),
    .executableTarget(
      name: "FaultyPlugin", dependencies: ["GreenroomFaults", "GreenroomProtocol", "GreenroomJSONLines"],
      swiftSettings: settings),
    .target(
      name: "GreenroomStress",
      dependencies: [
        "GreenroomFaults", "GreenroomBindings", "GreenroomEventLoop", "GreenroomHostCore", "GreenroomProtocol",
        "GreenroomJSONLines",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "greenroom-stress",
      dependencies: ["GreenroomStress", "Greenroom", "FaultyPlugin", "StdoutPresenter"],
      swiftSettings: settings),
    .testTarget(
      name: "GreenroomStressTests",
      dependencies: ["GreenroomStress", "GreenroomFaults", "GreenroomProtocol", "GreenroomJSONLines"],
      swiftSettings: settings),

    // MARK: Benchmark, with plugins and a host to compare with in C
    .target(name: "BenchmarkAllocations"),
    .executableTarget(name: "BenchmarkPeer", linkerSettings: linked("-nostartfiles", "-static-executable")),
    .executableTarget(
      name: "BenchmarkRelay", dependencies: ["CLibuv"], linkerSettings: linked("-nostartfiles", "-static-stdlib")),
    .target(name: "BenchmarkFigures", swiftSettings: settings),
    .executableTarget(
      name: "greenroom-benchmark",
      dependencies: [
        "BenchmarkFigures", "BenchmarkAllocations", "GreenroomHostCore", "GreenroomExamples", "GreenroomEventLoop",
        "GreenroomBindings", "GreenroomProtocol", "GreenroomJSONLines", "BenchmarkPeer", "BenchmarkRelay",
        "greenroom-cli",
      ],
      swiftSettings: settings),
    .testTarget(name: "BenchmarkFiguresTests", dependencies: ["BenchmarkFigures"], swiftSettings: settings),

    // MARK: Testing of view models
    .target(name: "GreenroomTesting", dependencies: ["GreenroomBindings"], swiftSettings: settings),

    // MARK: Examples
    .target(name: "GreenroomExamples", dependencies: ["GreenroomBindings"], swiftSettings: settings),
    .testTarget(
      name: "GreenroomExamplesTests", dependencies: ["GreenroomExamples", "GreenroomTesting", "GreenroomBindings"],
      swiftSettings: settings),

    // MARK: The command
    .executableTarget(
      name: "greenroom-cli",
      dependencies: ["Greenroom", "GreenroomExamples"] + plugins.map { .init(stringLiteral: $0) },
      swiftSettings: settings),
    .testTarget(
      name: "IntegrationTests",
      dependencies: [
        "greenroom-cli", "GreenroomPluginKit", "GreenroomTerminalText", "GreenroomProtocol", "GreenroomJSONLines",
      ],
      swiftSettings: settings),
  ]
    + plugins.map { name in
      .executableTarget(
        name: name,
        dependencies: ["GreenroomPluginKit"] + dependencies(ofPlugin: name),
        path: "Plugins/\(name)", exclude: ["plugin.json"], swiftSettings: settings)
    },
  swiftLanguageModes: [.v6]
)
