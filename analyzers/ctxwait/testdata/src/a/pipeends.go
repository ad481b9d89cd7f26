package a

import (
	"bufio"
	"context"
	"io"
	"net"
)

// The other end of the pipe is closed when its writer is done: that ends the reads.
func pipeLines(ctx context.Context, write func(context.Context, io.Writer) error, take func(string)) error {
	r, w := io.Pipe()
	defer r.Close()
	go func() { w.CloseWithError(write(ctx, w)) }()
	scan := bufio.NewScanner(r)
	for scan.Scan() {
		take(scan.Text())
	}
	return scan.Err()
}

func pipeConn(ctx context.Context, serve func(context.Context, net.Conn), take func(string)) error {
	r, w := net.Pipe()
	defer r.Close()
	go func() {
		defer w.Close()
		serve(ctx, w)
	}()
	scan := bufio.NewScanner(r)
	for scan.Scan() {
		take(scan.Text())
	}
	return scan.Err()
}

type steps interface {
	Recv() (int, error)
	Context() context.Context
}

// What holds up the goroutine that tells the end is taken by the other case.
func guide(s steps, plan func(int) error) error {
	positions := make(chan int)
	ended := make(chan error, 1)
	go func() { ended <- receiveSteps(s, positions) }()
	for {
		select {
		case p := <-positions:
			if err := plan(p); err != nil {
				return err
			}
		case err := <-ended:
			return err
		}
	}
}

func receiveSteps(s steps, positions chan<- int) error {
	for {
		p, err := s.Recv()
		if err != nil {
			return err
		}
		positions <- p // want `does not end when s.Context\(\) does`
	}
}
