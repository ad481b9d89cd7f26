// Package lambda is a stub.
package lambda

func Start(handler any) {}
