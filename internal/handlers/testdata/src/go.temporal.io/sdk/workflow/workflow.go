// Package workflow is a stub.
package workflow

import "go.temporal.io/sdk/internal"

type Context = internal.Context
