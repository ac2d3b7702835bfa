import Foundation
import Testing

/// The trace of ImagePager, with the shipped plugins in processes of their own.
extension IntegrationTests {
  struct ImagePagerTraceTests {
    private func urls(_ numbers: ClosedRange<Int>) -> String {
      "[" + numbers.map { "\"https://picsum.photos/id/\($0)/1080/720\"" }.joined(separator: ",") + "]"
    }

    @Test func `ImagePager: arrows, fetches, scrolls, and a failure that keeps the pictures`() throws {
      let server = try HTTPTestServer(routes: ["/photos/random": { _ in .json("{}", status: 503) }])
      let trace = try Trace(
        plugins: """
          "catalog": {"program": "ImageCatalog", "configuration": {"order": "sequential"}},
          "http": {"program": "ImageHTTP", "configuration": {"baseURL": "\(server.baseURL)"},
                   "environment": {"UNSPLASH_ACCESS_KEY": "TEST-KEY", "no_proxy": "*"}}
          """, services: #""images": {"plugin": "catalog"}"#, viewModels: #""pager": {"type": "ImagePager"}"#)
      defer { trace.end() }
      let presenter = try trace.presenter(of: "pager")
      try presenter.expectAttached(["count 1", "imageURLs []"])

      for (direction, count) in [("right", 2), ("right", 3), ("left", 2), ("left", 1)] {
        try trace.send("pager", "directionArrowDidTap", "\"\(direction)\"")
        try presenter.expect("count \(count)")
      }
      // Nothing: the next line is that of the next input.
      try trace.send("pager", "directionArrowDidTap", #""left""#)

      try trace.send("pager", "submitDidTap", until: "imageURLs")
      trace.reply()
      try presenter.expect("imageURLs \(urls(10...10))")

      for count in 2...3 {
        try trace.send("pager", "directionArrowDidTap", #""right""#)
        try presenter.expect("count \(count)")
      }
      try trace.send("pager", "submitDidTap")
      trace.reply()
      try presenter.expect("imageURLs \(urls(11...13))")

      for (width, offset, page) in [(375, 750, 2), (375, 1124, 2), (375, -10, 0), (375, 375, 1)] {
        try trace.send("pager", "didScroll", #"{"width":\#(width),"offset":\#(offset)}"#)
        try presenter.expect("currentPage \(page)")
      }
      try trace.send("pager", "didScroll", #"{"width":0,"offset":10}"#)

      try trace.swap("images", to: "http")
      try trace.send("pager", "submitDidTap", until: "fetchDidFail")
      trace.reply()
      try presenter.expect(
        #"fetchDidFail {"code":101,"message":"HTTP 503 Service Unavailable from \#(server.baseURL)/photos/random"}"#)
      let late = try trace.presenter(of: "pager")
      try late.expectAttached(["count 3", "imageURLs \(urls(11...13))"], seq: 13)

      try trace.stop()
      presenter.expectEnd()
      late.expectEnd()
    }
  }
}
