import Greenroom
import GreenroomBindings

#if canImport(Glibc)
  import Glibc
#endif

// Without a plan of its own the program is a host with the view model of the load; with one it drives such a host.
let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "run" {
  GreenroomApp(viewModels: [ViewModelType("Echo") { EchoViewModel(echo: $0["echo"]) }]).main()
}
exit(StressCommand(arguments).run())
