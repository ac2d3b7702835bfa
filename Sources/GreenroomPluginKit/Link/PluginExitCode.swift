/// With what a plugin ends, after sysexits.h; the host shows it and a `transient` entry decides by it.
package enum PluginExitCode: Int32, Sendable {
  /// The host closed the wire.
  case success = 0
  /// A presenter's handler has failed.
  case failure = 1
  /// Not started by a host.
  case usage = 64
  /// The host reads no more while it still writes.
  case ioError = 74
  /// The host speaks another protocol version, or none.
  case `protocol` = 76
  /// The entry's configuration or role does not fit this plugin.
  case configuration = 78
}
