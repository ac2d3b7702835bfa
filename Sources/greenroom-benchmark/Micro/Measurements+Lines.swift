import GreenroomExamples
import GreenroomHostCore
import GreenroomJSONLines
import GreenroomProtocol

extension Measurements {
  /// The floors below the bus: bytes to lines, lines to messages, values to JSON and back.
  func measureLines() {
    let inputs = SampleLines.block(Array(repeating: SampleLines.input, count: 64))
    var framer = LineFramer()
    var frames = 0
    measure("framer: one of 64 lines in a read", messages: 64) {
      framer.append(inputs.span)
      while framer.next() != nil { frames += 1 }
    }

    let input = Array(SampleLines.input.utf8)[...]
    let reply = Array(SampleLines.reply.utf8)[...]
    var scanner = JSONScanner()
    measure("scanner: an input") { try? scanner.scan(input) }
    measure("scanner: a reply") { try? scanner.scan(reply) }
    let long = Array(SampleLines.longReply.utf8)[...]
    measure("scanner: a reply of 16 KiB") { try? scanner.scan(long) }

    var reader = MessageReader()
    measure("message reader: an input") { _ = try? reader.read(input) }
    measure("message reader: a reply") { _ = try? reader.read(reply) }

    var peer = PeerStateMachine()
    measure("peer state machine: one of 64 inputs in a read", messages: 64) {
      peer.receive(inputs.span)
      while peer.next(now: .zero) != nil { frames += 1 }
    }
  }

  /// Values to JSON and back, without what is around them in a message.
  func measureCoder() {
    let json = Array(SampleLines.quoteJSON.utf8)[...]
    let decodingStorage = JSONDecodingStorage()
    measure("coder: decode a Quote", allocationsFrom: "the String of the content") {
      _ = try? JSONDecoding.decode(Quote.self, from: json, storage: decodingStorage)
    }
    let number = Array("1234".utf8)[...]
    measure("coder: decode an Int") {
      _ = try? JSONDecoding.decode(Int.self, from: number, storage: decodingStorage)
    }

    let storage = JSONEncodingStorage()
    var output: [UInt8] = []
    measure("coder: encode a Quote") {
      output.removeAll(keepingCapacity: true)
      try? JSONEncoding.encode(SampleLines.quote, into: &output, storage: storage)
    }
    let success = QuoteViewModel.Output.fetchQuoteDidSuccess(quote: SampleLines.quote)
    measure("coder: encode the case fetchQuoteDidSuccess") {
      output.removeAll(keepingCapacity: true)
      try? JSONEncoding.withCase(of: success, storage: storage) { output.append(contentsOf: $1) }
    }

    let layouts = PayloadLayouts { if $0 >= .warning { print($1) } }
    guard let quote = layouts.object(Quote.self), let cases = layouts.cases(QuoteViewModel.Output.self) else { return }
    measure("layout: read a Quote", allocationsFrom: "the String of the content") {
      _ = json.withUnsafeBufferPointer { quote.value(Quote.self, $0) }
    }
    let bytes = ScratchStack<UInt8>(keptCount: 4096)
    measure("layout: write the case fetchQuoteDidSuccess") {
      bytes.removeAll()
      _ = withUnsafePointer(to: success) { cases.write($0, into: bytes) }
    }
  }
}
