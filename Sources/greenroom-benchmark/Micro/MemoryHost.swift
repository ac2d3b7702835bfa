import GreenroomBindings
import GreenroomEventLoop
import GreenroomHostCore
import GreenroomProtocol

/// The host core as it ships, on the loop's executor, with peers in memory instead of processes.
final class MemoryHost {
  let core: HostCore
  private let environment: MemoryEnvironment
  private let loop: Loop

  /// A host with one service `quotes`, and presenters that are attached to all view models.
  init(_ type: ViewModelType, instances: Int = 1, presenters: Int = 0) {
    do throws(LoopError) {
      loop = try Loop()
    } catch {
      fatalError("no loop: \(error)")
    }
    environment = MemoryEnvironment(loop)
    let names = (0..<instances).map { "quote-\($0)" }
    let screens = (0..<presenters).map { "screen-\($0)" }
    core = HostCore(
      HostConfiguration(
        name: "memory",
        plugins: (["quotes"] + screens).map { PluginConfiguration(name: $0, executable: "/", heartbeat: nil) },
        services: [ServiceConfiguration(name: "quotes", plugin: "quotes", requestDeadline: .seconds(3_600))],
        viewModels: names.map {
          ViewModelConfiguration(
            name: $0, type: type.name, services: [ServiceBinding(alias: "quotes", service: "quotes")])
        },
        presenters: screens.map { PresenterConfiguration(name: $0, plugin: $0, viewModels: names) }),
      types: [type], version: "0", environment: environment)
    core.start()
    core.turns.endOfTurn()
    for stream in environment.streams {
      stream.answerAll(Array(#"{"protocolVersion":"1","provides":["*"],"presents":["*"]}"#.utf8))
      core.turns.endOfTurn()
    }
  }

  var service: MemoryStream { environment.streams[0] }
  var presenters: ArraySlice<MemoryStream> { environment.streams[1...] }
  func instance(_ index: Int) -> ViewModelInstance { core.viewModels[index] }
  func endTurn() { core.turns.endOfTurn() }

  /// Ends the executor; the actors are gone before.
  func close() {
    core.stop()
    loop.close()
  }
}

/// The outside of such a host: the loop's executor and clock, no timer that fires, no log.
private final class MemoryEnvironment: HostEnvironment, ProcessStarter, Scheduler {
  private let loop: Loop
  private(set) var streams: [MemoryStream] = []
  init(_ loop: Loop) { self.loop = loop }

  private final class Never: ScheduledAction {
    func cancel() {}
  }

  var scheduler: any Scheduler { self }
  var processes: any ProcessStarter { self }
  var executor: any SerialExecutor & TaskExecutor { loop.executor }
  var processID: Int { 1 }
  var now: Duration { loop.now }
  var roughMilliseconds: Int { loop.roughMilliseconds }
  func random() -> UInt64 { 0 }
  func runQueuedJobs() { loop.executor.drain() }
  func requestTurn() {}
  func log(_ level: LogLevel, _ part: String, _ message: @autoclosure () -> String) {
    if level >= .warning { print("\(level) \(part): \(message())") }
  }
  func schedule(after delay: Duration, _ action: @escaping () -> Void) -> any ScheduledAction { Never() }
  func start(
    _ plugin: PluginConfiguration, as role: PluginRole, observer: any ProcessObserver
  ) throws(ProcessStartError) -> any PluginProcess {
    let process = MemoryProcess()
    streams.append(process.stream)
    return process
  }
}
