// Package bad prints the tickets of night trains. The answer of the fare service is decoded
// into one map for all tries, and prices are summed into it as they come: a try that broke
// off has raised the fares, and the next raises them again.
package bad

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/avast/retry-go/v4"
)

// Fares asks for fares.
type Fares struct {
	hc  *http.Client
	url string
}

// New returns fares at url.
func New(url string) *Fares { return &Fares{hc: &http.Client{Timeout: 20 * time.Second}, url: url} }

// Sums returns what each carriage of a train brought in.
func (f *Fares) Sums(ctx context.Context, train string) (map[string]int, error) {
	ctx, cancel := context.WithTimeout(ctx, 90*time.Second)
	defer cancel()
	sums := make(map[string]int)
	err := retry.Do(func() error { // OR retry-effect
		return f.lines(ctx, train, func(carriage string, cents int) {
			sums[carriage] += cents // EXPECT retry-effect
		})
	}, retry.Context(ctx), retry.Attempts(3), retry.Delay(300*time.Millisecond))
	return sums, err
}

func (f *Fares) lines(ctx context.Context, train string, each func(string, int)) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, f.url+"/trains/"+train+"/sales.csv", nil)
	if err != nil {
		return retry.Unrecoverable(err)
	}
	resp, err := f.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		err := fmt.Errorf("sales of %s: %s", train, resp.Status)
		if resp.StatusCode < 500 {
			return retry.Unrecoverable(err)
		}
		return err
	}
	sc := bufio.NewScanner(resp.Body)
	for sc.Scan() {
		carriage, price, _ := strings.Cut(sc.Text(), ",")
		cents, err := strconv.Atoi(price)
		if err != nil {
			return retry.Unrecoverable(err)
		}
		each(carriage, cents)
	}
	return sc.Err()
}
