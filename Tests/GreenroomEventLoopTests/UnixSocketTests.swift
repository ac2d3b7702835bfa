import Foundation
import GreenroomEventLoop
import Testing

extension EventLoopTests {
  struct UnixSocketTests {
    @Test func `A socket can be reached by its user alone, and knows its peers`() async {
      await #expect(processExitsWith: .success) {
        let test = try TestLoop()
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("s-\(getpid()).sock").path
        unlink(path)
        // Nobody else's doing.
        umask(0)
        let listener = try UnixSocketListener(loop: test.loop, path: path)
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        var accepted: (ByteChannel, PeerCredentials)?
        listener.start { accepted = ($0, $1) }
        let client = try UnixSocket.connect(path: path)
        test.turn { accepted != nil }
        #expect(accepted?.1.uid == geteuid())
        #expect(accepted?.1.pid == Int(getpid()))
        var received: [UInt8] = []
        var hasEnded = false
        accepted?.0.startReading(
          onBytes: { bytes in for index in bytes.indices { received.append(bytes[index]) } },
          onEnd: { _ in hasEnded = true })
        _ = "hello".utf8CString.withUnsafeBytes { write(client.number, $0.baseAddress, 5) }
        client.close()
        test.turn { hasEnded }
        #expect(received == Array("hello".utf8))
        accepted?.0.close()
        listener.close()
        unlink(path)
        test.close()
      }
    }

    @Test func `A path that is too long for a socket is refused with its length`() throws {
      let path = "/tmp/" + String(repeating: "x", count: 120)
      #expect {
        _ = try UnixSocket.connect(path: path).release()
      } throws: {
        "\($0)".contains("has 125 bytes, at most 107 fit")
      }
    }

    @Test func `A client is told what is wrong: no socket, or nobody who listens`() throws {
      let test = try TestLoop()
      let path = FileManager.default.temporaryDirectory.appendingPathComponent("gone-\(getpid()).sock").path
      unlink(path)
      let connect = {
        do throws(LoopError) {
          try ByteChannel.connect(loop: test.loop, unixSocket: path).close()
          return CInt(0)
        } catch {
          #expect(error.description.contains(path))
          return error.errno ?? -1
        }
      }
      #expect(connect() == ENOENT)
      let listener = try UnixSocketListener(loop: test.loop, path: path)
      #expect(connect() == 0)
      listener.close()
      #expect(connect() == ECONNREFUSED)
      unlink(path)
      test.close()
    }

    @Test func `A path that is taken is an error, and what is there stays`() async {
      await #expect(processExitsWith: .success) {
        let test = try TestLoop()
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("taken-\(getpid())").path
        close(open(path, O_CREAT | O_WRONLY, 0o600))
        let before = descriptorCount()
        for _ in 0..<20 {
          #expect {
            _ = try UnixSocketListener(loop: test.loop, path: path)
          } throws: {
            ($0 as? LoopError)?.errno == EADDRINUSE
          }
        }
        #expect(descriptorCount() == before)
        #expect(access(path, F_OK) == 0)
        unlink(path)
        test.close()
      }
    }

    // B16
    @Test func `Without a free descriptor a listener waits, and accepts later`() async {
      await #expect(processExitsWith: .success) {
        let test = try TestLoop()
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("full-\(getpid()).sock").path
        unlink(path)
        let listener = try UnixSocketListener(loop: test.loop, path: path)
        var accepted: ByteChannel?
        listener.start { channel, _ in accepted = channel }
        let client = try UnixSocket.connect(path: path)
        let limit = DescriptorLimit.lower()
        let turns = test.turns(in: .milliseconds(30))
        limit.restore()
        #expect(turns < 10, "the loop came round \(turns) times while nothing could be accepted")
        #expect(accepted == nil)
        test.turn { accepted != nil }
        client.close()
        accepted?.close()
        listener.close()
        unlink(path)
        test.close()
      }
    }

    @Test func `A listener may be closed by the connection that it hands over`() throws {
      let test = try TestLoop()
      let path = FileManager.default.temporaryDirectory.appendingPathComponent("once-\(getpid()).sock").path
      unlink(path)
      let listener = try UnixSocketListener(loop: test.loop, path: path)
      var count = 0
      listener.start { channel, _ in
        count += 1
        channel.close()
        listener.close()
      }
      let clients = [try UnixSocket.connect(path: path).release(), try UnixSocket.connect(path: path).release()]
      test.turn { count > 0 }
      test.loop.turn0()
      #expect(count == 1)
      for client in clients { close(client) }
      unlink(path)
      test.close()
    }
  }
}
