/// A promise: the type's coding is the one that the compiler writes for it.
///
/// ```swift
/// struct Quote: SynthesizedCodable, Hashable { let content: String, author: String }
/// ```
///
/// It needs no code and changes nothing on the wire. Greenroom then writes and reads the values where they lie in memory, and
/// does not call `encode(to:)` and `init(from:)`, which take two to eight times as long. Worth it for the structs and enums
/// that travel with every message: the cases of inputs and outputs, replies, arguments of calls.
///
/// The promise speeds up
///
/// - a struct all of whose properties, 64 at most, are a `Bool`, `Int` or another integer that fits it, `Double`, `String`, or a
///   struct of that kind that promises the same;
/// - each case of an enum that carries nothing but labelled values of these types, if the enum is neither generic nor has
///   indirect cases.
///
/// One property of another type, such as an optional, a list or an enum, leaves the struct to `Codable`, and whatever it is a
/// part of. The host's log says so, to debug.
///
/// A type whose coding is another, such as one that rounds or trims, is to be `Codable` instead. When the host first meets a
/// type it compares the two codings for sample values; if they differ it warns in its log and calls the type's own. A coding
/// that differs for other values only is never called. For the comparison values are made up, past every initialiser: empty ones,
/// and ones with odd texts and numbers. A coding written by hand that traps on such a value ends the host.
public protocol SynthesizedCodable: Codable {}
