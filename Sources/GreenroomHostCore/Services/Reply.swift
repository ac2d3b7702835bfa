import GreenroomBindings
import GreenroomJSONLines

/// The reply that is being handed to its caller: one object for all replies of a host, since each is read before anything
/// else happens.
///
/// Confined to the loop's thread.
final class Reply: ReplyReader {
  private let layouts: PayloadLayouts
  private let storage: JSONDecodingStorage
  @exclusivity(unchecked) private var bytes: ArraySlice<UInt8> = []

  init(_ layouts: PayloadLayouts, _ storage: JSONDecodingStorage) {
    self.layouts = layouts
    self.storage = storage
  }

  /// Makes this reply the one that is read.
  func take(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  func read(_ type: any Any.Type, into memory: UnsafeMutableRawPointer) -> Bool {
    guard let layout = layouts.object(type) else { return false }
    return bytes.withUnsafeBufferPointer { layout.read($0, into: memory) }
  }

  func decode(_ body: (any Decoder) throws -> Void) throws {
    try JSONDecoding.withDecoder(of: bytes, storage: storage, body)
  }
}
