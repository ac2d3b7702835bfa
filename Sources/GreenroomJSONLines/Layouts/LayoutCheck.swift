/// Compares what a layout does with what the type's own coding does, before the layout is used: for values whose members
/// are unlike each other, and for empty ones.
package enum LayoutCheck {
  private static let samples = 0..<2

  /// Whether a struct is coded as its layout says.
  package static func holds<Value: Codable>(_ type: Value.Type, _ layout: ObjectLayout) -> Bool {
    samples.allSatisfy { sample in
      isSame(
        type, make: { layout.fill($0, sample) }, areEqual: layout.areEqual,
        code: { value in
          var bytes: [UInt8] = []
          try JSONEncoding.encode(value, into: &bytes)
          return bytes
        },
        decode: { try JSONDecoding.decode(type, from: $0[...]) },
        write: { layout.write($0, into: $1) },
        read: { bytes, memory in bytes.withUnsafeBufferPointer { layout.read($0, into: memory) } })
    }
  }

  /// Compares each case of an enum, and leaves those that differ to the type's own coding.
  ///
  /// - Returns: the names of those.
  package static func forgetBrokenCases<Value: Codable>(_ type: Value.Type, _ layout: EnumLayout) -> [String] {
    var broken: [String] = []
    for (tag, content) in layout.contents.enumerated() {
      if case .unknown = content { continue }
      if samples.allSatisfy({ holds(type, layout, tag, content, $0) }) { continue }
      layout.forget(tag)
      broken.append(layout.names[tag])
    }
    return broken
  }

  private static func holds<Value: Codable>(
    _ type: Value.Type, _ layout: EnumLayout, _ tag: Int, _ content: EnumLayout.Content, _ sample: Int
  ) -> Bool {
    let expectedName = layout.names[tag]
    return
      isSame(
        type, make: { layout.make(tag, in: $0) { payload, memory in payload.fill(memory, sample) } },
        areEqual: { layout.areEqual($0, $1, tag) },
        code: { value in
          try JSONEncoding.withCase(of: value) { name, payload in name == expectedName ? Array(payload) : nil }
        },
        decode: { bytes in
          try JSONDecoding.decodeCase(type, name: expectedName, payload: bytes.isEmpty ? nil : bytes[...])
        },
        write: { layout.write($0, into: $1) == tag },
        read: { bytes, memory in
          if case .nothing = content {
            layout.make(tag, in: memory) { _, _ in }
            return true
          }
          return bytes.withUnsafeBufferPointer { layout.read(tag, $0, into: memory) }
        })
  }

  /// Whether one value becomes the same bytes both ways, and the bytes the same value.
  private static func isSame<Value>(
    _ type: Value.Type, make: (UnsafeMutableRawPointer) -> Void,
    areEqual: (UnsafeRawPointer, UnsafeRawPointer) -> Bool,
    code: (Value) throws -> [UInt8]?, decode: ([UInt8]) throws -> Value,
    write: (UnsafeRawPointer, ScratchStack<UInt8>) -> Bool,
    read: ([UInt8], UnsafeMutableRawPointer) -> Bool
  ) -> Bool {
    let value = UnsafeMutablePointer<Value>.allocate(capacity: 2)
    defer { value.deallocate() }
    make(value)
    defer { value.deinitialize(count: 1) }
    let bytes = ScratchStack<UInt8>(keptCount: 0)
    guard let coded = try? code(value.pointee), write(value, bytes), coded == bytes.map({ $0 }) else { return false }
    guard let decoded = try? decode(coded), withUnsafePointer(to: decoded, { areEqual(value, $0) }) else {
      return false
    }
    let again = value + 1
    guard read(coded, again) else { return false }
    defer { again.deinitialize(count: 1) }
    return areEqual(value, again)
  }
}

extension ObjectLayout {
  /// Initialises the memory with a sample value.
  fileprivate func fill(_ memory: UnsafeMutableRawPointer, _ sample: Int) {
    for (index, member) in members.enumerated() {
      let place = memory + member.offset
      // Small enough for every type.
      let number = sample == 0 ? 11 + index % 64 : 0
      switch member.content {
      case .object(let object): object.fill(place, sample)
      case .scalar(.string):
        let text = sample == 0 ? " \"\(member.name)\"\n of a Sample, \(number) € " : ""
        place.assumingMemoryBound(to: String.self).initialize(to: text)
      case .scalar(.bool): place.storeBytes(of: sample == 0 && index % 2 == 0, as: Bool.self)
      case .scalar(.double): place.storeBytes(of: Double(number) / 8, as: Double.self)
      case .scalar(let kind): _ = kind.store(number, at: place)
      }
    }
  }

  /// Whether two objects have the same members.
  func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
    members.allSatisfy { member in
      let left = left + member.offset
      let right = right + member.offset
      switch member.content {
      case .object(let object): return object.areEqual(left, right)
      case .scalar(.string):
        return left.assumingMemoryBound(to: String.self).pointee == right.assumingMemoryBound(to: String.self).pointee
      case .scalar(.bool): return left.load(as: Bool.self) == right.load(as: Bool.self)
      case .scalar(.double): return left.load(as: Double.self) == right.load(as: Double.self)
      case .scalar(let kind): return kind.integer(at: left) == kind.integer(at: right)
      }
    }
  }
}
