import Foundation
import GreenroomEventLoop
import Testing

extension EventLoopTests {
  struct StandardStreamTests {
    @Test func `A shared pipe does not become non-blocking for the others`() throws {
      let test = try TestLoop()
      let ends = try PipeEnds.make().release()
      let input = try StandardStream(loop: test.loop, reading: ends.reading)
      let output = try StandardStream(loop: test.loop, writing: ends.writing)
      for number in [ends.reading, ends.writing] { #expect(fcntl(number, F_GETFL) & O_NONBLOCK == 0) }
      var text = ""
      input.channel.startReading(
        onBytes: { bytes in for index in bytes.indices { text.unicodeScalars.append(Unicode.Scalar(bytes[index])) } },
        onEnd: { _ in })
      #expect(output.channel.write("shown") == .accepted(5))
      test.turn { text == "shown" }
      input.close()
      output.close()
      for number in [ends.reading, ends.writing] { #expect(close(number) == 0, "the stream itself stays open") }
      test.close()
    }

    @Test func `A shared socket is given back as it was`() throws {
      let test = try TestLoop()
      var numbers: [CInt] = [0, 0]
      #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &numbers) == 0)
      let input = try StandardStream(loop: test.loop, reading: numbers[0])
      var hasEnded = false
      input.channel.startReading(onBytes: { _ in }, onEnd: { _ in hasEnded = true })
      close(numbers[1])
      test.turn { hasEnded }
      input.close()
      #expect(fcntl(numbers[0], F_GETFL) & O_NONBLOCK == 0)
      close(numbers[0])
      test.close()
    }

    @Test func `A file is read on from where it stands`() throws {
      let test = try TestLoop()
      let path = FileManager.default.temporaryDirectory.appendingPathComponent("input-\(UUID().uuidString)").path
      try Data("first\nsecond\n".utf8).write(to: URL(fileURLWithPath: path))
      let number = open(path, O_RDONLY)
      lseek(number, 6, SEEK_SET)
      let input = try StandardStream(loop: test.loop, reading: number)
      var text = ""
      var hasEnded = false
      input.channel.startReading(
        onBytes: { bytes in for index in bytes.indices { text.unicodeScalars.append(Unicode.Scalar(bytes[index])) } },
        onEnd: { _ in hasEnded = true })
      test.turn { hasEnded }
      #expect(text == "second\n")
      input.close()
      close(number)
      unlink(path)
      test.close()
    }

    @Test func `A closed stream is an error`() throws {
      let test = try TestLoop()
      #expect(throws: LoopError.self) { _ = try StandardStream(loop: test.loop, reading: 777) }
      test.close()
    }
  }
}
