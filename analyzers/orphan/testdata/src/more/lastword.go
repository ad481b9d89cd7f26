package more

import (
	"bufio"
	"io"
	"time"
)

// The reader says that it has come to its end, and leaves; only then does serve.
func serve(r io.Reader) error {
	lines := make(chan string)
	errs := make(chan error, 1)
	go read(bufio.NewReader(r), lines, errs)
	for {
		select {
		case line := <-lines:
			if line == "bye" {
				continue
			}
		case err := <-errs:
			return err
		}
	}
}

func read(r *bufio.Reader, lines chan<- string, errs chan<- error) {
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			errs <- err
			return
		}
		lines <- line
	}
}

// A limit ends the function, and the reader goes on.
func serveFor(r io.Reader, d time.Duration) error {
	lines := make(chan string)
	errs := make(chan error, 1)
	go readOn(bufio.NewReader(r), lines, errs)
	limit := time.After(d)
	for {
		select {
		case line := <-lines:
			if line == "bye" {
				continue
			}
		case err := <-errs:
			return err
		case <-limit:
			return io.ErrUnexpectedEOF
		}
	}
}

func readOn(r *bufio.Reader, lines chan<- string, errs chan<- error) {
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			errs <- err
			return
		}
		lines <- line // want `nothing receives from it once serveFor has left`
	}
}
