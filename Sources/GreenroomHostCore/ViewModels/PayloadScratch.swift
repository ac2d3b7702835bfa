package import GreenroomJSONLines

/// Memory for a payload that is written by a layout and copied to where it belongs.
///
/// One for all outputs and arguments of a host. While one of them uses it, another has to do without. Confined to the loop's
/// thread.
package final class PayloadScratch {
  private let bytes = ScratchStack<UInt8>(keptCount: 64 << 10)
  @exclusivity(unchecked) private var isInUse = false

  /// Nothing is in it.
  package init() {}

  /// Lets `write` fill it, and `use` have what it has written.
  ///
  /// - Returns: false if `write` has returned nil, or if it is in use already: then `use` was not called.
  @inline(__always)
  func write<Result>(
    _ write: (ScratchStack<UInt8>) -> Result?, use: (Result, UnsafeBufferPointer<UInt8>) -> Void
  ) -> Bool {
    guard !isInUse else { return false }
    isInUse = true
    defer { isInUse = false }
    bytes.removeAll()
    guard let result = write(bytes) else { return false }
    bytes.withElements(0..<bytes.count) { use(result, $0) }
    return true
  }

  /// Appends a value of a type with this layout.
  ///
  /// - Returns: false if its own coding has to be called; then nothing is appended.
  package func append<Value>(_ value: Value, _ layout: ObjectLayout, to output: inout [UInt8]) -> Bool {
    write { bytes in
      withUnsafePointer(to: value) { layout.write($0, into: bytes) } ? () : nil
    } use: {
      output.append(contentsOf: $1)
    }
  }
}
