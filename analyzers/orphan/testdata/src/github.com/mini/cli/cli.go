// Package cli stands in for a library for command lines.
package cli

type Context struct{ Args []string }
