public import GreenroomBindings

/// Yesterday's top ten films. Struct-of-ports style.
public actor BoxOfficeViewModel: ViewModel {
  public struct Inputs: InputPorts {
    public let viewWillAppear = InputPort<Void>()
    public init() {}
  }

  public struct Outputs: OutputPorts {
    public let movies: StatePort<[Movie]>
    public let isLoading: StatePort<Bool>
    public let error: StatePort<String?>
  }

  public nonisolated let home = Home()
  private let movies: any MovieService
  private let today: @Sendable () -> CalendarDay

  /// - Parameters:
  ///   - movies: where films come from.
  ///   - today: the day in Seoul; a test passes its own.
  public init(movies: any MovieService, today: @escaping @Sendable () -> CalendarDay = CalendarDay.todayInSeoul) {
    self.movies = movies
    self.today = today
  }

  public func transform(_ input: Inputs) -> Outputs {
    let fetch = input.viewWillAppear.latest { self.movies.dailyBoxOffice(date: self.today().previous) }
    let error = Publisher<String?>.merge(fetch.started.map { nil }, fetch.failure.map(\.message))

    return Outputs(
      movies: .state(fetch.success, initial: [], repeats: true),
      isLoading: .state(fetch.isBusy),
      error: .state(error.prepend(nil)))
  }
}
