public import GreenroomBindings

/// The view models that ship with Greenroom.
public enum Examples {
  /// Their registrations, for `GreenroomApp(viewModels:)`.
  public static let viewModels: [ViewModelType] = [
    ViewModelType("ImagePager") { ImagePagerViewModel(images: RemoteImages($0["images"])) },
    ViewModelType("Quote") { QuoteViewModel(quotes: RemoteQuotes($0["quotes"])) },
    ViewModelType("BoxOffice") { BoxOfficeViewModel(movies: RemoteMovies($0["movies"])) },
    ViewModelType("Login") { LoginViewModel(accounts: RemoteAccounts($0["accounts"])) },
    ViewModelType("Sign") { SignViewModel(accounts: RemoteAccounts($0["accounts"])) },
  ]
}
