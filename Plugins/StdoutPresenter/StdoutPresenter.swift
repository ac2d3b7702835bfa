import GreenroomPluginKit

/// Writes the outputs of all its view models to the host's standard output, one line each.
@main
struct StdoutPresenter {
  static func main() async {
    let output = InheritedOutput(descriptor: 3)
    await Presenter(presents: ["*"], version: "1.0.0") { (configuration: Configuration, _: HostLink) in
      let screen = Screen(configuration, try output.checked())
      OnAttached { attachment in try await screen.show(attachment) }
      OnOutput { output in try await screen.show(output) }
    }
    .run()
  }
}

/// The `configuration` object of the plugin's entry.
struct Configuration: Decodable, Sendable {
  /// Whether names are coloured.
  enum Colour: String, Decodable, Sendable { case auto, never, always }

  /// One line of JSON for each output, unabridged.
  var json: Bool?
  var colour: Colour?
}
