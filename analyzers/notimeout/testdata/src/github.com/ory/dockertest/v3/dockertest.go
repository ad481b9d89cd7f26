// Package dockertest stands in for the real one.
package dockertest

type Pool struct{}
