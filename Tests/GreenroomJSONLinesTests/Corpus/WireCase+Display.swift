extension WireCase {
  /// What a presenter or a log has to show escaped; on the wire it is text.
  static let display: [WireCase] = [
    WireCase("clears the screen", Wire.string(#"\u001b[2J\u001b[H"#), .accept),
    WireCase("sets the title", Wire.string(#"\u001b]0;owned\u0007"#), .accept),
    WireCase("writes the clipboard", Wire.string(#"\u001b]52;c;ZWNobyBoaQ==\u0007"#), .accept),
    WireCase("CSI in one character", Wire.string("\u{9b}31mred"), .accept),
    WireCase("overwrites the line", Wire.string(#"ok\rFAKE"#), .accept),
    WireCase("forges a line of a log", Wire.string(#"x\n2026-01-01 INFO all good"#), .accept),
    WireCase("right to left", Wire.string("\u{202e}gnp.exe"), .accept),
    WireCase("erases what was printed", Wire.string(#"secret\b\b\b\b\b\b"#), .accept),
    WireCase("invisible tags", Wire.string("\u{e0041}\u{e0042}"), .accept),
    WireCase("zero width", Wire.string("ad\u{200b}min"), .accept),
    WireCase("rings", Wire.string(#"\u0007"#), .accept),
    WireCase("looks like a secret", Wire.string("Bearer sk-TEST-0123456789abcdef"), .accept),
  ]
}
