// Command translate is run by developers only.
package main

import "net/http"

func main() {
	_ = http.ListenAndServe(":8080", http.NotFoundHandler())
}
