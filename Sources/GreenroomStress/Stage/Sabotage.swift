import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// What `Sabotage.leaks` never gives back.
private let leaked = Mutex<[[UInt8]]>([])

/// A fault of the host under stress, put there on purpose: it shows that the figures can fail.
package enum Sabotage: String, CaseIterable, Sendable {
  case none
  /// The view model forgets one outcome in a thousand.
  case loses
  /// It sends one outcome in a thousand twice.
  case repeats
  /// Each input leaves memory behind, one in a hundred a descriptor.
  case leaks
  /// One input in a thousand leaves a child that nobody waits for.
  case zombies
  /// One input in ten keeps the loop busy for 2 ms.
  case spins
  /// The whole host is held for 100 ms whenever a scenario acts on it or asks it something.
  case freezes

  /// The view model type of a host with this fault.
  var viewModelType: String { "Echo-\(rawValue)" }

  /// What the fault does at the input of number `n`.
  func happen(at n: Int) {
    switch self {
    case .leaks:
      leaked.withLock { $0.append([UInt8](repeating: 1, count: 256)) }
      if n % 100 == 0 { _ = open("/dev/null", O_RDONLY | O_CLOEXEC) }
    case .zombies where n % 1000 == 0:
      var child: pid_t = 0
      var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
      posix_spawn(&child, "/bin/true", nil, nil, &arguments, nil)
      free(arguments[0])
    case .spins where n % 10 == 0:
      let begin = monotonicNow()
      while monotonicNow() - begin < .milliseconds(2) {}
    default: break
    }
  }

  /// How often the outcome of number `n` is sent.
  func outcomeCount(of n: Int) -> Int {
    switch self {
    case .loses where n % 1000 == 999: 0
    case .repeats where n % 1000 == 999: 2
    default: 1
    }
  }
}

/// Monotonic time; the host under stress and whoever stresses it share the clock.
func monotonicNow() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
