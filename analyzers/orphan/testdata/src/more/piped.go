package more

import (
	"bufio"
	"bytes"
	"context"
	"encoding/xml"
	"io"
	"os"
	"os/exec"
	"time"
)

type stage struct {
	shell string
	limit time.Duration
}

func (s *stage) both(ctx context.Context, script string, live io.Writer) error {
	ctx, cancel := context.WithTimeout(ctx, s.limit)
	defer cancel()
	var last bytes.Buffer
	cmd := exec.CommandContext(ctx, s.shell, "-c", script)
	cmd.Stdout = io.MultiWriter(&last, live)
	cmd.Stderr = cmd.Stdout
	return cmd.Run() // want `the time limit kills s.shell alone: .* \(\*exec.Cmd\).Run waits for that one; set WaitDelay`
}

func (s *stage) inVariable(ctx context.Context, script string) error {
	ctx, cancel := context.WithTimeout(ctx, s.limit)
	defer cancel()
	var out io.Writer = &bytes.Buffer{}
	cmd := exec.CommandContext(ctx, "bash", "-c", script)
	cmd.Stdout = out
	return cmd.Run() // want `the time limit kills bash alone`
}

func (s *stage) onStderr(ctx context.Context, script string, log io.Writer) error {
	ctx, cancel := context.WithTimeout(ctx, s.limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", script)
	cmd.Stdout, cmd.Stderr = os.Stdout, io.MultiWriter(os.Stderr, log)
	return cmd.Run() // want `the time limit kills sh alone`
}

func (s *stage) given(ctx context.Context, script string, live io.Writer) error {
	ctx, cancel := context.WithTimeout(ctx, s.limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", script)
	cmd.Stdout = live // may be a file
	return cmd.Run()
}

func (s *stage) file(ctx context.Context, script string) error {
	ctx, cancel := context.WithTimeout(ctx, s.limit)
	defer cancel()
	var out io.Writer = os.Stdout
	cmd := exec.CommandContext(ctx, "sh", "-c", script)
	cmd.Stdout, cmd.Stderr = out, nil
	return cmd.Run()
}

func (s *stage) delayed(ctx context.Context, script string, live io.Writer) error {
	ctx, cancel := context.WithTimeout(ctx, s.limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, s.shell, "-c", script)
	cmd.Stdout = io.MultiWriter(os.Stdout, live)
	cmd.WaitDelay = time.Second
	return cmd.Run()
}

// A function value reads from the pipe, and may stop early.
func encodeTo(enc func(io.Writer) error, send func(io.Reader) error) error {
	pr, pw := io.Pipe()
	go func() {
		pw.CloseWithError(enc(pw)) // want `the goroutine stays in a write to pw for ever if send stops reading early`
	}()
	return send(pr)
}

type moss interface{ Put(line string) error }

// The reader is a scanner here, which the function leaves with another's error.
func linesOf(ctx context.Context, store moss, name string) error {
	lines, out := io.Pipe()
	cmd := exec.CommandContext(ctx, name)
	cmd.Stdout = out
	go func() { out.CloseWithError(cmd.Run()) }() // want `the goroutine stays in a write to out for ever once linesOf has left at piped.go:\d+: nothing reads from lines then, and nothing closes it; defer lines.Close\(\)`
	scan := bufio.NewScanner(lines)
	for scan.Scan() {
		if err := store.Put(scan.Text()); err != nil {
			return err
		}
	}
	return scan.Err()
}

func unzipped(store moss, write func(io.Writer) error) error {
	r, w := io.Pipe()
	go func() { w.CloseWithError(write(w)) }() // want `the goroutine stays in a write to w for ever once unzipped has left`
	b := bufio.NewReader(r)
	for {
		line, err := b.ReadString('\n')
		if err != nil {
			return err // the writer's end
		}
		if err := store.Put(line); err != nil {
			return err
		}
	}
}

func linesClosed(store moss, write func(io.Writer) error) error {
	r, w := io.Pipe()
	defer r.Close()
	go func() { w.CloseWithError(write(w)) }()
	scan := bufio.NewScanner(r)
	for scan.Scan() {
		if err := store.Put(scan.Text()); err != nil {
			return err
		}
	}
	return scan.Err()
}

func writerClosed(store moss, write func(io.Writer) error) error {
	r, w := io.Pipe()
	defer w.Close()
	go func() { w.CloseWithError(write(w)) }()
	scan := bufio.NewScanner(r)
	for scan.Scan() {
		if err := store.Put(scan.Text()); err != nil {
			return err
		}
	}
	return scan.Err()
}

func toTheEnd(store moss, write func(io.Writer) error) error {
	r, w := io.Pipe()
	go func() { w.CloseWithError(write(w)) }()
	b := bufio.NewReader(r)
	for {
		line, err := b.ReadString('\n')
		if err != nil {
			return err
		}
		store.Put(line)
	}
}

// What the goroutine defers runs when it has written.
func elementsOf(store moss, write func(io.Writer) error) error {
	r, w := io.Pipe()
	go func() {
		defer func() { w.Close() }()
		write(w) // want `the goroutine stays in a write to w for ever once elementsOf has left`
	}()
	d := xml.NewDecoder(r)
	for {
		t, err := d.RawToken()
		if err != nil {
			return err
		}
		if err := store.Put(t.(xml.StartElement).Name.Local); err != nil {
			return err
		}
	}
}

// Another goroutine closes it when the context is over.
func closedBeside(ctx context.Context, store moss, write func(io.Writer) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	r, w := io.Pipe()
	go func() { w.CloseWithError(write(w)) }()
	go func() {
		<-ctx.Done()
		w.CloseWithError(ctx.Err())
	}()
	scan := bufio.NewScanner(r)
	for scan.Scan() {
		if err := store.Put(scan.Text()); err != nil {
			return err
		}
	}
	return scan.Err()
}
