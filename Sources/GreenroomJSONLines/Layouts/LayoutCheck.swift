/// Compares what a layout does with what the type's own coding does, before the layout is used: for values in which no two
/// members are alike, and for empty ones.
package enum LayoutCheck {
  /// Whether a struct is coded as its layout says.
  package static func holds<Value: Codable>(_ type: Value.Type, _ layout: ObjectLayout) -> Bool {
    layout.samples.allSatisfy { sample in
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
      guard isNamed(type, layout, tag) else {
        layout.forget(tag, LayoutObstacle("its key is another than its name"))
        continue
      }
      if content.samples.allSatisfy({ holds(type, layout, tag, content, $0) }) { continue }
      layout.forget(tag, LayoutObstacle("its coding is not the compiler's"))
      broken.append(layout.names[tag])
    }
    return broken
  }

  /// Whether a case is coded by its own name.
  private static func isNamed<Value: Codable>(_ type: Value.Type, _ layout: EnumLayout, _ tag: Int) -> Bool {
    let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    defer { value.deallocate() }
    layout.make(tag, in: value) { payload, memory in payload.fill(memory, .empty) }
    defer { value.deinitialize(count: 1) }
    let name = try? JSONEncoding.withCase(of: value.pointee) { name, _ in name }
    return name == layout.names[tag]
  }

  private static func holds<Value: Codable>(
    _ type: Value.Type, _ layout: EnumLayout, _ tag: Int, _ content: EnumLayout.Content, _ sample: Sample
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

/// What the members of a sample value are.
private enum Sample {
  /// Zero, false, or empty.
  case empty
  /// Unlike each other in one of the samples: two Bools by a bit of their numbers, two integers by a digit.
  case distinct(round: Int)
}

extension EnumLayout.Content {
  fileprivate var samples: [Sample] {
    if case .object(let payload) = self { payload.samples } else { [.empty] }
  }
}

extension ObjectLayout {
  /// Integers of samples are below this: they fit every type.
  private static var integerBound: Int { 120 }

  fileprivate var samples: [Sample] {
    let hasBools = steps.contains { $0.kind == .bool }
    let bitCount = Int.bitWidth - steps.count.leadingZeroBitCount
    let roundCount = hasBools ? bitCount : steps.count < Self.integerBound ? 1 : 2
    return [.empty] + (0..<roundCount).map { .distinct(round: $0) }
  }

  /// Initialises the memory with a sample value.
  fileprivate func fill(_ memory: UnsafeMutableRawPointer, _ sample: Sample) {
    var count = 0
    fill(memory, sample, &count)
  }

  /// `count` members were filled before, of this object or of others.
  private func fill(_ memory: UnsafeMutableRawPointer, _ sample: Sample, _ count: inout Int) {
    for member in members {
      let place = memory + member.offset
      if case .object(let object) = member.content {
        object.fill(place, sample, &count)
        continue
      }
      guard case .scalar(let kind) = member.content else { continue }
      count += 1
      var (number, text, flag) = (0, "", false)
      if case .distinct(let round) = sample {
        // Two of its digits are enough for more members than memory is good for.
        number = 1 + (round % 2 == 0 ? count : count / Self.integerBound) % Self.integerBound
        text = " \"\(member.name)\"\n of a Sample, \(count) € "
        flag = count >> round & 1 != 0
      }
      switch kind {
      case .string: place.assumingMemoryBound(to: String.self).initialize(to: text)
      case .bool: place.storeBytes(of: flag, as: Bool.self)
      case .double: place.storeBytes(of: Double(number) / 8, as: Double.self)
      default: _ = kind.store(number, at: place)
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
