import Foundation
import GreenroomPluginKit

/// What the server says: films, or with HTTP status 200, too, what is wrong.
enum Chart: Decodable, Sendable {
  case films(TolerantList<Film>)
  case fault(Fault)

  struct Fault: Decodable, Sendable {
    var message: String?
    var errorCode: String?
  }

  private struct Result: Decodable {
    var dailyBoxOfficeList: TolerantList<Film>
  }

  private enum CodingKeys: CodingKey { case boxOfficeResult, faultInfo }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let fault = try container.decodeIfPresent(Fault.self, forKey: .faultInfo) {
      self = .fault(fault)
    } else {
      self = .films(try container.decode(Result.self, forKey: .boxOfficeResult).dailyBoxOfficeList)
    }
  }
}

extension PluginError {
  /// The server has understood the request and says that something is wrong, such as the key: code 103.
  static func fault(_ fault: Chart.Fault, _ url: URL, hiding key: AccessKey) -> PluginError {
    let message = (fault.message ?? "no reason").replacingOccurrences(of: key.value, with: key.description)
    return PluginError(
      code: 103, message: "\(url.shown) refuses: \(message)\(fault.errorCode.map { " (\($0))" } ?? "")")
  }
}

/// One film as the server writes it: every value is a string.
struct Film: Decodable, Sendable {
  let movie: Movie

  private enum CodingKeys: CodingKey {
    case rank, rankInten, rankOldAndNew, movieCd, movieNm, openDt, audiCnt, audiAcc
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func text(_ key: CodingKeys) throws -> String { try container.decode(String.self, forKey: key) }
    func number(_ key: CodingKeys) throws -> Int {
      let digits = try text(key)
      guard let number = Int(digits) else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: container, debugDescription: "\"\(digits.prefix(32))\" is no whole number")
      }
      return number
    }
    movie = Movie(
      rank: try number(.rank), change: try number(.rankInten), isNew: try text(.rankOldAndNew) == "NEW",
      code: try text(.movieCd), name: try text(.movieNm),
      openDate: try text(.openDt).trimmingCharacters(in: .whitespaces), audience: try number(.audiCnt),
      audienceTotal: try number(.audiAcc))
  }
}
