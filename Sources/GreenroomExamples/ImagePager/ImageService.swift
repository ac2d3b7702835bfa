public import GreenroomBindings

/// One picture.
public struct Photo: Codable, Hashable, Sendable {
  /// Where its sizes are.
  public struct URLs: Codable, Hashable, Sendable {
    public let regular: String?
    public init(regular: String?) { self.regular = regular }
  }

  public let id: String
  public let urls: URLs

  public init(id: String, urls: URLs) { (self.id, self.urls) = (id, urls) }
}

/// The most pictures that the service gives at once.
public let imageCountLimit = 30

/// Where pictures come from.
public protocol ImageService: Sendable {
  /// Any pictures.
  ///
  /// - Parameter count: how many, from 1 to ``imageCountLimit``.
  /// - Returns: the pictures, at most `count`.
  func random(count: Int) -> Request<[Photo]>
}

/// Pictures of the service `images`.
public struct RemoteImages: ImageService {
  /// The arguments of `random`.
  public struct Random: SynthesizedCodable, Equatable, Sendable {
    public let count: Int
    public init(count: Int) { self.count = count }
  }

  private let service: ServiceCaller

  public init(_ service: ServiceCaller) { self.service = service }

  public func random(count: Int) -> Request<[Photo]> {
    service.call("random", Random(count: count), as: PhotoList.self).map(\.photos)
  }
}

/// Pictures decoded one by one: one that is not understood costs only itself.
public struct PhotoList: Decodable, Sendable {
  private struct Element: Decodable {
    let photo: Photo?
    init(from decoder: any Decoder) { photo = try? Photo(from: decoder) }
  }

  public let photos: [Photo]

  public init(_ photos: [Photo]) { self.photos = photos }

  public init(from decoder: any Decoder) throws {
    photos = try [Element](from: decoder).compactMap(\.photo)
  }
}
