package more

import (
	"bufio"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
)

// What was read is refused before there is no more of it.
func refusedLine(write func(io.Writer) error) error {
	r, w := io.Pipe()
	go func() { w.CloseWithError(write(w)) }() // want `the goroutine stays in a write to w for ever once refusedLine has left`
	scan := bufio.NewScanner(r)
	for scan.Scan() {
		if len(strings.Fields(scan.Text())) < 2 {
			return errors.New("bad line")
		}
	}
	return scan.Err()
}

func refusedValue(write func(io.Writer) error) error {
	r, w := io.Pipe()
	go func() { w.CloseWithError(write(w)) }() // want `the goroutine stays in a write to w for ever once refusedValue has left`
	dec := json.NewDecoder(r)
	for {
		var m map[string]any
		if err := dec.Decode(&m); err == io.EOF {
			return nil
		}
		if _, bad := m["bad"]; bad {
			return fmt.Errorf("bad: %v", m)
		}
	}
}

func misunderstood(write func(io.Writer) error) (n int, err error) {
	r, w := io.Pipe()
	go func() { w.CloseWithError(write(w)) }() // want `the goroutine stays in a write to w for ever once misunderstood has left`
	rows := csv.NewReader(r)
	for {
		_, err := rows.Read()
		if err == io.EOF {
			return n, nil
		}
		if err != nil {
			return n, err
		}
		n++
	}
}

// It leaves when there is no more.
func refusedAtEnd(write func(io.Writer) error) error {
	r, w := io.Pipe()
	go func() { w.CloseWithError(write(w)) }()
	dec := json.NewDecoder(r)
	for {
		if !dec.More() {
			return errors.New("no end mark")
		}
		if _, err := dec.Token(); err == io.EOF {
			return nil
		}
	}
}

func refusedClosed(write func(io.Writer) error) error {
	r, w := io.Pipe()
	defer r.Close()
	go func() { w.CloseWithError(write(w)) }()
	scan := bufio.NewScanner(r)
	for scan.Scan() {
		if scan.Text() == "" {
			return errors.New("bad line")
		}
	}
	return scan.Err()
}

func skipped(write func(io.Writer) error) error {
	r, w := io.Pipe()
	go func() { w.CloseWithError(write(w)) }()
	scan := bufio.NewScanner(r)
	for scan.Scan() {
		if scan.Text() == "" {
			continue
		}
	}
	return scan.Err()
}

// A select of one case waits as its case does.
func ReadReply(ctx context.Context, conn net.Conn) (string, error) {
	go func() {
		select {
		case <-ctx.Done(): // want `the goroutine stays until ctx is over, even when ReadReply has returned long before`
			conn.Close()
		}
	}()
	return bufio.NewReader(conn).ReadString('\n')
}

func ReadReplyUntil(ctx context.Context, conn net.Conn) (string, error) {
	done := make(chan struct{})
	defer close(done)
	go func() {
		select {
		case <-ctx.Done():
			conn.Close()
		case <-done:
		}
	}()
	return bufio.NewReader(conn).ReadString('\n')
}
