package temporal

import "go.temporal.io/sdk/internal"

type RetryPolicy = internal.RetryPolicy
