import GreenroomBindings
import GreenroomExamples
import GreenroomTesting
import Testing

@Suite struct BoxOfficeTests {
  private typealias DailyBoxOffice = RemoteMovies.DailyBoxOffice
  private let movie = Movie(
    rank: 1, change: -2, isNew: true, code: "20261234", name: "기생충", openDate: "2026-11-25", audience: 12_345,
    audienceTotal: 98_765)
  private let error = ServiceError(code: .refused, message: "the key is not valid")

  /// 2026-11-30, 09:00 in Seoul.
  private func makeRig(secondsSince1970: Int = 1_795_996_800) -> Rig<BoxOfficeViewModel> {
    Rig {
      BoxOfficeViewModel(movies: RemoteMovies($0["movies"])) {
        CalendarDay(secondsSince1970: secondsSince1970, offset: 9 * 3_600)
      }
    }
  }

  @Test func `whoever attaches gets no films, not loading, no error`() {
    let rig = makeRig()
    rig.attach()
    rig.expect(\.movies, [])
    rig.expect(\.isLoading, false)
    rig.expect(\.error, nil)
  }

  @Test func `success brings the films and then stops loading`() {
    let rig = makeRig()
    let appear = rig.send(\.viewWillAppear)
    rig.expect(\.isLoading, true, cause: appear)
    let call = rig["movies"].take("dailyBoxOffice")
    call.expectArguments(DailyBoxOffice(date: "20261129"))
    call.answer([movie])
    rig.expect(\.movies, [movie], cause: appear + 1)
    rig.expect(\.isLoading, false, cause: appear + 1)
  }

  @Test func `a failure tells the error and then stops loading; the next appearance clears it`() {
    let rig = makeRig()
    rig.send(\.viewWillAppear)
    rig.expect(\.isLoading, true)
    rig["movies"].fail("dailyBoxOffice", with: error)
    rig.expect(\.error, "the key is not valid")
    rig.expect(\.isLoading, false)
    rig.send(\.viewWillAppear)
    rig.expect(\.isLoading, true)
    rig.expect(\.error, nil)
    rig["movies"].answer("dailyBoxOffice", with: [movie])
    rig.expect(\.movies, [movie])
    rig.expect(\.isLoading, false)
  }

  @Test func `the same films again are sent again`() {
    let rig = makeRig()
    for _ in 0..<2 {
      rig.send(\.viewWillAppear)
      rig.expect(\.isLoading, true)
      rig["movies"].answer("dailyBoxOffice", with: [movie])
      rig.expect(\.movies, [movie])
      rig.expect(\.isLoading, false)
    }
  }

  @Test func `with overlapping fetches loading ends when none is left`() {
    let rig = makeRig()
    rig.send(\.viewWillAppear)
    rig.expect(\.isLoading, true)
    let older = rig["movies"].take("dailyBoxOffice")
    rig.send(\.viewWillAppear)
    let newer = rig["movies"].take("dailyBoxOffice")
    older.expectCancelled(.superseded)
    older.answer([movie])
    rig.expectNothing()
    newer.answer([movie, movie])
    rig.expect(\.movies, [movie, movie])
    rig.expect(\.isLoading, false)
  }

  @Test func `answers in reverse order emit the surviving one alone`() {
    let rig = makeRig()
    rig.send(\.viewWillAppear)
    rig.expect(\.isLoading, true)
    let older = rig["movies"].take("dailyBoxOffice")
    rig.send(\.viewWillAppear)
    rig["movies"].fail("dailyBoxOffice", with: error)
    rig.expect(\.error, "the key is not valid")
    rig.expect(\.isLoading, false)
    older.expectCancelled(.superseded)
    older.answer([movie])
  }

  @Test func `a fetch that is never answered goes on loading`() {
    let rig = makeRig()
    rig.send(\.viewWillAppear)
    rig.expect(\.isLoading, true)
    rig["movies"].take("dailyBoxOffice").leaveOpen()
    rig.advance(by: .seconds(3600))
    rig.attach()
    rig.expect(\.movies, [])
    rig.expect(\.isLoading, true)
    rig.expect(\.error, nil)
  }

  @Test(arguments: [
    (0, "19691231"),  // 1970-01-01 09:00 in Seoul
    (-32_401, "19691230"),  // a second before midnight
    (-32_400, "19691231"),  // midnight
    (951_782_400, "20000228"),  // 2000-02-29 09:00
    (951_868_800, "20000229"),  // 2000-03-01 09:00
    (1_709_218_800, "20240229"),  // 2024-03-01 00:00
    (1_709_218_799, "20240228"),
    (1_767_193_200, "20251231"),  // 2026-01-01 00:00
    (4_107_510_000, "21000228"),  // 2100-03-01 00:00, no leap year
  ])
  func `yesterday is counted in Seoul`(secondsSince1970: Int, yesterday: String) {
    let today = CalendarDay(secondsSince1970: secondsSince1970, offset: 9 * 3_600)
    #expect(today.previous.compact == yesterday)
  }
}
