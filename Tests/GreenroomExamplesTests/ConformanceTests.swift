import GreenroomBindings
import GreenroomExamples
import GreenroomTesting
import Testing

/// What holds for all five.
@Suite struct ConformanceTests {
  private let error = ServiceError(code: .unavailable, message: "down")

  @Test(arguments: Subject.all)
  func `nothing is emitted before the first input but the states, in declared order, on attach`(subject: Subject) {
    let bench = subject.make()
    #expect(bench.takeOutputs().isEmpty)
    for _ in 0..<2 {
      bench.attach()
      let replayed = bench.takeOutputs()
      #expect(replayed.map(\.text) == subject.initial)
      #expect(replayed.allSatisfy { $0.cause == 0 })
    }
  }

  @Test(arguments: Subject.all)
  func `an input is handled to its end before the next, its outputs keep their order and name their cause`(
    subject: Subject
  ) {
    let bench = subject.make()
    bench.prepare()
    for _ in 0..<3 {
      let input = bench.ask()
      let synchronous = bench.takeOutputs()
      bench.succeed(bench.takeCall())
      let later = bench.takeOutputs()
      #expect((synchronous + later).map(\.text) == subject.success)
      #expect(synchronous.allSatisfy { $0.cause == input })
      #expect(later.allSatisfy { $0.cause == input + 1 })
    }
  }

  @Test(arguments: Subject.all)
  func `a failed request ends no stream`(subject: Subject) {
    let bench = subject.make()
    bench.prepare()
    for _ in 0..<2 {
      _ = bench.ask()
      bench.takeCall().fail(error)
      #expect(!bench.takeOutputs().isEmpty)
    }
    _ = bench.ask()
    bench.succeed(bench.takeCall())
    let outputs = bench.takeOutputs().map(\.text).filter { $0 != "error nil" }
    #expect(outputs == subject.success)
  }

  @Test(arguments: Subject.all.filter { $0.policy == .latest })
  func `a superseded request emits nothing, however late it is answered`(subject: Subject) {
    let bench = subject.make()
    bench.prepare()
    _ = bench.ask()
    let older = bench.takeCall()
    _ = bench.ask()
    let newer = bench.takeCall()
    older.expectCancelled(.superseded)
    bench.succeed(older)
    bench.succeed(newer)
    #expect(bench.takeOutputs().map(\.text) == subject.success)
  }

  @Test(arguments: Subject.all.filter { $0.policy == .first })
  func `an ignored input makes no request and no output`(subject: Subject) {
    let bench = subject.make()
    bench.prepare()
    _ = bench.ask()
    _ = bench.ask()
    bench.succeed(bench.takeCall())
    #expect(bench.takeOutputs().map(\.text) == subject.success)
  }

  @Test(arguments: Subject.all)
  func `ports that carry a reply repeat, flags and counters drop`(subject: Subject) {
    let states = subject.make().outputPorts.filter { $0.kind == .state }
    #expect(states.filter(\.repeats).map(\.name) == subject.repeating)
  }

  @Test(arguments: Subject.all)
  func `state outlives its presenters`(subject: Subject) {
    let bench = subject.make()
    bench.prepare()
    _ = bench.ask()
    bench.succeed(bench.takeCall())
    let live = bench.takeOutputs()
    bench.attach()
    let replayed = bench.takeOutputs().map(\.text)
    let states = Set(bench.outputPorts.filter { $0.kind == .state }.map(\.name))
    for port in Set(live.map(\.port)).intersection(states) {
      #expect(replayed.contains { $0 == live.last { $0.port == port }?.text })
    }
  }

  @Test(arguments: Subject.all)
  func `stopping the instance cancels its request and ends its outputs`(subject: Subject) {
    let bench = subject.make()
    bench.prepare()
    _ = bench.ask()
    _ = bench.takeOutputs()
    bench.stop()
    let call = bench.takeCall()
    call.expectCancelled()
    bench.succeed(call)
    _ = bench.ask()
    #expect(bench.takeOutputs().isEmpty)
  }

  @Test(arguments: Subject.all)
  func `transform runs once, so attaching again doubles nothing`(subject: Subject) {
    let bench = subject.make()
    bench.prepare()
    for _ in 0..<3 { bench.attach() }
    _ = bench.takeOutputs()
    _ = bench.ask()
    bench.succeed(bench.takeCall())
    #expect(bench.takeOutputs().map(\.text) == subject.success)
  }

  @Test func `the five are registered by name`() {
    #expect(Examples.viewModels.map(\.name) == ["ImagePager", "Quote", "BoxOffice", "Login", "Sign"])
  }
}
