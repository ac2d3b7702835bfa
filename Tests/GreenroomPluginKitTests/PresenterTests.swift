import GreenroomPluginKit
import Testing

@Suite(.timeLimit(.minutes(1))) struct PresenterTests {
  private struct Toggle: Decodable { var isEnabled: Bool }

  private static let attached =
    #"{"jsonrpc":"2.0","method":"attached","params":{"viewModel":"quote","seq":3,"schema":{"type":"Quote","inputs":[{"name":"tap","kind":"event","repeats":false,"isSecret":false,"payload":""}],"outputs":[{"name":"toggle","kind":"state","repeats":false,"isSecret":false,"payload":"isEnabled: Bool"},{"name":"token","kind":"event","repeats":true,"isSecret":true,"payload":"String"}]},"state":[{"output":"toggle","value":{"isEnabled":true}},{"output":"done"},{"output":"error","value":null}]}}"#

  private static func output(_ seq: Int, _ value: String? = nil, after: Int? = nil) -> String {
    #"{"jsonrpc":"2.0","method":"output","params":{"viewModel":"quote","output":"toggle""#
      + (value.map { #","value":\#($0)"# } ?? "") + #","seq":\#(seq),"cause":\#(seq * 10)"#
      + (after.map { #","after":\#($0)"# } ?? "") + "}}"
  }

  private static func recording(_ seen: Mailbox<String>) -> Presenter {
    Presenter(presents: ["*"]) { _ in
      OnAttached { attachment in
        let state = attachment.state.map { "\($0.name)=\($0.json.map { String(decoding: $0, as: UTF8.self) } ?? "-")" }
        seen.put(
          "attached \(attachment.viewModel) \(attachment.type) \(attachment.seq) \(state.joined(separator: " "))")
        seen.put(
          attachment.outputs.map { "\($0.name) \($0.isState) \($0.isSecret) \($0.payload)" }.joined(separator: ", ")
            + "; " + attachment.inputs.map(\.name).joined(separator: ", "))
      }
      OnOutput { output in
        seen.put(
          "\(output.name) \(output.seq) \(output.cause) \(output.skipped) \(output.json.map { String(decoding: $0, as: UTF8.self) } ?? "-")"
        )
      }
      OnDetached { seen.put("detached \($0.viewModel) \($0.reason) \($0.dropped)") }
    }
  }

  @Test func `Handlers see attachment, outputs and detachment in the order of the wire`() async throws {
    let seen = Mailbox<String>()
    let host = try await HostEnd.opened(Self.recording(seen))
    host.send(Self.attached)
    host.send(Self.output(4, #"{"isEnabled":false}"#))
    host.send(Self.output(9, "null", after: 4))
    host.send(Self.output(10))
    host.send(#"{"jsonrpc":"2.0","method":"detached","params":{"viewModel":"quote","reason":"asked for","dropped":7}}"#)
    host.send(#"{"jsonrpc":"2.0","method":"news","params":{}}"#)
    #expect(
      await seen.next(6) == [
        #"attached quote Quote 3 toggle={"isEnabled":true} done=- error=null"#,
        "toggle true false isEnabled: Bool, token false true String; tap", #"toggle 4 40 0 {"isEnabled":false}"#,
        "toggle 9 90 4 null", "toggle 10 100 0 -", "detached quote asked for 7",
      ])
    host.endInput()
    #expect(await host.status() == .success)
  }

  @Test func `An output decodes as the presenter's own type or says why not`() async throws {
    let seen = Mailbox<String>()
    let host = try await HostEnd.opened(
      Presenter(presents: ["*"]) { _ in
        OnOutput { output in
          do throws(PluginError) {
            seen.put("\(try output.value(as: Toggle.self).isEnabled)")
          } catch {
            seen.put(error.message)
          }
          seen.put(output.jsonText)
        }
      })
    host.send(Self.output(1, #"{"isEnabled":true}"#))
    host.send(Self.output(2, #"{"isEnabled":1}"#))
    #expect(
      await seen.next(4) == [
        "true", #"{"viewModel":"quote","output":"toggle","value":{"isEnabled":true},"seq":1,"cause":10}"#,
        "quote.toggle: isEnabled: expected Bool, found the number 1",
        #"{"viewModel":"quote","output":"toggle","value":{"isEnabled":1},"seq":2,"cause":20}"#,
      ])
    host.endInput()
  }

  @Test func `Inputs go out in order, and sent as requests they come back with their cause`() async throws {
    struct Scroll: Encodable { var width: Double, offset: Double }
    let seen = Mailbox<String>()
    let host = try await HostEnd.opened(
      Presenter(presents: ["*"]) { host in
        OnAttached { attachment in
          try host.post("tap", to: attachment.viewModel)
          try host.post("scroll", to: attachment.viewModel, value: Scroll(width: 375, offset: 0.5))
          try host.post("email", to: attachment.viewModel, value: String?.none)
          seen.put("cause \(try await host.send("tap", to: attachment.viewModel))")
          do {
            try await host.send("tip", to: attachment.viewModel, value: 1)
          } catch {
            seen.put("\(error)")
          }
          try await host.attach(to: "login")
          try await host.detach(from: "quote")
          seen.put("done")
        }
      })
    host.send(Self.attached)
    #expect(
      await host.lines(4) == [
        #"{"jsonrpc":"2.0","method":"input","params":{"viewModel":"quote","input":"tap"}}"#,
        #"{"jsonrpc":"2.0","method":"input","params":{"viewModel":"quote","input":"scroll","value":{"width":375.0,"offset":0.5}}}"#,
        #"{"jsonrpc":"2.0","method":"input","params":{"viewModel":"quote","input":"email","value":null}}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"input","params":{"viewModel":"quote","input":"tap"}}"#,
      ])
    #expect(
      await host.ask(result(1, #"{"cause":12}"#))
        == #"{"jsonrpc":"2.0","id":2,"method":"input","params":{"viewModel":"quote","input":"tip","value":1}}"#)
    #expect(await seen.next() == "cause 12")
    #expect(
      await host.ask(failure(2, -32602, "no input named tip"))
        == #"{"jsonrpc":"2.0","id":3,"method":"attach","params":{"viewModel":"login"}}"#)
    #expect(await seen.next() == "no input named tip (code -32602)")
    #expect(
      await host.ask(result(3, "null")) == #"{"jsonrpc":"2.0","id":4,"method":"detach","params":{"viewModel":"quote"}}"#
    )
    host.send(result(4, "null"))
    #expect(await seen.next() == "done")
    host.endInput()
    #expect(await host.status() == .success)
  }

  @Test func `An open request fails when the host closes the wire`() async throws {
    let seen = Mailbox<String>()
    let host = try await HostEnd.opened(
      Presenter(presents: ["*"]) { host in
        OnAttached { _ in
          do { try await host.send("tap", to: "quote") } catch { seen.put("\(error)") }
        }
      })
    host.send(Self.attached)
    #expect(await host.line()?.contains("input") == true)
    host.endInput()
    #expect(await seen.next() == "the host has closed the wire (code 4)")
    #expect(await host.status() == .success)
  }

  @Test func `What came before the end of the input is still shown`() async throws {
    let (seen, gate) = (Mailbox<String>(), Gate())
    let host = try await HostEnd.opened(
      Presenter(presents: ["*"]) { _ in
        OnOutput { output in
          await gate.wait()
          seen.put("\(output.seq)")
        }
      })
    for seq in 1...30 { host.send(Self.output(seq)) }
    host.endInput()
    gate.open()
    #expect(await seen.next(30) == (1...30).map { "\($0)" })
    #expect(await host.status() == .success)
  }

  @Test func `A slow handler stops the reading, and nothing is lost or reordered when it goes on`() async throws {
    let (seen, gate) = (Mailbox<Int>(), Gate())
    let host = try await HostEnd.opened(
      Presenter(presents: ["*"]) { _ in
        OnOutput { output in
          await gate.wait()
          seen.put(output.seq)
        }
      })
    let padding = #""\#(String(repeating: "x", count: 1_000))""#
    let taken = host.fill(limit: 5_000) { Self.output($0 + 1, padding) }
    // Two pipes' worth and some: what is read at once, and what the full pipe holds.
    #expect(taken < 300)
    #expect(taken >= 64)
    gate.open()
    #expect(await seen.next(taken) == Array(1...taken))
    host.send(Self.output(taken + 1))
    #expect(await seen.next() == taken + 1)
    host.endInput()
    #expect(await host.status() == .success)
  }

  @Test func `A handler may wait for an answer that stands behind outputs`() async throws {
    let seen = Mailbox<String>()
    let host = try await HostEnd.opened(
      Presenter(presents: ["*"]) { host in
        OnOutput { output in
          if output.seq == 1 { seen.put("cause \(try await host.send("tap", to: "quote"))") }
          if output.seq == 2_000 { seen.put("last") }
        }
      })
    host.send(Self.output(1))
    #expect(await host.line()?.contains(#""id":1,"#) == true)
    for seq in 2...2_000 { host.send(Self.output(seq)) }
    host.send(result(1, #"{"cause":5}"#))
    #expect(await seen.next(2) == ["cause 5", "last"])
    host.endInput()
  }

  @Test func `A handler that throws ends the presenter with status 1, and no other is called`() async throws {
    let seen = Mailbox<Int>()
    let host = try await HostEnd.opened(
      Presenter(presents: ["*"]) { _ in
        OnOutput { output in
          seen.put(output.seq)
          throw PluginError.unavailable("the screen is gone")
        }
      })
    host.write((1...5).map { Self.output($0) + "\n" }.joined())
    #expect(await host.status() == .failure)
    seen.close()
    #expect(await seen.next(5) == [1])
    host.endInput()
  }

  @Test func `A presenter has no operations and answers a ping`() async throws {
    let host = try await HostEnd.opened(Self.recording(Mailbox<String>()))
    #expect(await host.ask(request(1, "ping")) == result(1, "{}"))
    #expect(await host.ask(request(2, "quotes.random")) == failure(2, -32601, #"no method \"quotes.random\""#))
    host.endInput()
  }
}
