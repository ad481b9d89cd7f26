package retry

func RetryIf(f func(error) bool) Option { return nil }
