// Package test is the command that is called so.
package test

import "net/http"

func Run() error {
	return http.ListenAndServe(":8080", http.NotFoundHandler()) // want `http.ListenAndServe makes a server without any limit`
}
