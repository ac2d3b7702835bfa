import Greenroom
import GreenroomExamples

GreenroomApp(viewModels: Examples.viewModels).main()
