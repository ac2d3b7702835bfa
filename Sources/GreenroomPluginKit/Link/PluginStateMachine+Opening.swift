package import GreenroomJSONLines
package import GreenroomProtocol

extension PluginStateMachine {
  /// Answers what cannot be agreed on and ends; else has the plugin built.
  mutating func initialize(_ id: RequestID, _ params: ArraySlice<UInt8>, _ actions: inout [Action]) {
    do throws(ErrorObject) {
      guard let version = peer.parameter("protocolVersion")?.string else {
        throw ErrorObject(.invalidParams, "params.protocolVersion: expected a string")
      }
      guard version == ProtocolVersion.current else {
        throw ErrorObject(
          .refused, "this plugin speaks protocol version \"\(ProtocolVersion.current)\", not \"\(version.prefix(16))\"")
      }
      let opening: InitializeParams
      do {
        opening = try JSONDecoding.decode(InitializeParams.self, from: params)
      } catch {
        throw ErrorObject(.invalidParams, "params.\(error.description)")
      }
      guard opening.role == role else {
        write(
          id, .failure(ErrorObject(.refused, "this plugin is a \(role.rawValue), not a \(opening.role.rawValue)")),
          &actions)
        return end(.configuration, &actions)
      }
      if let lineBytes = opening.lineBytes { hostLineLimit = min(lineBytes, hostLineLimit) }
      phase = .preparing(id)
      actions.append(.prepare(opening))
    } catch {
      write(id, .failure(error), &actions)
      end(.protocol, &actions)
    }
  }

  /// The plugin is built: its description is the answer to `initialize`. `routes` are the methods that it
  /// answers, by which `Call.route` counts. Call `tick` next on the reading thread: it handles what came meanwhile.
  package mutating func opened(_ description: RawJSON, routes: [[UInt8]]) -> [Action] {
    guard case .preparing(let id) = phase else { return [] }
    self.routes = routes
    phase = .open
    var actions: [Action] = []
    write(id, .success(description.bytes), &actions)
    return actions
  }

  /// The plugin cannot be built from its configuration: says why and ends.
  package mutating func refuseOpening(_ error: ErrorObject) -> [Action] {
    guard case .preparing(let id) = phase else { return [] }
    var actions: [Action] = [.log(error.message)]
    write(id, .failure(error), &actions)
    end(.configuration, &actions)
    return actions
  }
}
