// Command startup asks what runs before anything is served.
package main

import "net/http"

func startup() {}

func main() {
	startup() // want "^startup true$"
	setUp()
	http.HandleFunc("/", serve)
}

func setUp() {
	startup() // want "^startup true$"
	deeper()
}

func deeper() {
	startup() // want "^startup true$"
}

func init() {
	startup() // want "^startup true$"
}

func serve(w http.ResponseWriter, r *http.Request) { // want "net/http"
	startup() // want "^startup false$"
	shared()
}

func shared() {
	startup() // want "^startup false$"
}

func unused() {
	startup() // want "^startup false$"
}
