// Package internal is a stub.
package internal

type Context interface {
	Done() Channel
	Err() error
	Value(key any) any
}

type Channel interface{ Name() string }
