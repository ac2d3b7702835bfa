import GreenroomJSONLines
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// B39: threads of other programs have stacks of 512 KiB.
struct SmallStackTests {
  private indirect enum Tree: Codable {
    case leaf
    case node([Tree])
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      var children: [Tree] = []
      while !container.isAtEnd { children.append(try container.decode(Tree.self)) }
      self = children.isEmpty ? .leaf : .node(children)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      if case .node(let children) = self { try container.encode(contentsOf: children) }
    }
  }

  @Test func `At the depth limit a type of one's own is decoded and encoded on a stack of 512 KiB`() {
    let limit = JSONScanner.defaultDepthLimit
    let text = Array((String(repeating: "[", count: limit) + String(repeating: "]", count: limit)).utf8)
    let outcome = onSmallStack { () -> [UInt8]? in
      var scanner = JSONScanner()
      guard (try? scanner.scan(text[...])) != nil, let tree = try? JSONDecoding.decode(Tree.self, from: text[...])
      else { return nil }
      return try? RawJSON(encoding: tree).bytes
    }
    #expect(outcome == text)
  }

  @Test(arguments: [129, 400, 511, 100_000])
  func `Above it a text is refused there without a recursion`(_ depth: Int) {
    let text = Wire.note(more: #","x":"# + "[" * depth + "]" * depth).all
    let outcome = onSmallStack { () -> [UInt8]? in
      var reader = MessageReader()
      do {
        _ = try reader.read(text[...])
        return nil
      } catch {
        return Array("\(error)".utf8)
      }
    }
    #expect(outcome.map { String(decoding: $0, as: UTF8.self) }?.contains("containers inside one another") == true)
  }

  private final class Job {
    let work: () -> [UInt8]?
    var outcome: [UInt8]?
    init(_ work: @escaping () -> [UInt8]?) { self.work = work }
  }

  /// Runs work on a thread of its own and waits for it.
  private func onSmallStack(_ work: @escaping () -> [UInt8]?) -> [UInt8]? {
    let job = Job(work)
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, 512 << 10)
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(job).toOpaque()
    let status = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        let job = Unmanaged<Job>.fromOpaque(argument).takeUnretainedValue()
        job.outcome = job.work()
        return nil
      }, argument)
    defer { Unmanaged<Job>.fromOpaque(argument).release() }
    guard status == 0 else { return nil }
    pthread_join(thread, nil)
    return job.outcome
  }
}
