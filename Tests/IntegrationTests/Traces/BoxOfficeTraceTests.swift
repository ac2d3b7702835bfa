import Foundation
import Testing

/// The trace of BoxOffice, with the shipped plugins in processes of their own.
extension IntegrationTests {
  struct BoxOfficeTraceTests {
    @Test func `BoxOffice: films, then a bad key, then films again: not loading comes last each time`() throws {
      let answers = Answers(
        .json(#"{"faultInfo":{"message":"the key is not valid","errorCode":"320010"}}"#),
        .json(#"{"boxOfficeResult":{"dailyBoxOfficeList":[]}}"#))
      let server = try HTTPTestServer(routes: ["/searchDailyBoxOfficeList.json": { _ in answers.next() }])
      let trace = try Trace(
        plugins: """
          "catalog": {"program": "MovieCatalog"},
          "http": {"program": "MovieHTTP", "configuration": {"baseURL": "\(server.baseURL)"},
                   "environment": {"KOFIC_KEY": "TEST-KEY", "no_proxy": "*"}}
          """, services: #""films": {"plugin": "catalog"}"#,
        viewModels: #""chart": {"type": "BoxOffice", "services": {"movies": "films"}}"#)
      defer { trace.end() }
      let presenter = try trace.presenter(of: "chart")
      try presenter.expectAttached(["movies []", "isLoading false", "error null"])

      try trace.send("chart", "viewWillAppear")
      try presenter.expect("isLoading true")
      trace.reply()
      let films = try presenter.take("movies")
      #expect(films.hasPrefix(#"[{"rank":1,"change":0,"isNew":false,"code":"20260101","name":"분장실의 불빛","#))
      #expect(films.components(separatedBy: #""rank":"#).count == 1 + 10)
      try presenter.expect("isLoading false")

      try trace.swap("films", to: "http")
      try trace.send("chart", "viewWillAppear", until: "error")
      try presenter.expect("isLoading true")
      trace.reply()
      let error = try presenter.take("error")
      #expect(error.contains("the key is not valid") && !error.contains("TEST-KEY"))
      try presenter.expect("isLoading false")
      let late = try trace.presenter(of: "chart")
      try late.expectAttached(["movies \(films)", "isLoading false", "error \(error)"], seq: 6)

      try trace.send("chart", "viewWillAppear", until: "movies")
      for presenter in [presenter, late] { try presenter.expect("isLoading true", "error null") }
      trace.reply()
      for presenter in [presenter, late] { try presenter.expect("movies []", "isLoading false") }

      let days = server.requests.map { $0.query["targetDt"] ?? "" }
      #expect(days.count == 2 && days.allSatisfy { $0.count == 8 && $0.allSatisfy(\.isNumber) }, "\(days)")
      try trace.stop()
      presenter.expectEnd()
      late.expectEnd()
    }
  }
}
