public import GreenroomBindings

/// Choose how many pictures, fetch them, page through them. Struct-of-ports style.
public actor ImagePagerViewModel: ViewModel {
  public struct Inputs: InputPorts {
    public let directionArrowDidTap = InputPort<Direction>()
    public let submitDidTap = InputPort<Void>()
    public let didScroll = InputPort<Scroll>()
    public init() {}
  }

  public struct Outputs: OutputPorts {
    public let count: StatePort<Int>
    public let imageURLs: StatePort<[String]>
    public let currentPage: EventPort<Int>
    public let fetchDidFail: EventPort<ServiceError>
  }

  public enum Direction: String, Codable, Sendable, CaseIterable { case left, right }

  public struct Scroll: SynthesizedCodable, Sendable {
    public let width: Double
    public let offset: Double
    public init(width: Double, offset: Double) { (self.width, self.offset) = (width, offset) }
  }

  public nonisolated let home = Home()
  private let images: any ImageService

  public init(images: any ImageService) { self.images = images }

  public func transform(_ input: Inputs) -> Outputs {
    let count = CurrentValueSubject(1)
    let imageURLs = CurrentValueSubject<[String]>([])

    input.directionArrowDidTap
      .map { $0 == .right ? min(count.value + 1, imageCountLimit) : max(count.value - 1, 1) }
      .assign(to: count)

    let fetch = input.submitDidTap.latest { self.images.random(count: count.value) }
    fetch.success
      .map { photos in photos.compactMap(\.urls.regular) }
      .assign(to: imageURLs)

    return Outputs(
      count: .state(count),
      imageURLs: .state(imageURLs, repeats: true),
      currentPage: .event(input.didScroll.compactMap { $0.page(of: imageURLs.value.count) }),
      fetchDidFail: .event(fetch.failure))
  }
}

extension ImagePagerViewModel.Scroll {
  /// The page that is in view, or nil if the numbers make no page.
  func page(of pageCount: Int) -> Int? {
    let position = offset / width
    guard width > 0, position.isFinite else { return nil }
    // Clamped as a Double: the quotient may be far beyond any Int.
    return Int(min(max(position, 0), Double(max(0, pageCount - 1))))
  }
}
