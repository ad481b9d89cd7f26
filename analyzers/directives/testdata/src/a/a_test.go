package a

//faultlint:shiny new
func inTests() {}
