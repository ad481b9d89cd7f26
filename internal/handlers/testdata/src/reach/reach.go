// Package reach asks what handlers reach.
package reach

import (
	"context"
	"net/http"
	"sync"

	"github.com/robfig/cron/v3"
)

func entry() {}

type store interface {
	load(id string) string
}

type memory struct{}

func (m *memory) load(id string) string {
	entry() // want `^request: \(\*service\).get → \(\*service\).find → \(\*memory\).load$`
	return id
}

type service struct{ store store }

func (s *service) get(w http.ResponseWriter, r *http.Request) { // want "net/http"
	entry() // want `^request: \(\*service\).get$`
	s.find(r.URL.Path)
	go s.background()
	go func() {
		entry() // want "^not reached$"
	}()
	func() {
		entry() // want `^request: \(\*service\).get → \(\*service\).get.func$`
	}()
	var wg sync.WaitGroup
	wg.Go(func() {
		s.waited()
	})
	wg.Wait()
}

func (s *service) find(id string) { s.store.load(id) }

func (s *service) waited() {
	entry() // want `^request: \(\*service\).get → \(\*service\).get.func → \(\*service\).waited$`
}

func (s *service) background() {
	entry() // want "^not reached$"
}

func (s *service) both() {
	entry() // want `^request: \(\*service\).put → \(\*service\).both$`
}

func (s *service) put(w http.ResponseWriter, r *http.Request) { s.both() } // want "net/http"

func schedule(c *cron.Cron, s *service) {
	c.AddFunc("@daily", func() { s.both(); s.nightly() }) // want "cron"
}

func (s *service) nightly() {
	entry() // want `^periodic: schedule.func → \(\*service\).nightly$`
}

func recursive(n int) {
	entry() // want `^request: direct → recursive$`
	recursive(n - 1)
}

func direct(w http.ResponseWriter, r *http.Request) { recursive(3) } // want "net/http"

func alone(ctx context.Context) {
	entry() // want "^not reached$"
}
