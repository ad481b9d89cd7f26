// Package readers is about reads that wait for another end, and those that do not.
package readers

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/smtp"
	"os"
	"os/exec"
	"strings"
	"time"
)

// In memory: no wait.
func memory(b []byte, s string) error {
	if _, err := io.ReadAll(bytes.NewReader(b)); err != nil {
		return err
	}
	io.ReadAll(strings.NewReader(s))
	zr, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		return err
	}
	var plain bytes.Buffer
	io.Copy(&plain, io.LimitReader(zr, 10))
	lines := bufio.NewScanner(&plain)
	for lines.Scan() {
	}
	var v any
	return json.NewDecoder(strings.NewReader(s)).Decode(&v)
}

func file(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
	}
	_, err = io.Copy(io.Discard, f)
	return err
}

// The body of a request with a context ends with it.
func body(resp *http.Response, r *http.Request) {
	io.ReadAll(resp.Body)
	var v any
	json.NewDecoder(r.Body).Decode(&v)
	io.ReadAll(io.LimitReader(resp.Body, 10))
}

// The dial obeys, the reads do not.
func lines(ctx context.Context, addr string) error {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", addr) // want `DialContext: param 0 of lines`
	if err != nil {
		return err
	}
	defer conn.Close()
	in := bufio.NewReader(conn)
	for {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if _, err := in.ReadString('\n'); err != nil { // want `\(\*bufio.Reader\).ReadString: none proven loop`
			return err
		}
	}
}

// The end of the context closes the connection.
func linesLinked(ctx context.Context, addr string) error {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", addr) // want `DialContext: param 0 of linesLinked`
	if err != nil {
		return err
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	in := bufio.NewReader(conn)
	for {
		if _, err := in.ReadString('\n'); err != nil { // want `ReadString: param 0 of linesLinked linked loop`
			return err
		}
	}
}

// A goroutine closes it.
func linesWatched(ctx context.Context, addr string) error {
	conn, err := net.Dial("tcp", addr) // want `net.Dial: none proven`
	if err != nil {
		return err
	}
	done := make(chan struct{})
	defer close(done)
	go func() {
		select { // want `select: param 0 of linesWatched goroutine`
		case <-ctx.Done():
			conn.Close()
		case <-done:
		}
	}()
	b := make([]byte, 10)
	_, err = conn.Read(b) // want `\(net.Conn\).Read: param 0 of linesWatched linked`
	return err
}

// A deadline.
func linesDeadline(ctx context.Context, addr string) error {
	conn, err := net.DialTimeout("tcp", addr, 5*time.Second) // want `net.DialTimeout: none proven limit 5s`
	if err != nil {
		return err
	}
	conn.SetReadDeadline(time.Now().Add(10 * time.Second))
	b := make([]byte, 10)
	_, err = conn.Read(b)
	return err
}

// The deadline is the context's.
func linesCtxDeadline(ctx context.Context, conn net.Conn) error {
	if d, ok := ctx.Deadline(); ok {
		conn.SetDeadline(d)
	}
	b := make([]byte, 10)
	_, err := conn.Read(b) // want `\(net.Conn\).Read: param 0 of linesCtxDeadline linked`
	return err
}

// Whose connection it is decides the caller.
func FactFrame(r io.Reader) ([]byte, error) { // want `fact io.ReadFull: unknown subject 1 ifpeer`
	b := make([]byte, 10)
	_, err := io.ReadFull(r, b) // want `io.ReadFull: unknown ifpeer`
	return b, err
}

func FactConn(conn net.Conn) error { // want `fact \(net.Conn\).Read: unknown subject 1 ifpeer`
	b := make([]byte, 10)
	_, err := conn.Read(b) // want `\(net.Conn\).Read: unknown ifpeer`
	return err
}

func frames(ctx context.Context, addr string) error {
	FactFrame(bytes.NewReader(nil))
	conn, err := net.Dial("tcp", addr) // want `net.Dial: none proven`
	if err != nil {
		return err
	}
	defer conn.Close()
	FactFrame(bufio.NewReader(conn)) // want `io.ReadFull: none proven via FactFrame → io.ReadFull`
	return FactConn(conn)            // want `\(net.Conn\).Read: none proven via FactConn`
}

func framesLinked(ctx context.Context, addr string) error {
	conn, err := net.Dial("tcp", addr) // want `net.Dial: none proven`
	if err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	FactFrame(bufio.NewReader(conn)) // want `io.ReadFull: param 0 of framesLinked linked via FactFrame → io.ReadFull`
	return FactConn(conn)            // want `\(net.Conn\).Read: param 0 of framesLinked linked via FactConn`
}

// The connection is kept: somebody may close it.
type tracker struct{ conns map[net.Conn]bool }

func (t *tracker) dial(addr string) error {
	conn, err := net.Dial("tcp", addr) // want `net.Dial: none proven`
	if err != nil {
		return err
	}
	t.conns[conn] = true
	return read(conn)
}

func read(conn net.Conn) error {
	_, err := conn.Read(nil) // want `\(net.Conn\).Read: unknown ifpeer`
	return err
}

// Closed by the function that started the reader.
func readInGoroutine(ctx context.Context, addr string) error {
	conn, err := net.Dial("tcp", addr) // want `net.Dial: none proven`
	if err != nil {
		return err
	}
	defer conn.Close()
	go func() {
		io.Copy(io.Discard, conn)
	}()
	<-ctx.Done() // want `receive from ctx.Done\(\): param 0 of readInGoroutine`
	return nil
}

// Accept loops: closed on the context's end.
func serve(ctx context.Context, ln net.Listener) error {
	defer ln.Close()
	stop := context.AfterFunc(ctx, func() { ln.Close() })
	defer stop()
	for {
		conn, err := ln.Accept() // want `\(net.Listener\).Accept: param 0 of serve linked loop`
		if err != nil {
			return err
		}
		conn.Close()
	}
}

// Closed elsewhere.
type server struct{ ln net.Listener }

func newServer(addr string) (*server, error) {
	ln, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, err
	}
	return &server{ln: ln}, nil
}

