// Package cli is a stub.
package cli

import "context"

type ActionFunc func(context.Context, *Command) error

type Command struct{ Action ActionFunc }
