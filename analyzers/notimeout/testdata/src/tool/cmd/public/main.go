// The same for everybody.
package main

import (
	"log"
	"net/http"
)

func main() {
	go func() {
		srv := &http.Server{Addr: ":8081", Handler: http.NewServeMux()} // want `a server without ReadHeaderTimeout`
		log.Print(srv.ListenAndServe())
	}()
	log.Fatal(http.ListenAndServe(":8080", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {}))) // want `http.ListenAndServe makes a server without any limit`
}