func (s *server) run(ctx context.Context) error {
	for {
		if _, err := s.ln.Accept(); err != nil {
			return err
		}
	}
}

func (s *server) Close() error { return s.ln.Close() }

// A client that asks and waits for the answer on a connection of its own.
type client struct{ conn net.Conn }

func newClient(addr string) (*client, error) {
	conn, err := net.Dial("tcp", addr) // want `net.Dial: none proven`
	if err != nil {
		return nil, err
	}
	return &client{conn: conn}, nil
}

func (c *client) ask(ctx context.Context, q string) (string, error) {
	if _, err := fmt.Fprintln(c.conn, q); err != nil {
		return "", err
	}
	return bufio.NewReader(c.conn).ReadString('\n') // want `ReadString: none proven`
}

func (c *client) Close() error { return c.conn.Close() }

// The same with a deadline somewhere.
type client2 struct{ conn net.Conn }

func newClient2(addr string) (*client2, error) {
	conn, err := net.Dial("tcp", addr) // want `net.Dial: none proven`
	return &client2{conn: conn}, err
}

func (c *client2) ask(ctx context.Context, q string) (string, error) {
	c.conn.SetDeadline(time.Now().Add(time.Second))
	return bufio.NewReader(c.conn).ReadString('\n')
}

// Mail over a connection that the context closes.
func mail(ctx context.Context, addr string) error {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", addr) // want `DialContext: param 0 of mail`
	if err != nil {
		return err
	}
	defer conn.Close()
	if d, ok := ctx.Deadline(); ok {
		conn.SetDeadline(d)
	}
	stop := context.AfterFunc(ctx, func() { conn.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	return talk(conn) // want `smtp.NewClient: param 0 of mail linked via talk` `Mail: param 0 of mail linked via talk`
}

func talk(conn net.Conn) error {
	c, err := smtp.NewClient(conn, "x") // want `smtp.NewClient: unknown ifpeer`
	if err != nil {
		return err
	}
	return c.Mail("a") // want `\(\*smtp.Client\).Mail: unknown ifpeer`
}

func sendMail(ctx context.Context) error {
	return smtp.SendMail("x:25", nil, "a", nil, nil) // want `smtp.SendMail: none proven`
}

// A pipe of a command.
func pipe(ctx context.Context) error {
	cmd := exec.CommandContext(ctx, "x")
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	io.ReadAll(out)
	return cmd.Wait() // want `\(\*exec.Cmd\).Wait: param 0 of pipe`
}

// Standard input.
func stdin() {
	in := bufio.NewReader(os.Stdin)
	in.ReadString('\n')
}

func confirm(in io.Reader) string {
	line, _ := bufio.NewReader(in).ReadString('\n') // want `ReadString: unknown ifpeer`
	return line
}

// A reader in a field, on a connection that got its deadline and its link to
// the context where both were made.
type talkSession struct {
	conn net.Conn
	in   *bufio.Reader
}

func open(ctx context.Context, addr string) (*talkSession, error) {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", addr) // want `DialContext: param 0 of open`
	if err != nil {
		return nil, err
	}
	conn.SetDeadline(time.Now().Add(time.Second))
	context.AfterFunc(ctx, func() { conn.SetDeadline(time.Unix(1, 0)) })
	return &talkSession{conn, bufio.NewReader(conn)}, nil
}

func (s *talkSession) ask() (string, error) { return s.in.ReadString('\n') }

// The same without.
type deafSession struct{ in *bufio.Reader }

func openDeaf(ctx context.Context, addr string) (*deafSession, error) {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", addr) // want `DialContext: param 0 of openDeaf`
	if err != nil {
		return nil, err
	}
	return &deafSession{bufio.NewReader(conn)}, nil
}

func (s *deafSession) ask() (string, error) { return s.in.ReadString('\n') } // want `ReadString: none proven`

// The pipe of a command that comes from the caller, who may have given it a context.
func pipeOf(cmd *exec.Cmd) error {
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	io.ReadAll(out)
	return cmd.Wait() // want `\(\*exec.Cmd\).Wait: value 0 of pipeOf`
}

// A handshake under a deadline, and one without.
func shake(addr string, conf *tls.Config) error {
	raw, err := net.Dial("tcp", addr) // want `net.Dial: none proven`
	if err != nil {
		return err
	}
	conn := tls.Client(raw, conf)
	conn.SetDeadline(time.Now().Add(time.Second))
	return conn.Handshake()
}

func shakeLong(addr string, conf *tls.Config) error {
	raw, err := net.Dial("tcp", addr) // want `net.Dial: none proven`
	if err != nil {
		return err
	}
	conn := tls.Client(raw, conf)
	return conn.Handshake() // want `Handshake: none proven`
}

// Somebody closes it when a timer fires.
func shakeTimed(addr string, conf *tls.Config) error {
	raw, err := net.Dial("tcp", addr) // want `net.Dial: none proven`
	if err != nil {
		return err
	}
	conn := tls.Client(raw, conf)
	time.AfterFunc(time.Second, func() { hangUp(conn) })
	return conn.Handshake()
}

func hangUp(conn *tls.Conn) { conn.Close() }

// A deadline on what is below.
func shakeBelow(addr string, conf *tls.Config) error {
	raw, err := net.Dial("tcp", addr) // want `net.Dial: none proven`
	if err != nil {
		return err
	}
	raw.SetDeadline(time.Now().Add(time.Second))
	return tls.Client(raw, conf).Handshake()
}

func shakeNamed(addr string, conf *tls.Config) error {
	raw, err := net.Dial("tcp", addr) // want `net.Dial: none proven`
	if err != nil {
		return err
	}
	raw.SetDeadline(time.Now().Add(time.Second))
	conn := tls.Client(raw, conf)
	return conn.Handshake()
}
