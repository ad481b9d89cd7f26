package a

import (
	"errors"
	"io"
	"net"
	"time"
)

func connTimedOut(err error) bool {
	var ne net.Error
	return errors.As(err, &ne) && ne.Timeout()
}

func readOnce(conn net.Conn, buf []byte) (err error) {
	if err = conn.SetReadDeadline(time.Now().Add(2 * time.Second)); err != nil { // want `the deadline of conn is set once, in front of the loop, which repeats after timeouts`
		return err
	}
	for range 4 {
		if _, err = io.ReadFull(conn, buf); err == nil {
			return nil
		}
		if ne, ok := err.(net.Error); !ok || !ne.Timeout() {
			return err
		}
		time.Sleep(50 * time.Millisecond)
	}
	return err
}

func readEach(conn net.Conn, buf []byte) (err error) {
	for range 4 {
		if err = conn.SetReadDeadline(time.Now().Add(2 * time.Second)); err != nil {
			return err
		}
		if _, err = io.ReadFull(conn, buf); err == nil {
			return nil
		}
		if ne, ok := err.(net.Error); !ok || !ne.Timeout() {
			return err
		}
		time.Sleep(50 * time.Millisecond)
	}
	return err
}

// The deadline is for all attempts: none is repeated after it.
func readAll(conn net.Conn, buf []byte) (err error) {
	if err = conn.SetReadDeadline(time.Now().Add(2 * time.Second)); err != nil {
		return err
	}
	for range 4 {
		if _, err = io.ReadFull(conn, buf); err == nil || connTimedOut(err) {
			return err
		}
		time.Sleep(50 * time.Millisecond)
	}
	return err
}

func exchangeOn(conn net.Conn, buf []byte) error {
	if err := conn.SetDeadline(time.Now().Add(time.Second)); err != nil {
		return err
	}
	_, err := io.ReadFull(conn, buf)
	return err
}

// Each attempt moves it.
func readMoved(conn net.Conn, buf []byte) (err error) {
	if err = conn.SetReadDeadline(time.Now().Add(2 * time.Second)); err != nil {
		return err
	}
	for range 4 {
		if err = exchangeOn(conn, buf); err == nil {
			return nil
		}
		if ne, ok := err.(net.Error); !ok || !ne.Timeout() {
			return err
		}
		time.Sleep(50 * time.Millisecond)
	}
	return err
}
