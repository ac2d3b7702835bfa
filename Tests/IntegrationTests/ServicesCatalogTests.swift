import Foundation
import Testing

/// The embedded defaults: services without network, files and keys.
extension IntegrationTests {
  struct ServicesCatalogTests {
    @Test(arguments: [1, 30])
    func `So many different pictures come as are asked for`(count: Int) throws {
      let plugin = try PluginProcess("ImageCatalog")
      defer { plugin.end() }
      let photos = try objects(plugin.call("images.random", #"{"count":\#(count)}"#))
      #expect(photos.count == count)
      #expect(Set(photos.compactMap { $0["id"] as? String }).count == count)
      for photo in photos {
        let url = try #require((photo["urls"] as? [String: String])?["regular"])
        #expect(url.hasPrefix("https://"))
      }
    }

    @Test func `In sequential order the next answer goes on where the last one ended`() throws {
      let plugin = try PluginProcess("ImageCatalog", configuration: #"{"order":"sequential"}"#)
      defer { plugin.end() }
      func ids(_ count: Int) throws -> [String] {
        try objects(plugin.call("images.random", #"{"count":\#(count)}"#)).compactMap { $0["id"] as? String }
      }
      #expect(try ids(2) == ["picsum-10", "picsum-11"])
      #expect(try ids(30).first == "picsum-12")
      #expect(try ids(30).suffix(3) == ["picsum-69", "picsum-10", "picsum-11"])
    }

    @Test(arguments: [
      (#"{"count":0}"#, 6, "count: 0 is not from 1 to 30"), (#"{"count":31}"#, 6, "count: 31 is not from 1 to 30"),
      (#"{"count":"3"}"#, -32602, "params.count: "), (#"{}"#, -32602, "params.count: missing"),
      (#"{"count":1.5}"#, -32602, "params.count: "), (#"{"count":9223372036854775808}"#, -32602, "params.count: "),
    ])
    func `A count that is none is refused, and the catalogue serves on`(params: String, code: Int, message: String)
      throws
    {
      let plugin = try PluginProcess("ImageCatalog")
      defer { plugin.end() }
      let reply = try plugin.call("images.random", params)
      #expect(reply.code == code)
      #expect(reply.text.hasPrefix(message), "\(reply)")
      #expect(try plugin.call("images.random", #"{"count":1}"#).code == nil)
    }

    @Test func `The chart has ten ranks in order, new films have not moved, and every member is there`() throws {
      let plugin = try PluginProcess("MovieCatalog")
      defer { plugin.end() }
      let films = try objects(plugin.call("movies.dailyBoxOffice", #"{"date":"20261129"}"#))
      #expect(films.map { $0["rank"] as? Int } == Array(1...10))
      #expect(Set(films.compactMap { $0["code"] as? String }).count == 10)
      #expect(films.allSatisfy { ($0["isNew"] as? Bool) == false || ($0["change"] as? Int) == 0 })
      let members: Set = ["audience", "audienceTotal", "change", "code", "isNew", "name", "openDate", "rank"]
      #expect(films.allSatisfy { Set($0.keys) == members })
      let audiences = films.compactMap { $0["audience"] as? Int }
      #expect(audiences == audiences.sorted(by: >))
    }

    @Test(arguments: ["", "2026-11-29", "2026112", "2026112９"])
    func `A date that is none is refused`(date: String) throws {
      let plugin = try PluginProcess("MovieCatalog")
      defer { plugin.end() }
      #expect(
        try plugin.call("movies.dailyBoxOffice", #"{"date":"\#(date)"}"#)
          == .error(code: 6, message: "date: \"\(date)\" is not yyyymmdd"))
    }

    private func objects(_ reply: PluginProcess.Reply) throws -> [[String: Any]] {
      try #require(try JSONSerialization.jsonObject(with: Data(reply.text.utf8)) as? [[String: Any]], "\(reply)")
    }
  }
}
