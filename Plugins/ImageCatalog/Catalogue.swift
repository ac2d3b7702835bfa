import Synchronization

/// Hands out pictures, none twice in one answer.
final class Catalogue: Sendable {
  private let photos: [Photo]
  private let order: Configuration.Order
  /// Where the next answer begins, in sequential order.
  private let position = Mutex(0)

  init(_ photos: [Photo], order: Configuration.Order) {
    precondition(photos.count >= Random.limits.upperBound, "BUG: a catalogue with fewer pictures than one answer")
    (self.photos, self.order) = (photos, order)
  }

  func next(_ count: Int) -> [Photo] {
    switch order {
    case .random: return Array(photos.shuffled().prefix(count))
    case .sequential:
      let start = position.withLock { position in
        defer { position = (position + count) % photos.count }
        return position
      }
      return (start..<start + count).map { photos[$0 % photos.count] }
    }
  }
}

/// The catalogue: sixty photographs of Lorem Picsum, which gives each a lasting number and any size.
let photos: [Photo] = (10..<70).map { number in
  Photo(id: "picsum-\(number)", urls: .init(regular: "https://picsum.photos/id/\(number)/1080/720"))
}
