import Glibc
import GreenroomPluginKit
import Testing

@Suite(.timeLimit(.minutes(1))) struct EndTests {
  @Test func `At the end of the input open requests that finish at once are answered`() async throws {
    let gate = Gate()
    let host = try await HostEnd.opened(Service("t") { ServiceOperation("stay") { await gate.wait() } })
    for id in 1...50 { host.send(request(id, "t.stay")) }
    #expect(await host.ask(request(-1, "ping")) == result(-1, "{}"))
    host.endInput()
    gate.open()
    #expect(Set(await host.rest()) == Set((1...50).map { result($0, "null") }))
    #expect(await host.status() == .success)
  }

  @Test func `A handler that does not return keeps the program no longer than 200 ms`() async throws {
    let (gate, seen) = (Gate(), Mailbox<String>())
    let service = Service("t") {
      ServiceOperation("stay") {
        await withTaskCancellationHandler {
          await gate.wait()
        } onCancel: {
          seen.put("cancelled")
        }
      }
    }
    let host = try HostEnd(service.definition, endingGrace: PluginStateMachine.endingGrace)
    host.send(HostEnd.initialize())
    _ = await host.line()
    host.send(request(1, "t.stay"))
    #expect(await host.ask(request(2, "ping")) == result(2, "{}"))
    let begin = ContinuousClock.now
    host.endInput()
    #expect(await host.rest() == [])
    #expect(await host.status() == .success)
    let end = try #require(host.endOfOutput)
    #expect(begin.duration(to: end) >= .milliseconds(150))
    // 200 ms on an idle machine; the exact rule is a test of the machine, on virtual time.
    #expect(begin.duration(to: end) < .seconds(1))
    #expect(await seen.next() == "cancelled")
    gate.open()
  }

  // B26
  @Test func `A host that reads no more is an error and no signal`() async throws {
    let gate = Gate()
    let host = try HostEnd(Service("t") { ServiceOperation("stay") { await gate.wait() } }.definition, reads: false)
    host.send(HostEnd.initialize())
    host.send(request(1, "t.stay"))
    host.endOutput()
    gate.open()
    #expect(await host.status() == .ioError)
    host.endInput()
  }

  // B49
  @Test func `A last request without its line feed is answered`() async throws {
    let host = try await HostEnd.opened(Service("t") { ServiceOperation("one") { 1 } })
    host.write(request(1, "t.one"))
    host.endInput()
    #expect(await host.rest() == [result(1, "1")])
    #expect(await host.status() == .success)
  }

  /// Runs in a process of its own, since it takes over the standard streams.
  @Test func `What a plugin prints goes to its log and never to the wire`() async throws {
    let outcome = try await #require(
      processExitsWith: .success, observing: [\.standardOutputContent, \.standardErrorContent]
    ) {
      var ends: [CInt] = [-1, -1]
      guard pipe(&ends) == 0, dup2(ends[0], STDIN_FILENO) == 0 else { exit(1) }
      close(ends[0])
      let wire = try Wire.takeStandardStreams()
      print("a log line")
      _ = wire.write(Array("on the wire\n".utf8))
      var byte: UInt8 = 0
      guard read(STDIN_FILENO, &byte, 1) == 0 else { exit(4) }
      exit(0)
    }
    let output = String(decoding: outcome.standardOutputContent, as: UTF8.self)
    let log = String(decoding: outcome.standardErrorContent, as: UTF8.self)
    #expect(output.contains("on the wire"))
    #expect(!output.contains("a log line"))
    #expect(log.contains("a log line"))
    #expect(!log.contains("on the wire"))
  }

  @Test(arguments: [STDIN_FILENO, STDOUT_FILENO])
  func `A closed standard stream is told in a sentence`(descriptor: CInt) async {
    await #expect(processExitsWith: .success) { [descriptor] in
      close(descriptor)
      do throws(WireError) {
        _ = try Wire.takeStandardStreams()
        exit(1)
      } catch {
        exit(error.description.contains("is not open: this program is a plugin of Greenroom") ? 0 : 2)
      }
    }
  }
}
