import Foundation
import Testing

/// Inputs that are none, by `greenroom send` to all five view models in one host: each is refused with the member that is
/// wrong, nothing comes of it, and the host goes on.
extension IntegrationTests {
  struct RefusalTests {
    private static let plugins = """
      "accounts": {"program": "Accounts", "configuration": {"path": "{folder}/accounts.json"}},
      "images": {"program": "ImageCatalog"}, "movies": {"program": "MovieCatalog"}, "quotes": {"program": "QuoteCatalog"}
      """
    private static let services = ["accounts", "images", "movies", "quotes"].map { #""\#($0)": {"plugin": "\#($0)"}"# }
      .joined(separator: ", ")
    private static let viewModels = [
      ("pager", "ImagePager"), ("quote", "Quote"), ("chart", "BoxOffice"), ("login", "Login"), ("sign", "Sign"),
    ].map { #""\#($0)": {"type": "\#($1)"}"# }.joined(separator: ", ")

    private func host() throws -> Trace {
      try Trace(plugins: Self.plugins, services: Self.services, viewModels: Self.viewModels)
    }

    @Test func `A bad input is refused with its member and an exit code, and nothing comes of it`() throws {
      let trace = try host()
      defer { trace.end() }
      for (words, status, sentence) in [
        (["pager", "directionArrowDidTap"], 1, "pager: directionArrowDidTap: value: missing"),
        (["pager", "directionArrowDidTap", #""up""#], 1, "pager: directionArrowDidTap: "),
        (["pager", "directionArrowDidTap", "right"], 64, "the value is no JSON: "),
        (["pager", "directionArowDidTap", #""left""#], 1, #"did you mean "directionArrowDidTap"?"#),
        (["pager", "didScroll", #"{"width":375}"#], 1, "pager: didScroll: offset: missing"),
        (["pager", "didScroll", #"{"width":"375","offset":1}"#], 1, "pager: didScroll: width: expected Double"),
        (["pager", "didScroll", #"{"width":null,"offset":1}"#], 1, "pager: didScroll: width: expected Double"),
        (["pager", "didScroll", #"{"width":1e400,"offset":1}"#], 64, "a number that no Double can hold"),
        (["pager", "didScroll", #"{"width":NaN,"offset":1}"#], 64, "the value is no JSON: "),
        (["pager", "didScroll", "[375,1]"], 1, "pager: didScroll: expected"),
        (["login", "email", "3"], 1, "login: email: expected String"),
        (["login", "password", #""0000""#], 64, "password is secret"),
        (["sign", "viewAppear", #"{"type":"signOut"}"#], 1, "sign: viewAppear: type: "),
        (["sign", "viewAppear"], 1, "sign: viewAppear: "),
        (["sign", "idTextChanged", #""subin""#], 1, "sign: idTextChanged: "),
      ] {
        let result = try CommandResult.run(["send"] + words + ["--socket", trace.host.socket])
        #expect(result.status == Int32(status), "\(words): \(result.errors)")
        #expect(result.errors.contains(sentence), "\(words): \(result.errors)")
        #expect(result.output.isEmpty)
      }
      for (value, sentence) in [
        (#"{"email":"subin"}"#, "login: tapLogin: password: missing"), ("{}", "login: tapLogin: email: missing"),
        (#"{"email":null,"password":"0000"}"#, "login: tapLogin: email: expected String"),
        (#"{"email":"subin","password":0}"#, "login: tapLogin: password: expected String"),
      ] {
        let result = try trace.host.greenroom("send", "login", "tapLogin", "-", input: value)
        #expect(result.status == 1 && result.errors.contains(sentence), "\(result.errors)")
      }
      let inputs = try trace.host.ledger("inputs")
      #expect(inputs["handled"] == 0 && inputs["refused"] == inputs["read"])
      let presenter = try trace.presenter(of: "login")
      try presenter.expectAttached(["enableLogInButton false"])
      try trace.send("login", "email", #""a""#)
      try trace.send("login", "password", secret: #""b""#)
      try presenter.expect("enableLogInButton true")
    }

    @Test func `A field of one megabyte is taken, one beyond the line's limit is refused`() throws {
      let trace = try host()
      defer { trace.end() }
      let presenter = try trace.presenter(of: "sign")
      try presenter.expectAttached([#"toggleButton {"isEnabled":false}"#])
      let megabyte = String(repeating: "가", count: 333_333)
      try trace.send("sign", "viewAppear", #"{"type":"signUp"}"#)
      try trace.send("sign", "idTextChanged", secret: #"{"id":"\#(megabyte)"}"#)
      try trace.send("sign", "passwordTextChanged", secret: #"{"password":"\#(megabyte)"}"#)
      try trace.send("sign", "againTextChanged", secret: #"{"again":"\#(megabyte)"}"#)
      try presenter.expect(#"toggleButton {"isEnabled":true}"#)
      let long = try trace.host.greenroom(
        "send", "sign", "idTextChanged", "-", input: #"{"id":"\#(megabyte)\#(megabyte)"}"#)
      #expect(long.status == 1 && long.errors.contains("the limit is 1048576"), "\(long.errors)")
      try trace.send("sign", "signUpButtonTapped", until: "signDidFail")
      trace.reply()
      try presenter.expect(
        #"signDidFail {"error":{"code":6,"message":"accounts: the request is longer than a line may be (1048576 bytes)"}}"#
      )
      try trace.send("sign", "idTextChanged", #"{"id":""}"#)
      try presenter.expect(#"toggleButton {"isEnabled":false}"#)
    }
  }
}
