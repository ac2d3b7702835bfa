import Foundation
import GreenroomEventLoop
import Testing

/// A pipe with a channel at each end, the reader's bytes collected.
final class TestPipe {
  let reader: ByteChannel
  let writer: ByteChannel
  private(set) var received: [UInt8] = []
  private(set) var ends = 0

  init(_ test: TestLoop, reads: Bool = true) throws {
    let ends = try PipeEnds.make().release()
    reader = try ByteChannel(loop: test.loop, reading: Descriptor(owning: ends.reading))
    writer = try ByteChannel(loop: test.loop, writing: Descriptor(owning: ends.writing))
    guard reads else { return }
    reader.startReading(
      onBytes: { [unowned self] bytes in for index in bytes.indices { received.append(bytes[index]) } },
      onEnd: { [unowned self] _ in self.ends += 1 })
  }

  var text: String { String(decoding: received, as: UTF8.self) }

  func close() {
    reader.close()
    writer.close()
  }
}

extension EventLoopTests {
  struct ByteChannelTests {
    @Test func `A full pipe blocks and says when it takes more`() throws {
      let test = try TestLoop()
      let backNumbers = try PipeEnds.make().release()
      let forwardNumbers = try PipeEnds.make().release()
      let writer = try ByteChannel(
        loop: test.loop, reading: Descriptor(owning: backNumbers.0), writing: Descriptor(owning: forwardNumbers.1))
      let reader = try ByteChannel(loop: test.loop, reading: Descriptor(owning: forwardNumbers.0))
      let chunk = [UInt8](repeating: 1, count: 65_536)
      var taken = 0
      filling: while true {
        switch writer.write(chunk.span) {
        case .accepted(let count):
          taken += count
          if count < chunk.count { break filling }
        case .blocked: break filling
        case .broken(let error): throw error
        }
      }
      #expect(taken == 65_536)
      var isWritable = false
      writer.awaitWritable { isWritable = true }
      var received = 0
      reader.startReading(onBytes: { received += $0.count }, onEnd: { _ in })
      test.turn { isWritable && received == taken }
      writer.close()
      reader.close()
      close(backNumbers.1)
      test.close()
    }

    // B14
    @Test func `A peer that hangs up while it is paused costs nothing, and is noticed on resume`() throws {
      let test = try TestLoop()
      let (reading, writing) = try PipeEnds.make().release()
      let reader = try ByteChannel(loop: test.loop, reading: Descriptor(owning: reading))
      var hasEnded = false
      reader.startReading(onBytes: { _ in }, onEnd: { _ in hasEnded = true })
      reader.pauseReading()
      close(writing)
      var fired = false
      let timer = LoopTimer(loop: test.loop)
      timer.start(after: .milliseconds(30)) { fired = true }
      var turns = 0
      test.turn {
        turns += 1
        return fired
      }
      #expect(turns < 10, "the loop came round \(turns) times while nothing happened")
      #expect(!hasEnded)
      reader.resumeReading()
      test.turn { hasEnded }
      timer.close()
      reader.close()
      test.close()
    }

    // B14
    @Test func `A write end whose reader has gone is broken, and whoever waits for it is told`() throws {
      LoopSignal.ignoreBrokenPipes()
      let test = try TestLoop()
      let ends = try PipeEnds.make().release()
      let writer = try ByteChannel(loop: test.loop, writing: Descriptor(owning: ends.writing))
      let chunk = [UInt8](repeating: 1, count: 65_536)
      #expect(writer.write(chunk.span) == .accepted(65_536))
      #expect(writer.write(chunk.span) == .blocked)
      var isTold = false
      writer.awaitWritable { isTold = true }
      close(ends.reading)
      test.turn { isTold }
      #expect(writer.write(chunk.span).brokenBy == EPIPE)
      writer.close()
      test.close()
    }

    // B13
    @Test func `A peer that has closed its output costs nothing`() throws {
      let test = try TestLoop()
      let pipe = try TestPipe(test)
      pipe.writer.closeWriting()
      test.turn { pipe.ends == 1 }
      #expect(test.turns(in: .milliseconds(30)) < 10)
      #expect(pipe.ends == 1)
      pipe.close()
      test.close()
    }

    @Test func `A channel may be closed by the bytes that it hands over`() throws {
      let test = try TestLoop()
      let ends = try PipeEnds.make().release()
      let reader = try ByteChannel(loop: test.loop, reading: Descriptor(owning: ends.reading))
      var count = 0
      reader.startReading(
        onBytes: { bytes in
          reader.close()
          count += bytes.count
        }, onEnd: { _ in count = -1 })
      write(ends.writing, "hello", 5)
      test.turn { count != 0 }
      #expect(count == 5)
      close(ends.writing)
      test.close()
    }

