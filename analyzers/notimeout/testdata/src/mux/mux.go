// Package mux serves handlers of its own.
package mux

import "net/http"

func Serve(addr string) error {
	http.HandleFunc("/x", func(w http.ResponseWriter, r *http.Request) {})
	return http.ListenAndServe(addr, nil) // want `http.ListenAndServe makes a server without any limit`
}

func startDebugServer(addr string) {
	go http.ListenAndServe(addr, nil)
}
