import Foundation
import GreenroomBindings
import GreenroomExamples
import GreenroomTesting
import Testing

@Suite struct ImagePagerTests {
  private typealias Random = RemoteImages.Random
  private let error = ServiceError.http(503)

  private func makeRig() -> Rig<ImagePagerViewModel> {
    Rig { ImagePagerViewModel(images: RemoteImages($0["images"])) }
  }

  private func photos(_ urls: String?...) -> PhotoList {
    PhotoList(urls.enumerated().map { Photo(id: "\($0)", urls: .init(regular: $1)) })
  }

  /// A rig that shows this many pages.
  private func makeRig(pages: Int) -> Rig<ImagePagerViewModel> {
    let rig = makeRig()
    let urls = (0..<pages).map { "u\($0)" }
    rig.send(\.submitDidTap)
    rig["images"].answer("random", with: PhotoList(urls.map { Photo(id: $0, urls: .init(regular: $0)) }))
    rig.expect(\.imageURLs, urls)
    return rig
  }

  // MARK: The trace

  @Test func `whoever attaches gets count 1 and no pictures`() {
    let rig = makeRig()
    rig.attach()
    rig.expect(\.count, 1)
    rig.expect(\.imageURLs, [])
  }

  @Test func `arrows count up and down, never below 1`() {
    let rig = makeRig()
    for (direction, count) in [(ImagePagerViewModel.Direction.right, 2), (.right, 3), (.left, 2), (.left, 1)] {
      rig.send(\.directionArrowDidTap, direction)
      rig.expect(\.count, count)
    }
    rig.send(\.directionArrowDidTap, .left)
    rig.expectNothing()
  }

  @Test(arguments: [
    (3, 375.0, 750.0, 2), (3, 375, 1124, 2), (3, 375, -10, 0), (3, 375, 0, 0), (3, 375, 374.9, 0), (3, 375, 375, 1),
    (3, 375, 99_999, 2), (0, 375, 750, 0), (1, 375, 750, 0), (3, 0.5, 1, 2), (3, 375, 1e300, 2), (3, 1e-300, 1, 2),
    (3, 375, -1e300, 0), (3, 375, -0.0, 0),
  ])
  func `a scroll emits the page in view`(pages: Int, width: Double, offset: Double, page: Int) {
    let rig = pages == 0 ? makeRig() : makeRig(pages: pages)
    rig.send(\.didScroll, .init(width: width, offset: offset))
    rig.expect(\.currentPage, page)
    rig.send(\.didScroll, .init(width: width, offset: offset))
    rig.expect(\.currentPage, page)
  }

  @Test(arguments: [
    (0.0, 10.0), (0, 0), (-375, 750), (375, .infinity), (375, .nan), (.nan, 10), (-.infinity, 10), (1e-308, 1e308),
  ])
  func `a scroll whose numbers make no page is ignored`(width: Double, offset: Double) {
    let rig = makeRig(pages: 3)
    rig.send(\.didScroll, .init(width: width, offset: offset))
    rig.expectNothing()
  }

  @Test func `submit at count 1 brings one picture`() {
    let rig = makeRig()
    rig.send(\.submitDidTap)
    let call = rig["images"].take("random")
    call.expectArguments(Random(count: 1))
    call.answer(photos("https://a"))
    rig.expect(\.imageURLs, ["https://a"])
  }

  // MARK: The rules

  @Test func `the service's limit is the counter's`() {
    let rig = makeRig()
    for count in 2...imageCountLimit {
      rig.send(\.directionArrowDidTap, .right)
      rig.expect(\.count, count)
    }
    for _ in 0..<3 { rig.send(\.directionArrowDidTap, .right) }
    rig.expectNothing()
  }

