/// The chart: ten films that nobody has made, so that nothing in it grows old or wrong. Best first.
let chart: [Movie] = films.enumerated().map { index, film in
  Movie(
    rank: index + 1, change: film.change ?? 0, isNew: film.change == nil, code: film.code, name: film.name,
    openDate: film.openDate, audience: film.audience, audienceTotal: film.audienceTotal)
}

/// Without a change it is a film's first day in the chart.
private struct Film {
  var change: Int?
  var code: String
  var name: String
  var openDate: String
  var audience: Int
  var audienceTotal: Int

  init(_ name: String, change: Int?, code: String, openDate: String, audience: Int, audienceTotal: Int) {
    (self.name, self.change, self.code) = (name, change, code)
    (self.openDate, self.audience, self.audienceTotal) = (openDate, audience, audienceTotal)
  }
}

private let films = [
  Film("분장실의 불빛", change: 0, code: "20260101", openDate: "2026-10-28", audience: 214_507, audienceTotal: 3_182_944),
  Film("첫차를 기다리며", change: nil, code: "20260102", openDate: "2026-11-25", audience: 158_320, audienceTotal: 171_066),
  Film("바다로 간 우체부", change: -1, code: "20260103", openDate: "2026-11-04", audience: 97_415, audienceTotal: 1_206_731),
  Film("The Understudy", change: 1, code: "20260104", openDate: "2026-11-11", audience: 64_208, audienceTotal: 588_390),
  Film("열두 번째 리허설", change: -2, code: "20260105", openDate: "2026-10-21", audience: 51_733, audienceTotal: 2_047_118),
  Film("골목 끝 사진관", change: nil, code: "20260106", openDate: "2026-11-25", audience: 38_961, audienceTotal: 41_502),
  Film(
    "고양이 소극장: 두 번째 막", change: -1, code: "20260107", openDate: "2026-11-11", audience: 22_874, audienceTotal: 315_647),
  Film("Prompt Corner", change: 2, code: "20260108", openDate: "2026-11-18", audience: 14_390, audienceTotal: 96_025),
  Film("눈 오는 날의 매표소", change: -3, code: "20260109", openDate: "2026-10-14", audience: 9_156, audienceTotal: 874_209),
  Film("마지막 커튼콜", change: 0, code: "20260110", openDate: "2026-09-30", audience: 4_802, audienceTotal: 1_530_476),
]
