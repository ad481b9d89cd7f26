package a

import (
	"context"
	"errors"
	"io"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

func byCode(ctx context.Context, s Source) (bool, error) {
	_, err := s.Read(ctx)
	switch status.Code(err) {
	case codes.OK:
		return true, nil
	case codes.NotFound, codes.Canceled:
		return false, nil // want `byCode returns a nil error when the call was cancelled`
	}
	return false, err
}

func byCodeIf(ctx context.Context, s Source) (int, error) {
	n, err := s.Read(ctx)
	if code := status.Code(err); code == codes.NotFound || code == codes.DeadlineExceeded {
		return 0, nil // want `byCodeIf returns a nil error`
	}
	return n, err
}

func byConvert(ctx context.Context, s Source) (int, error) {
	n, err := s.Read(ctx)
	if status.Convert(err).Code() == codes.Canceled {
		return 0, nil // want `byConvert returns a nil error`
	}
	return n, err
}

func bySwitch(ctx context.Context, s Source) (int, error) {
	n, err := s.Read(ctx)
	switch err {
	case io.EOF, context.Canceled:
		return n, nil // want `bySwitch returns a nil error`
	}
	return n, err
}

func cutShort(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

func byHelper(ctx context.Context, s Source) (int, error) {
	n, err := s.Read(ctx)
	if cutShort(err) {
		return n, nil // want `byHelper returns a nil error`
	}
	return n, err
}

func together(ctx context.Context, s Source) (int, error) {
	n, err := s.Read(ctx)
	if err == nil || errors.Is(err, io.EOF) || errors.Is(err, context.Canceled) {
		return n, nil // want `together returns a nil error`
	}
	return 0, err
}

func passedBy(ctx context.Context, s Source) (int, error) {
	n, err := s.Read(ctx)
	if err != nil && !errors.Is(err, context.Canceled) {
		return 0, err
	}
	return n, nil // want `passedBy returns a nil error`
}

// A listing that the caller called off is none, whatever limit is added.
func pages(ctx context.Context, s Source) ([]int, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	var all []int
	for {
		n, err := s.Read(ctx)
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
			break
		}
		if err != nil {
			return nil, err
		}
		all = append(all, n)
	}
	return all, nil // want `pages returns a nil error`
}

// Its own limit, and nothing else.
func codeWithin(ctx context.Context, s Source) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	n, err := s.Read(ctx)
	if status.Code(err) == codes.DeadlineExceeded {
		return n, nil
	}
	return n, err
}

// It cancels the others when it has what it wants.
func first(ctx context.Context, s Source) (int, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	errs := make(chan error, 1)
	go func() {
		_, err := s.Read(ctx)
		cancel()
		errs <- err
	}()
	n, err := s.Read(ctx)
	if errors.Is(err, context.Canceled) {
		return n, nil
	}
	return n, err
}

// It judges an error; nobody takes its nil for done.
func mayRepeat(ctx context.Context, err error) (bool, error) {
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return true, nil
	}
	return false, err
}

// It has looked: what timed out was below.
func looked(ctx context.Context, s Source) (int, error) {
	n, err := s.Read(ctx)
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return 0, nil
	}
	return n, err
}

// Named otherwise, and told.
func told(ctx context.Context, s Source) (int, error) {
	n, err := s.Read(ctx)
	switch status.Code(err) {
	case codes.Canceled:
		return 0, errors.New("called off")
	case codes.NotFound:
		return 0, nil
	}
	return n, err
}

func notThose(err error) bool { return err != nil && !errors.Is(err, context.Canceled) }

func byOther(ctx context.Context, s Source) (int, error) {
	n, err := s.Read(ctx)
	if notThose(err) {
		return 0, err
	}
	return n, err
}

type pipe interface {
	Recv(ctx context.Context) (int, bool)
	Err() error
	Close()
}

// It closes the pipe itself when it has enough.
func enough(ctx context.Context, p pipe) (int, error) {
	n, _ := p.Recv(ctx)
	p.Close()
	if err := p.Err(); err != nil && !errors.Is(err, context.Canceled) {
		return 0, err
	}
	return n, nil
}

// What it got within a limit of its own.
func passedWithin(ctx context.Context, s Source) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	n, err := s.Read(ctx)
	if err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
		return 0, err
	}
	return n, nil
}