    @Test func `Who reads one channel in the middle of another's bytes does not overwrite them`() throws {
      let test = try TestLoop()
      let (outer, inner) = (try TestPipe(test, reads: false), try TestPipe(test))
      _ = inner.writer.write("inner")
      _ = outer.writer.write("outer")
      var seen: [UInt8] = []
      outer.reader.startReading(
        onBytes: { bytes in
          inner.reader.readAvailable()
          for index in bytes.indices { seen.append(bytes[index]) }
        }, onEnd: { _ in })
      outer.reader.readAvailable()
      #expect(String(decoding: seen, as: UTF8.self) == "outer")
      #expect(inner.text == "inner")
      outer.close()
      inner.close()
      test.close()
    }

    @Test func `A pause holds bytes back, and a read of what is there does not mind it`() throws {
      let test = try TestLoop()
      let pipe = try TestPipe(test)
      pipe.reader.pauseReading()
      _ = pipe.writer.write("held")
      #expect(test.turns(in: .milliseconds(5)) < 10)
      #expect(pipe.text == "")
      pipe.reader.readAvailable()
      #expect(pipe.text == "held")
      pipe.close()
      test.close()
    }

    @Test func `A read of what is there ends, although the writer does not`() throws {
      let test = try TestLoop()
      let pipe = try TestPipe(test, reads: false)
      var received = 0
      pipe.reader.startReading(
        onBytes: { bytes in
          received += bytes.count
          // It writes faster than it is read.
          _ = pipe.writer.write([UInt8](repeating: 1, count: 65_536))
        }, onEnd: { _ in })
      _ = pipe.writer.write([1, 2, 3])
      pipe.reader.readAvailable()
      #expect(received == 3 + 65_536)
      pipe.close()
      test.close()
    }

    @Test func `A socket whose writing half is closed still reads`() throws {
      let test = try TestLoop()
      var numbers: [CInt] = [0, 0]
      #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &numbers) == 0)
      let channel = try ByteChannel(loop: test.loop, socket: Descriptor(owning: numbers[0]))
      var received: [UInt8] = []
      channel.startReading(
        onBytes: { bytes in for index in bytes.indices { received.append(bytes[index]) } }, onEnd: { _ in })
      channel.closeWriting()
      var byte: UInt8 = 0
      #expect(read(numbers[1], &byte, 1) == 0)
      write(numbers[1], "x", 1)
      test.turn { received == Array("x".utf8) }
      #expect(channel.write([1]).brokenBy == EPIPE)
      channel.close()
      close(numbers[1])
      test.close()
    }

    @Test func `Files and the null device are channels, too`() throws {
      let test = try TestLoop()
      let path = FileManager.default.temporaryDirectory.appendingPathComponent("file-\(UUID().uuidString)").path
      let size = 600_000
      let output = try ByteChannel(loop: test.loop, writing: Descriptor(owning: open(path, O_CREAT | O_WRONLY, 0o600)))
      #expect(output.write([UInt8](repeating: 7, count: size)) == .accepted(size))
      var isWritable = false
      output.awaitWritable { isWritable = true }
      let input = try ByteChannel(loop: test.loop, reading: Descriptor(owning: open(path, O_RDONLY)))
      let null = try ByteChannel(loop: test.loop, reading: Descriptor(owning: open("/dev/null", O_RDWR)))
      var (received, ends) = (0, 0)
      input.startReading(onBytes: { received += $0.count }, onEnd: { _ in ends += 1 })
      null.startReading(onBytes: { _ in received = -1 }, onEnd: { _ in ends += 1 })
      test.turn { isWritable && ends == 2 }
      #expect(received == size)
      // At the end of a file there is nothing to turn for.
      #expect(test.turns(in: .milliseconds(5)) < 10)
      for channel in [output, input, null] { channel.close() }
      unlink(path)
      test.close()
    }

    @Test func `A full device is an error of its own`() throws {
      let test = try TestLoop()
      let full = try ByteChannel(loop: test.loop, writing: Descriptor(owning: open("/dev/full", O_WRONLY)))
      #expect(full.write([1]).brokenBy == ENOSPC)
      full.close()
      test.close()
    }

    @Test func `A descriptor that is dropped open is a trap`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Descriptor(owning: 2)
      }
      // A release build traps without a text.
      #if DEBUG
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("BUG: descriptor 2 was dropped open"), "\(text)")
      #endif
    }
  }
}
