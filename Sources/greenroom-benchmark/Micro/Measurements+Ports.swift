import GreenroomBindings
import GreenroomExamples
import GreenroomHostCore

extension Measurements {
  /// Input ports: the name is looked up, the value decoded and delivered, in a turn of its own.
  func measureInputPorts() {
    let probe = Probe()
    let box = Confined(probe)
    func port(_ host: MemoryHost, _ label: String, _ input: String, _ json: String?, _ origin: String = "") {
      let instance = host.instance(0)
      let name = Array(input.utf8)[...]
      let value = json.map { Array($0.utf8)[...] }
      measure("input port: \(label)", allocationsFrom: origin) { _ = try? instance.accept(name, value) }
    }

    let plain = MemoryHost(ViewModelType("Struct") { _ in StructProbe(box) })
    port(plain, "Void of a struct", "signal", nil)
    port(plain, "Int of a struct", "number", "1234")
    port(plain, "String of a struct, short", "text", #""hello""#)
    port(
      plain, "String of a struct, 80 bytes", "text", "\"\(SampleLines.content)\"",
      "the String itself")
    plain.close()

    let sign = MemoryHost(ViewModelType("Sign") { _ in EnumProbe(box) })
    port(sign, "a Sign case without payload", "signInButtonTapped", nil)
    port(
      sign, "a Sign case with a String", "idTextChanged", #"{"id":"someone@example.org"}"#,
      "the String itself")
    sign.close()

    let quote = MemoryHost(ViewModelType("Quote") { _ in QuoteInputProbe(box) })
    port(quote, "a Quote case", "refreshButtonDidTap", nil)
    quote.close()
  }

  /// Output ports: the value becomes the current one, and a line for whoever is attached; a flush comes each 64 of them.
  func measureOutputPorts() {
    for presenters in [0, 1] {
      let audience = presenters == 0 ? "nobody attached" : "a presenter"
      let probe = Probe()
      let box = Confined(probe)
      var number = 0
      func port(_ host: MemoryHost, _ label: String, _ origin: String = "", _ send: (Int) -> Void) {
        measure("output port: \(label), \(audience)", messages: 64, allocationsFrom: origin) {
          for _ in 0..<64 {
            number += 1
            send(number)
          }
          host.endTurn()
        }
      }

      let plain = MemoryHost(ViewModelType("Struct") { _ in StructProbe(box) }, presenters: presenters)
      let texts = [SampleLines.content, SampleLines.content + "."]
      port(plain, "Void of a struct") { _ in probe.sendSignal() }
      port(plain, "Int of a struct") { probe.sendNumber($0) }
      port(plain, "String of a struct, 80 bytes") { probe.sendText(texts[$0 & 1]) }
      plain.close()

      let cases = MemoryHost(ViewModelType("Enum") { _ in EnumProbe(box) }, presenters: presenters)
      let success = QuoteViewModel.Output.fetchQuoteDidSuccess(quote: SampleLines.quote)
      port(cases, "toggleButton of Quote") { probe.sendCase(.toggleButton(isEnabled: $0 & 1 == 0)) }
      port(cases, "fetchQuoteDidSuccess of Quote", "the boxes of three keyed containers") { _ in
        probe.sendCase(success)
      }
      cases.close()
    }
  }
}
