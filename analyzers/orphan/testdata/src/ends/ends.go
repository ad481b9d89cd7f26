// Package main gives up on what it has started.
package main

import (
	"net/http"
	"os"
	"os/signal"
	"time"
)

// With main the process ends.
func main() {
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt)
	done := make(chan struct{})
	go func() {
		http.Get("http://x")
		close(done)
	}()
	select {
	case <-stop:
	case <-done:
	}
	several()
	once()
}

// Other functions go on after they have given up.
func once() {
	done := make(chan struct{})
	go func() {
		http.Get("http://x") // want `http.Get goes on after once has given up on it`
		close(done)
	}()
	select {
	case <-time.After(time.Second):
	case <-done:
	}
}

func several() {
	for range 3 {
		once()
	}
}

type source struct{ in chan int }

func (s *source) next() int { return 1 }

// It takes what comes for as long as the program runs.
func follow(s *source, all bool) {
	got := make(chan int)
	if all {
		go each(s, got)
	} else {
		go taken(s, got)
	}
	for n := range got {
		println(n)
	}
}

func each(s *source, got chan<- int) {
	for {
		got <- s.next()
	}
}

func taken(s *source, got chan<- int) {
	for n := range s.in {
		got <- n
	}
}

// These come to an end.
func collect(list []int) {
	got := make(chan int)
	go func() {
		for _, n := range list {
			got <- n
		}
	}()
	go func() {
		for n := range got { // want `stays at the range over got for ever: it is never closed`
			println(n)
		}
	}()
}

func serve(ready func()) error {
	ready()
	resp, err := http.Get("http://x")
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// It leaves because the work has begun, which goes on.
func connect() error {
	failed, ready := make(chan error, 1), make(chan struct{})
	begun := func() { close(ready) }
	go func() { failed <- serve(begun) }()
	select {
	case err := <-failed:
		return err
	case <-ready:
	}
	return nil
}

// It leaves because it has waited long enough.
func impatient() error {
	failed := make(chan error, 1)
	go func() { failed <- serve(func() {}) }() // want `goes on after impatient has given up on it`
	select {
	case err := <-failed:
		return err
	case <-time.After(time.Second):
	}
	return nil
}
