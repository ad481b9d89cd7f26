// Package bad exposes the climate of glasshouses to a metrics collector. Each scrape asks
// all controllers, through a package that takes no context and waits for ever: one
// controller that hangs makes scrapes pile up.
package bad

import (
	"fmt"
	"log/slog"
	"net/http"
	"sync"

	"faultfield12/cases/blocking-no-ctx-glasshouse-scrape/bad/controller"
)

// Exporter reads the controllers of glasshouses.
type Exporter struct {
	houses map[string]*controller.Client
	log    *slog.Logger
}

// NewExporter returns an exporter of the controllers at the given addresses.
func NewExporter(addrs map[string]string, log *slog.Logger) *Exporter {
	houses := make(map[string]*controller.Client, len(addrs))
	for house, addr := range addrs {
		houses[house] = controller.New(addr)
	}
	return &Exporter{houses: houses, log: log}
}

// ServeHTTP answers one scrape.
func (e *Exporter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var (
		mu      sync.Mutex
		asked   sync.WaitGroup
		climate = make(map[string]controller.Climate, len(e.houses))
	)
	for house, ctl := range e.houses {
		asked.Go(func() {
			c, err := ctl.Climate() // OR blocking-no-ctx
			if err != nil {
				e.log.WarnContext(r.Context(), "controller", "house", house, "err", err)
				return
			}
			mu.Lock()
			defer mu.Unlock()
			climate[house] = c
		})
	}
	asked.Wait()
	for house, c := range climate {
		fmt.Fprintf(w, "glasshouse_celsius{house=%q} %g\n", house, c.Celsius)
		fmt.Fprintf(w, "glasshouse_humidity{house=%q} %g\n", house, c.Humidity)
	}
}
