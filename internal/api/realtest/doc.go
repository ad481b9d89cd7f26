// Package realtest checks the library tables against the libraries: that each
// key names a function, type or field that exists, that the argument said to
// be a closure is one, that a twin exists and takes a context.
//
// It is a module of its own, so that faultlint's needs none of the libraries:
//
//	cd internal/api/realtest && go test ./...
//
// After new rows, go test -update writes imports.go, and go mod tidy does the
// rest.
package realtest
