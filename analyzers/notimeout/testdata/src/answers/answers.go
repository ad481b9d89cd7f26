// Package answers limits the time until an answer begins.
package answers

import (
	"net/http"
	"time"

	"github.com/robfig/cron/v3"
)

func schedule(c *cron.Cron) {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.ResponseHeaderTimeout = time.Second
	hc := &http.Client{Transport: t}
	c.AddFunc("@every 1m", func() { hc.Get("http://h") })
}
