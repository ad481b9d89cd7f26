package more

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log"
	"os/exec"
	"time"
)

type server struct {
	addr string
	cmd  *exec.Cmd
}

func (s *server) Close() error { return end(s.cmd) }

func end(cmd *exec.Cmd) error { return errors.Join(cmd.Process.Kill(), cmd.Wait()) }

func tell(out io.Reader, ready chan<- string) {
	defer close(ready)
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		select {
		case ready <- lines.Text():
		default:
		}
	}
}

func startLeft(ctx context.Context, name string) (*server, error) {
	cmd := exec.Command(name)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	log.Print("started ", cmd.Process.Pid)
	ready := make(chan string, 1)
	go tell(out, ready)
	select {
	case addr, ok := <-ready:
		if !ok {
			return nil, end(cmd)
		}
		return &server{addr, cmd}, nil
	case <-ctx.Done():
		return nil, ctx.Err() // want `startLeft leaves here after ctx is over, and the process that it started at process.go:\d+ runs on: nobody else knows of it, so nothing kills it or waits for it; kill it and wait for it before leaving`
	}
}

func startLeftAfter(ctx context.Context, name string, ready <-chan string) (*exec.Cmd, error) {
	cmd := exec.Command(name, "-serve")
	cmd.Dir = "/"
	err := cmd.Start()
	if err != nil {
		return nil, err
	}
	select {
	case <-ready:
	case <-ctx.Done():
		return nil, ctx.Err() // want `startLeftAfter leaves here after ctx is over, and the process that it started`
	}
	return cmd, nil
}

func startKills(ctx context.Context, name string, ready <-chan string) (*server, error) {
	cmd := exec.Command(name)
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	select {
	case addr := <-ready:
		return &server{addr, cmd}, nil
	case <-ctx.Done():
		return nil, errors.Join(ctx.Err(), end(cmd))
	}
}

// A deferred call kills it.
func startDefers(ctx context.Context, name string, ready <-chan string) (s *server, err error) {
	cmd := exec.Command(name)
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = end(cmd)
		}
	}()
	select {
	case addr := <-ready:
		return &server{addr, cmd}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Its context kills it.
func startUnder(ctx context.Context, name string, ready <-chan string) (*server, error) {
	cmd := exec.CommandContext(ctx, name)
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	select {
	case addr := <-ready:
		return &server{addr, cmd}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// The owner knows it.
func (s *server) startKept(ctx context.Context, name string, ready <-chan string) error {
	cmd := exec.Command(name)
	if err := cmd.Start(); err != nil {
		return err
	}
	s.cmd = cmd
	select {
	case s.addr = <-ready:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Another function kills it.
func startAfterFunc(ctx context.Context, name string, ready <-chan string) (*server, error) {
	cmd := exec.Command(name)
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { _ = end(cmd) })
	select {
	case addr := <-ready:
		stop()
		return &server{addr, cmd}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// The end of its output ends it.
func startCloses(ctx context.Context, name string) (*server, error) {
	cmd := exec.Command(name)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	defer out.Close()
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	ready := make(chan string, 1)
	go tell(out, ready)
	select {
	case addr := <-ready:
		return &server{addr, cmd}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// It is released, to live on.
func startDaemon(ctx context.Context, name string, ready <-chan string) error {
	cmd := exec.Command(name)
	if err := cmd.Start(); err != nil {
		return err
	}
	_ = cmd.Process.Release()
	select {
	case <-ready:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(time.Second):
		return errors.New("not ready")
	}
}

// It is started to live on: nobody cares for it.
func startBrowser(ctx context.Context, url string, codes <-chan string) (string, error) {
	cmd := exec.Command("xdg-open", url)
	if err := cmd.Start(); err != nil {
		return "", err
	}
	select {
	case code := <-codes:
		return code, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// It writes into a pipe that somebody closes.
func startPiped(ctx context.Context, name string, w io.WriteCloser, ready <-chan string) (*server, error) {
	cmd := exec.Command(name)
	cmd.Stdout = w
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	select {
	case addr := <-ready:
		return &server{addr, cmd}, nil
	case <-ctx.Done():
		_ = w.Close()
		return nil, ctx.Err()
	}
}
