/// What one place in memory holds and one JSON value stands for.
enum ScalarKind: UInt8, BitwiseCopyable {
  case bool, int, int8, int16, int32, int64, uint8, uint16, uint32, double, string

  /// nil for every other type; those are left to its own coding.
  init?(_ type: any Any.Type) {
    let kinds: [(any Any.Type, ScalarKind)] = [
      (Bool.self, .bool), (Int.self, .int), (Int8.self, .int8), (Int16.self, .int16), (Int32.self, .int32),
      (Int64.self, .int64), (UInt8.self, .uint8), (UInt16.self, .uint16), (UInt32.self, .uint32),
      (Double.self, .double), (String.self, .string),
    ]
    guard let known = kinds.first(where: { $0.0 == type }) else { return nil }
    self = known.1
  }
}

extension ScalarKind {
  /// The integer at a place; nil if it holds none.
  @inline(__always)
  func integer(at place: UnsafeRawPointer) -> Int? {
    switch self {
    case .int: place.load(as: Int.self)
    case .int8: Int(place.load(as: Int8.self))
    case .int16: Int(place.load(as: Int16.self))
    case .int32: Int(place.load(as: Int32.self))
    case .int64: Int(place.load(as: Int64.self))
    case .uint8: Int(place.load(as: UInt8.self))
    case .uint16: Int(place.load(as: UInt16.self))
    case .uint32: Int(place.load(as: UInt32.self))
    case .bool, .double, .string: nil
    }
  }

  /// Stores an integer at a place; false if it does not fit, or if the place holds none.
  @inline(__always)
  func store(_ integer: Int, at place: UnsafeMutableRawPointer) -> Bool {
    switch self {
    case .int, .int64: place.storeBytes(of: integer, as: Int.self)
    case .int8: return Self.store(Int8(exactly: integer), place)
    case .int16: return Self.store(Int16(exactly: integer), place)
    case .int32: return Self.store(Int32(exactly: integer), place)
    case .uint8: return Self.store(UInt8(exactly: integer), place)
    case .uint16: return Self.store(UInt16(exactly: integer), place)
    case .uint32: return Self.store(UInt32(exactly: integer), place)
    case .bool, .double, .string: return false
    }
    return true
  }

  private static func store<Value: BitwiseCopyable>(_ value: Value?, _ place: UnsafeMutableRawPointer) -> Bool {
    guard let value else { return false }
    place.storeBytes(of: value, as: Value.self)
    return true
  }
}
