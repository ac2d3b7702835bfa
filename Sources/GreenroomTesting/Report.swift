import Testing

/// Records an issue. The text is made here: a `Comment` would write interpolated values in a way of its own.
func report(_ text: String, at sourceLocation: SourceLocation) {
  Issue.record(Comment(rawValue: text), sourceLocation: sourceLocation)
}
