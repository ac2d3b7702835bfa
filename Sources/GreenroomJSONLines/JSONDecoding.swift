/// Decodes values of `Decodable` types from JSON bytes that were scanned strictly.
///
/// From other bytes it throws or gives something harmless; it never traps. Members are found by the UTF-8 of their names,
/// never by canonical equivalence; unknown ones are ignored. An `Int` is written without fraction or exponent. Recursion
/// is bounded: text by the depth limit, types by twice that limit.
package enum JSONDecoding {
  /// Decodes one value, with white space around it or not. Somebody who decodes much gives a storage.
  package static func decode<Value: Decodable>(
    _ type: Value.Type, from value: ArraySlice<UInt8>, storage: JSONDecodingStorage? = nil
  ) throws(PayloadError) -> Value {
    var document = try document(of: value, storage)
    defer { storage?.giveBack(&document) }
    do {
      return try ValueDecoder(document: document).decode(type)
    } catch {
      throw PayloadError(wrapping: error)
    }
  }

  /// Hands a decoder of a value to code that knows what to make of it; what that throws has its path afterwards.
  package static func withDecoder(
    of value: ArraySlice<UInt8>, storage: JSONDecodingStorage, _ body: (any Decoder) throws -> Void
  ) throws(PayloadError) {
    var document = try document(of: value, storage)
    defer { storage.giveBack(&document) }
    do {
      try body(ValueDecoder(document: document))
    } catch {
      throw PayloadError(wrapping: error)
    }
  }

  /// Decodes one case of an enum whose name and payload object stand apart; no payload for a case without one.
  ///
  /// The path of an error begins inside the payload. An enum of strings has no payload; one that is given is ignored.
  /// Somebody who decodes much gives a storage.
  package static func decodeCase<Value: Decodable>(
    _ type: Value.Type, name: String, payload: ArraySlice<UInt8>?, storage: JSONDecodingStorage? = nil
  ) throws(PayloadError) -> Value {
    var document = try document(of: payload ?? emptyObject, storage)
    defer { storage?.giveBack(&document) }
    do {
      return try Value(from: CaseDecoder(document: document, name: name))
    } catch DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty {
      // What an enum of strings throws; inside a payload the path is not empty.
      throw PayloadError(path: "", message: CaseDecoder.unknown(name))
    } catch {
      throw PayloadError(wrapping: error)
    }
  }

  /// What a case without payload is decoded from.
  private static let emptyObject = Array("{}".utf8)[...]

  private static func document(
    of text: ArraySlice<UInt8>, _ storage: JSONDecodingStorage?
  ) throws(PayloadError) -> JSONDocument {
    if let storage { try storage.take(text) } else { try JSONDocument(text) }
  }

  /// The value of a member of an object, unread; nil if there is none.
  package static func member(_ name: StaticString, of object: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let document = try? JSONDocument(object), document.isObject(JSONDocument.root) else { return nil }
    return document.member(name, of: JSONDocument.root).map { document.slice($0, of: object) }
  }

  /// The Double that a number literal spells, if it is finite.
  package static func number(_ literal: ArraySlice<UInt8>) -> Double? {
    literal.withUnsafeBufferPointer { NumberLiteral.double($0) }
  }

  /// The text of a string that was scanned and holds no escape.
  package static func plainString(_ value: ArraySlice<UInt8>) -> String? {
    value.withUnsafeBufferPointer { bytes in
      guard bytes.count >= 2, bytes.first == 0x22, bytes.last == 0x22 else { return nil }
      let inner = UnsafeBufferPointer(rebasing: bytes[1..<bytes.count - 1])
      return inner.contains(0x5c) ? nil : String(decoding: inner, as: UTF8.self)
    }
  }

  /// The integer that a number literal spells, if it has neither fraction nor exponent and fits an Int.
  package static func integer(_ literal: ArraySlice<UInt8>) -> Int? {
    literal.withUnsafeBufferPointer { NumberLiteral.integer($0) }
  }
}

/// What a decoding needs beside its text, kept for the next one. Belongs to one thread.
package final class JSONDecodingStorage {
  /// nil while it is lent.
  @exclusivity(unchecked) private var document: JSONDocument? = JSONDocument()

  package init() {}

  /// Lends the document; a decoding that runs inside another one has one of its own.
  fileprivate func take(_ text: ArraySlice<UInt8>) throws(PayloadError) -> JSONDocument {
    guard let lent = document else { return try JSONDocument(text) }
    try lent.read(text)
    document = nil
    return lent
  }

  /// Takes the document back when the decoding is over, unless somebody has kept some of it, such as a container: then it
  /// stays his as it is, and lends nothing more.
  fileprivate func giveBack(_ lent: inout JSONDocument) {
    guard document == nil, let pool = lent.pool else { return }
    let areAllBack = pool.rest { $0.keep() }
    if areAllBack, isKnownUniquelyReferenced(&lent) {
      lent.clear()
      document = lent
    } else {
      // It lends nothing more, since nobody would look after it.
      lent.pool = nil
      document = JSONDocument()
    }
  }
}
