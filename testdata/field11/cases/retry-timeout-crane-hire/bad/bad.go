// Package bad fetches the order book of a crane hire firm when a depot's terminal starts.
// The minute for it is looked at between the attempts only. A master that accepts the connection and
// says nothing holds the attempt without end, and the other masters are not asked.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os/signal"
	"syscall"
	"time"
)

const startBudget = time.Minute

// Order is a crane that is to be delivered.
type Order struct {
	Crane string `json:"crane"`
	Site  string `json:"site"`
}

// Terminal belongs to a depot.
type Terminal struct {
	depot   string
	masters []string
	client  *http.Client
	log     *slog.Logger
}

// NewTerminal returns the terminal of a depot that asks the masters in turn.
func NewTerminal(depot string, masters []string, log *slog.Logger) (*Terminal, error) {
	if len(masters) == 0 {
		return nil, errors.New("terminal without masters")
	}
	return &Terminal{depot: depot, masters: masters, client: &http.Client{}, log: log}, nil // OR retry-timeout
}

// Run starts the terminal and serves until the process is told to stop.
func (t *Terminal) Run(serve func(context.Context, []Order) error) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	orders, err := t.orders(ctx)
	if err != nil {
		return err
	}
	return serve(ctx, orders)
}

// orders asks one master after the other until one answers or the budget is used up.
func (t *Terminal) orders(ctx context.Context) ([]Order, error) {
	end := time.Now().Add(startBudget) // OR retry-timeout
	err := errors.New("no time to ask")
	for n := 0; time.Now().Before(end); n++ { // OR retry-timeout
		var orders []Order
		orders, err = t.ask(ctx, t.masters[n%len(t.masters)]) // EXPECT retry-timeout
		if err == nil {
			return orders, nil
		}
		t.log.Warn("master did not hand out orders", "try", n, "err", err)
		d := min(500*time.Millisecond<<min(n, 4), 5*time.Second)
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), err)
		case <-time.After(d/2 + rand.N(d/2)):
		}
	}
	return nil, fmt.Errorf("orders of depot %s: %w", t.depot, err)
}

func (t *Terminal) ask(ctx context.Context, master string) ([]Order, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, master+"/depots/"+t.depot+"/orders", nil)
	if err != nil {
		return nil, err
	}
	resp, err := t.client.Do(req) // OR retry-timeout
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s answered %s", master, resp.Status)
	}
	var orders []Order
	err = json.NewDecoder(io.LimitReader(resp.Body, 4<<20)).Decode(&orders)
	return orders, err
}
