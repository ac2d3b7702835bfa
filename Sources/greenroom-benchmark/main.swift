#if canImport(Glibc)
  import Glibc
#endif

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.contains("--help") || arguments.contains("-h") {
  print(BenchmarkPlan.help)
  exit(0)
}
exit(BenchmarkCommand(arguments).run())
