import Greenroom
import GreenroomStress

#if canImport(Glibc)
  import Glibc
#endif

// As `run` and `attach` the program is what it stresses, a host or its client; otherwise it is whoever stresses them.
let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "run" || arguments.first == "attach" { GreenroomApp(viewModels: StressViewModels.types).main() }
exit(StressCommand(arguments: arguments).run())
