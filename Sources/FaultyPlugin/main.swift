var service = FaultyService()
service.run()
