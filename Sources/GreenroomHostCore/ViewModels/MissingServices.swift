/// Names of services that a view model asked for and that were not bound to it: a reload may bring them.
///
/// An object of its own, since whoever adds to it may outlive the instance, and a weak reference to that would slow down every
/// access to it.
final class MissingServices {
  var names: Set<String> = []
}
