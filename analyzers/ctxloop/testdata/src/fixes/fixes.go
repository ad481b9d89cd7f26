package fixes

import "context"

func label(ctx context.Context, in <-chan int, use func(int)) {
	for {
		select {
		case <-ctx.Done():
			break // want `break leaves only the select`
		case v := <-in:
			use(v)
		}
	}
}

func labelled(ctx context.Context, in <-chan int, use func(int)) {
	if in == nil {
		return
	}
drain:
	for {
		select {
		case v := <-in:
			if v < 0 {
				break drain
			}
			use(v)
		case <-ctx.Done():
			break // want `break leaves only the select`
		}
	}
}

func returns(ctx context.Context, next func(context.Context) (int, error), use func(int)) error {
	for {
		if ctx.Err() != nil {
			continue // want `the loop at fixes.go:\d+ goes on after ctx is over`
		}
		v, _ := next(ctx)
		use(v)
	}
}

func nothing(ctx context.Context, next func(context.Context) int, use func(int)) {
	for {
		if ctx.Err() != nil {
			continue // want `the loop at fixes.go:\d+ goes on after ctx is over`
		}
		use(next(ctx))
	}
}

// Nothing follows the loop, and the function has a result: a way out would not compile.
func noReturn(ctx context.Context, in <-chan int, use func(int) error) error {
	for {
		select {
		case v := <-in:
			if err := use(v); err != nil {
				return err
			}
		case <-ctx.Done():
			break // want `leaves only the select`
		}
	}
}

func returnBehind(ctx context.Context, in <-chan int, use func(int) error) error {
	for {
		select {
		case v := <-in:
			if err := use(v); err != nil {
				return err
			}
		case <-ctx.Done():
			break // want `leaves only the select`
		}
	}
	return nil
}
