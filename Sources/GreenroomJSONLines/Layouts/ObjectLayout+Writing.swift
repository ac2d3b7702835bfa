extension ObjectLayout {
  /// Appends the JSON of the object that lies there, as the compiler's coding of it would.
  ///
  /// - Returns: false if the type's own coding has to say what is wrong with it; then what was appended counts for nothing.
  package func write(_ memory: UnsafeRawPointer, into bytes: ScratchStack<UInt8>) -> Bool {
    for step in steps {
      let place = memory + step.offset
      switch step.kind {
      case .string:
        guard Self.writeString(place, step.literal, bytes) else { return false }
      case .bool:
        let value = place.load(as: Bool.self)
        bytes.append(upTo: step.literal.count + 5) {
          $0.write(step.literal)
          $0.write(value ? "true" : "false")
        }
      case .double:
        let value = place.load(as: Double.self)
        guard value.isFinite else { return false }
        Self.append(value.description, step.literal, bytes)
      default:
        guard let integer = step.kind.integer(at: place) else { return false }
        bytes.append(upTo: step.literal.count + ByteWriter.integerByteCount) {
          $0.write(step.literal)
          $0.write(integer)
        }
      }
    }
    bytes.append(contentsOf: closing)
    return true
  }

  private static func writeString(
    _ place: UnsafeRawPointer, _ literal: UnsafeBufferPointer<UInt8>, _ bytes: ScratchStack<UInt8>
  ) -> Bool {
    // Strings that Swift makes always lie in one piece.
    let done: Void? = place.assumingMemoryBound(to: String.self).pointee.utf8.withContiguousStorageIfAvailable { utf8 in
      if JSONText.isPlain(utf8) {
        bytes.append(upTo: literal.count + utf8.count + 2) {
          $0.write(literal)
          $0.writeQuoted(utf8)
        }
      } else {
        bytes.append(upTo: literal.count + ByteWriter.stringByteCount(utf8.count)) {
          $0.write(literal)
          $0.writeString(utf8)
        }
      }
    }
    return done != nil
  }

  /// Appends text that is JSON already.
  private static func append(_ text: String, _ literal: UnsafeBufferPointer<UInt8>, _ bytes: ScratchStack<UInt8>) {
    var text = text
    bytes.append(contentsOf: literal)
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }
}
