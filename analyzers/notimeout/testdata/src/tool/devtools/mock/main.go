// A server for those who work on the project.
package main

import (
	"log"
	"net/http"
)

func main() {
	go func() {
		srv := &http.Server{Addr: ":8081", Handler: http.NewServeMux()}
		log.Print(srv.ListenAndServe())
	}()
	log.Fatal(http.ListenAndServe(":8080", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {})))
}
