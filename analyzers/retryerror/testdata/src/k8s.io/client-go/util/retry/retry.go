package retry

import "k8s.io/apimachinery/pkg/util/wait"

var DefaultRetry = wait.Backoff{}

func RetryOnConflict(b wait.Backoff, fn func() error) error { return fn() }
