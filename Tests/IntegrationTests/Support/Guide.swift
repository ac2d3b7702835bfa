import Foundation
import Testing

/// What a guide shows, taken from its fenced blocks, so that a test does what a reader does.
struct Guide {
  /// The files of its package: a block's text by the path with which the paragraph above it begins, in backticks.
  private(set) var files: [String: String] = [:]
  /// The paths in the drawing of its folder, the block without a language.
  private(set) var drawnPaths: [String] = []
  /// The lines of its shell blocks.
  private(set) var commands: [[String]] = []

  init(_ path: String) throws {
    let text = try String(contentsOf: packageFolder.appendingPathComponent(path), encoding: .utf8)
    for (index, part) in text.components(separatedBy: "\n```").enumerated() where !index.isMultiple(of: 2) {
      let lines = part.components(separatedBy: "\n")
      let block = lines.dropFirst().joined(separator: "\n") + "\n"
      switch lines[0] {
      case "": drawnPaths = lines.dropFirst().filter { $0.hasPrefix("  ") }.map { String($0.dropFirst(2)) }
      // Shown, and no part of the package.
      case "text": break
      case "sh": commands += lines.dropFirst().map { $0.split(separator: " ").map(String.init) }
      default:
        let above = text.components(separatedBy: "\n```")[index - 1].components(separatedBy: "\n\n").suffix(2)
        let paragraph = try #require(above.first { $0.hasPrefix("`") }, "a block without a path: \(block)")
        files[paragraph.components(separatedBy: "`")[1]] = block
      }
    }
  }

  /// Writes the files into a folder.
  func write(to folder: URL) throws {
    for (path, text) in files {
      let file = folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
  }
}

/// The folder of this package.
let packageFolder = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { folder, _ in folder.deletingLastPathComponent() }
