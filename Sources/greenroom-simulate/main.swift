import GreenroomSimulator

SimulateCommand(arguments: Array(CommandLine.arguments.dropFirst())).run()
