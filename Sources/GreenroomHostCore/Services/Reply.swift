import GreenroomBindings
import GreenroomJSONLines
import GreenroomProtocol

/// The reply that is being handed to its caller: one object for all replies of a host, since each is read before anything
/// else happens.
///
/// Confined to the loop's thread.
final class Reply: ReplyReader {
  private let layouts: PayloadLayouts
  private let storage: JSONDecodingStorage
  /// Where it stands; nil between replies. Not counted: whoever begins a reply holds its link until the end.
  @exclusivity(unchecked) private var link: Unmanaged<Link>?
  @exclusivity(unchecked) private var place = 0..<0

  init(_ layouts: PayloadLayouts, _ storage: JSONDecodingStorage) {
    self.layouts = layouts
    self.storage = storage
  }

  /// Makes the reply that stands on a line of the link the one that is read until `end`.
  func begin(_ link: Link, _ place: Range<Int>) {
    self.link = .passUnretained(link)
    self.place = place
  }

  /// Nobody reads it any more.
  func end() { link = nil }

  func read(_ type: any Any.Type, into memory: UnsafeMutableRawPointer) -> Bool {
    guard let link else { preconditionFailure("BUG: a reply is read after its time") }
    guard let layout = layouts.object(type) else { return false }
    return link._withUnsafeGuaranteedRef { $0.peer.withBytes(place) { layout.read($0, into: memory) } }
  }

  func decode(_ body: (any Decoder) throws -> Void) throws {
    guard let link else { preconditionFailure("BUG: a reply is read after its time") }
    try JSONDecoding.withDecoder(of: link._withUnsafeGuaranteedRef { $0.peer[place] }, storage: storage, body)
  }
}
