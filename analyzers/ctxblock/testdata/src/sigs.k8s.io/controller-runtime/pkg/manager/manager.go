// Package manager is a stub.
package manager

import "context"

type Runnable interface{ Start(context.Context) error }

type Manager interface{ Add(Runnable) error }
