// Package a has servers and clients with and without limits.
package a

import (
	"context"
	"net/http"
	"net/smtp"
	"time"

	"github.com/gofiber/fiber/v2"
	"github.com/nats-io/nats.go"
)

func servers(mux http.Handler) {
	_ = &http.Server{Addr: ":80", Handler: mux} // want `a server without ReadHeaderTimeout or ReadTimeout lets each client take as long as it likes`
	_ = http.Server{                            // want `a server without ReadHeaderTimeout`
		Handler:      mux,
		WriteTimeout: time.Second,
	}
	http.ListenAndServe(":80", mux) // want `http.ListenAndServe makes a server without any limit`

	_ = &http.Server{Addr: ":80", Handler: mux, ReadHeaderTimeout: time.Second}
	_ = &http.Server{Addr: ":80", Handler: mux, ReadTimeout: time.Second}
	_ = &http.Server{Addr: "localhost:6060"}
	_ = &http.Server{}
	http.ListenAndServe("127.0.0.1:6060", nil)
}

var (
	bare    = &http.Client{}
	limited = &http.Client{Timeout: 5 * time.Second}
)

func subscribe(nc *nats.Conn) {
	nc.Subscribe("a", func(m *nats.Msg) {
		http.Get("http://x")               // want `http.Get has no limit of its own, and the NATS handler that waits for it has no context; put a timeout on it`
		http.DefaultClient.Get("http://h") // want `\(\*http.Client\).Get has no limit of its own`
		hc := &http.Client{}
		hc.Get("http://h") // want `\(\*http.Client\).Get has no limit`
		notify("x")
		limited.Get("http://h")
		with(&http.Client{Timeout: time.Second})
		go http.Get("http://h")
	})
}

func notify(to string) {
	smtp.SendMail("h:25", nil, "a", []string{to}, nil) // want `smtp.SendMail has no limit of its own, and the NATS handler that waits for it has no context \(subscribe.func → notify\)`
}

// A client that somebody else made.
func with(hc *http.Client) { hc.Get("http://h") }

// A context that nothing ends.
func fiberHandler(c *fiber.Ctx) error {
	req, err := http.NewRequestWithContext(c.UserContext(), "GET", "http://h", nil)
	if err != nil {
		return err
	}
	if _, err := http.DefaultClient.Do(req); err != nil { // want `\(\*http.Client\).Do has no limit of its own, and the fiber handler that waits for it has a context that does not end with the request`
		return err
	}
	ctx, cancel := context.WithTimeout(c.UserContext(), time.Second*3)
	defer cancel()
	req, err = http.NewRequestWithContext(ctx, "GET", "http://h", nil)
	if err != nil {
		return err
	}
	_, err = http.DefaultClient.Do(req)
	return err
}

// A context that ends.
func handler(w http.ResponseWriter, r *http.Request) {
	req, err := http.NewRequestWithContext(r.Context(), "GET", "http://h", nil)
	if err == nil {
		http.DefaultClient.Do(req)
	}
}

// Nobody waits for it.
func command() { http.Get("http://h") }
