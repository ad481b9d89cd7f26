// Package containers starts what tests need.
package containers

import "github.com/ory/dockertest/v3"

type Scenario struct{ Pool *dockertest.Pool }
