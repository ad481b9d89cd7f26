package failsafe

type Policy[R any] interface{ ToExecutor(R) any }

type Execution[R any] interface{ Attempts() int }

type Executor[R any] interface {
	GetWithExecution(fn func(exec Execution[R]) (R, error)) (R, error)
}

func With[R any](policies ...Policy[R]) Executor[R] { return nil }