  @Test func `submit takes the count at the moment of the tap, arrows and scrolling stay usable`() {
    let rig = makeRig()
    rig.send(\.directionArrowDidTap, .right)
    rig.expect(\.count, 2)
    rig.send(\.submitDidTap)
    rig.send(\.directionArrowDidTap, .right)
    rig.expect(\.count, 3)
    rig.send(\.didScroll, .init(width: 10, offset: 25))
    rig.expect(\.currentPage, 0)
    let call = rig["images"].take("random")
    call.expectArguments(Random(count: 2))
    call.answer(photos("a", "b"))
    rig.expect(\.imageURLs, ["a", "b"])
  }

  @Test func `photos without a picture are dropped, order is kept`() {
    let rig = makeRig()
    rig.send(\.submitDidTap)
    rig["images"].answer("random", with: photos("c", nil, "a", nil, "b"))
    rig.expect(\.imageURLs, ["c", "a", "b"])
  }

  @Test func `the same pictures again are sent again`() {
    let rig = makeRig(pages: 1)
    rig.send(\.submitDidTap)
    rig["images"].answer("random", with: photos("u0"))
    rig.expect(\.imageURLs, ["u0"])
  }

  // MARK: The faults

  @Test func `of overlapping fetches the latest wins, whoever is answered first`() {
    let rig = makeRig()
    rig.send(\.submitDidTap)
    let older = rig["images"].take("random")
    rig.send(\.directionArrowDidTap, .right)
    rig.expect(\.count, 2)
    rig.send(\.submitDidTap)
    let newer = rig["images"].take("random")
    older.expectCancelled(.superseded)
    newer.answer(photos("new"))
    rig.expect(\.imageURLs, ["new"])
    older.answer(photos("old"))
    rig.expectNothing()
  }

  @Test func `a late answer to a superseded fetch is dropped while the newer is open`() {
    let rig = makeRig()
    rig.send(\.submitDidTap)
    let older = rig["images"].take("random")
    rig.send(\.submitDidTap)
    older.expectCancelled(.superseded)
    older.answer(photos("old"))
    rig.expectNothing()
    rig["images"].answer("random", with: photos("new"))
    rig.expect(\.imageURLs, ["new"])
  }

  @Test func `a fetch that is never answered leaves all else usable`() {
    let rig = makeRig()
    rig.send(\.submitDidTap)
    rig["images"].take("random").leaveOpen()
    rig.advance(by: .seconds(3600))
    rig.send(\.directionArrowDidTap, .right)
    rig.expect(\.count, 2)
  }

  @Test func `a failure keeps the pictures and is told`() {
    let rig = makeRig(pages: 2)
    rig.send(\.submitDidTap)
    rig["images"].fail("random", with: error)
    rig.expect(\.fetchDidFail, error)
    rig.attach()
    rig.expect(\.count, 1)
    rig.expect(\.imageURLs, ["u0", "u1"])
  }

  @Test func `one bad photo costs only itself`() throws {
    let json = """
      [{"id":"1","urls":{"regular":"a","raw":7}}, {"id":2,"urls":{"regular":"b"}}, {"id":"3"}, null, 5, "x", [],
       {"id":"4","urls":{}}, {"id":"5","urls":{"regular":null}}, {"id":"6","urls":{"regular":"c"},"likes":1}]
      """
    let list = try JSONDecoder().decode(PhotoList.self, from: Data(json.utf8))
    #expect(list.photos.map(\.id) == ["1", "4", "5", "6"])
    #expect(list.photos.compactMap(\.urls.regular) == ["a", "c"])
  }

  @Test func `every presenter gets the current pictures, whenever it comes`() {
    let rig = makeRig(pages: 1)
    for _ in 0..<3 {
      rig.attach()
      rig.expect(\.count, 1)
      rig.expect(\.imageURLs, ["u0"])
    }
    rig.send(\.directionArrowDidTap, .right)
    rig.expect(\.count, 2)
  }

  @Test func `a burst of scrolls emits one page each`() {
    let rig = makeRig(pages: 3)
    for _ in 0..<10_000 { rig.send(\.didScroll, .init(width: 375, offset: 750)) }
    #expect(rig.takeOutputs().count == 10_000)
  }
}
