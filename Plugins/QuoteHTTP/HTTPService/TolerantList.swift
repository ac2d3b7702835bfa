/// Elements decoded one by one: one that is not understood costs only itself. Order is kept.
package struct TolerantList<Element: Decodable & Sendable>: Decodable, Sendable {
  private enum Outcome: Decodable {
    case element(Element)
    case failure(String)

    init(from decoder: any Decoder) throws {
      do {
        self = .element(try Element(from: decoder))
      } catch let error as DecodingError {
        self = .failure(error.sentence)
      }
    }
  }

  /// Those that are understood.
  package let elements: [Element]
  /// Why the first of the others is not; nil if all are.
  package let firstFailure: String?
  /// How many are not.
  package let failureCount: Int

  /// Decodes an array.
  ///
  /// - Throws: `DecodingError` if it is none.
  package init(from decoder: any Decoder) throws {
    let outcomes = try [Outcome](from: decoder)
    elements = outcomes.compactMap { if case .element(let element) = $0 { element } else { nil } }
    firstFailure = outcomes.lazy.compactMap { if case .failure(let reason) = $0 { reason } else { nil } }.first
    failureCount = outcomes.count - elements.count
  }
}
