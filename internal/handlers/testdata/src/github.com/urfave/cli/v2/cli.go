// Package cli is a stub.
package cli

import "context"

type ActionFunc func(*Context) error

type Context struct{ context.Context }

type Command struct{ Action ActionFunc }
