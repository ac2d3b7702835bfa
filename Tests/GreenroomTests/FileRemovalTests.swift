import Greenroom
import Testing

#if canImport(Glibc)
  import Glibc
#endif

struct FileRemovalTests {
  private let folder = TemporaryFolder()
  private var past: ContinuousClock.Instant { .now }

  @Test func `A file that is there is waited for until the deadline`() {
    folder.write("x.sock")
    #expect(!FileRemoval(path: "\(folder.path)/x.sock").wait(until: past))
  }

  @Test func `A file that is not there needs no waiting`() {
    #expect(FileRemoval(path: "\(folder.path)/x.sock").wait(until: past))
    #expect(FileRemoval(path: "\(folder.path)/nowhere/x.sock").wait(until: past))
  }

  @Test func `A removal is seen although there is a new file of that name`() {
    folder.write("x.sock")
    let removal = FileRemoval(path: "\(folder.path)/x.sock")
    unlink("\(folder.path)/x.sock")
    folder.write("x.sock")
    #expect(removal.wait(until: past))
  }

  @Test func `Another file is another file`() {
    for name in ["x.sock", "x.sock.lock"] { folder.write(name) }
    let removal = FileRemoval(path: "\(folder.path)/x.sock")
    unlink("\(folder.path)/x.sock.lock")
    #expect(!removal.wait(until: past))
  }
}
