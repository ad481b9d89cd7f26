// Package cronjob asks others on a schedule.
package cronjob

import (
	"context"
	"net/http"
	"time"

	"github.com/robfig/cron/v3"
)

type beat struct {
	plain, slow, quick *http.Client
}

func schedule(c *cron.Cron) {
	quick := http.DefaultTransport.(*http.Transport).Clone()
	quick.DisableKeepAlives = true
	b := &beat{
		plain: &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone()},
		slow:  &http.Client{Transport: http.DefaultTransport},
		quick: &http.Client{Transport: quick, Timeout: time.Second},
	}
	c.AddJob("@every 1m", b)
	c.AddFunc("@every 1m", func() {
		http.Get("http://h") // want `http.Get has no limit of its own, and the cron job that waits for it has no context`
	})
}

func (b *beat) Run() {
	b.plain.Get("http://h") // want `\(\*http.Client\).Get has no limit of its own, and the cron job that waits for it has no context`
	b.slow.Get("http://h")  // want `\(\*http.Client\).Get has no limit`
	b.quick.Get("http://h")
	go http.Get("http://h")

	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, "GET", "http://h", nil)
	if err == nil {
		b.plain.Do(req)
	}
}

// A transport of another's making.
type own struct{ http.RoundTripper }

type probe struct{ hc *http.Client }

func start(c *cron.Cron) {
	c.AddJob("@every 1m", &probe{hc: &http.Client{Transport: own{http.DefaultTransport}}})
}

func (p *probe) Run() { p.hc.Get("http://h") }
