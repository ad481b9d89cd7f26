// Package fx is a stub.
package fx

import "context"

type Hook struct {
	OnStart func(context.Context) error
	OnStop  func(context.Context) error
}
