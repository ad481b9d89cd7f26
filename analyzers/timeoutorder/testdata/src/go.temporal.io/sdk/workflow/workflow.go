package workflow

import "go.temporal.io/sdk/internal"

type (
	Context         = internal.Context
	Future          = internal.Future
	ActivityOptions = internal.ActivityOptions
)

func WithActivityOptions(ctx Context, o ActivityOptions) Context                 { return ctx }
func ExecuteActivity(ctx Context, activity any, args ...any) (f internal.Future) { return }
