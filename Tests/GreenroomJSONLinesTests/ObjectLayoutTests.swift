import GreenroomJSONLines
import Testing

#if canImport(Glibc)
  import Glibc
#endif

struct ObjectLayoutTests {
  private struct Texts: Codable, Equatable {
    var first: String
    var second: String
    var inner: Inner

    struct Inner: Codable, Equatable {
      var label: String
      var count: Int
    }
  }

  private static func layout() -> ObjectLayout? {
    let inner = try? ObjectLayout.find(Texts.Inner.self, codedAs: [("label", String.self), ("count", Int.self)]) { _ in
      nil
    }
    let members: [ObjectLayout.CodedMember] = [
      ("first", String.self), ("second", String.self), ("inner", Texts.Inner.self),
    ]
    return try? ObjectLayout.find(Texts.self, codedAs: members) { $0 == Texts.Inner.self ? inner : nil }
  }

  @Test func `Members that are not the stored properties make no layout`() throws {
    let good: [ObjectLayout.CodedMember] = [("label", String.self), ("count", Int.self)]
    #expect(throws: Never.self) { try ObjectLayout.find(Texts.Inner.self, codedAs: good) { _ in nil } }
    for bad in [
      Array(good.reversed()), [good[0]], good + [good[1]], [good[0], ("count", Int32.self)],
      [good[0], ("other", Int.self)],
      [],
    ] {
      #expect(throws: LayoutObstacle.self) { try ObjectLayout.find(Texts.Inner.self, codedAs: bad) { _ in nil } }
    }
  }

  @Test func `A layout that is not the type's coding does not hold`() throws {
    let layout = try #require(Self.layout())
    #expect(LayoutCheck.holds(Texts.self, layout))
    struct Other: Codable {
      var first: String
      var second: String
      var inner: Texts.Inner
      enum CodingKeys: String, CodingKey { case first, second = "two", inner }
    }
    #expect(!LayoutCheck.holds(Other.self, layout))
  }

  @Test func `What was read before a failure is let go, and so is a value`() async {
    await #expect(processExitsWith: .success) {
      let long = String(repeating: "x", count: 50_000)
      let good = #"{"first":"\#(long)","second":"\#(long)","inner":{"label":"\#(long)","count":3}}"#
      let layout = try #require(ObjectLayoutTests.layout())
      func read(_ text: String) -> Texts? {
        Array(text.utf8).withUnsafeBufferPointer { layout.value(Texts.self, $0) }
      }
      let bad = [
        good.replacing(":3}", with: ":true}"), good.replacing("count", with: "c"), String(good.dropLast()), good + "x",
        good.replacing("}}", with: "},\"first\":\"\"}"),
      ]
      for text in bad { precondition(read(text) == nil) }
      precondition(read(good)?.inner.count == 3)
      let before = residentByteCount()
      for _ in 0..<50 {
        for text in bad { _ = read(text) }
        _ = read(good)
      }
      // A sanitizer keeps what was freed.
      let keepsFreedMemory = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
      precondition(
        keepsFreedMemory || residentByteCount() - before < 4 << 20, "\(residentByteCount() - before) bytes are kept")
    }
  }
}
