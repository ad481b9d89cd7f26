// Package bad asks a foundation to which player one of its violins is lent.
// Every failure is tried six times: a violin that the foundation does not know, or a key that it
// refuses, takes a quarter of a minute to be reported, and fills the foundation's log.
package bad

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/avast/retry-go/v4"
)

const callLimit = 4 * time.Second

// AnswerError is any answer but 200.
type AnswerError struct {
	Status int
	Text   string
}

func (e *AnswerError) Error() string {
	return fmt.Sprintf("foundation answered %d: %s", e.Status, e.Text)
}

// Loan says who plays a violin and until when.
type Loan struct {
	Player string    `json:"player"`
	Until  time.Time `json:"until"`
}

// Foundation is a client of the register of loans.
type Foundation struct {
	base, key string
	client    *http.Client
}

// Loan returns the loan of a violin.
func (f *Foundation) Loan(ctx context.Context, violin string) (*Loan, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	loan, err := retry.DoWithData( // EXPECT retry-hygiene
		func() (*Loan, error) { return f.read(ctx, violin) }, // OR retry-hygiene
		retry.Context(ctx),
		retry.Attempts(6), // OR retry-hygiene
		retry.Delay(500*time.Millisecond),
		retry.MaxDelay(8*time.Second),
		retry.MaxJitter(400*time.Millisecond),
		retry.LastErrorOnly(true),
	)
	if err != nil {
		return nil, fmt.Errorf("loan of %s: %w", violin, err)
	}
	return loan, nil
}

func (f *Foundation) read(ctx context.Context, violin string) (*Loan, error) {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, f.base+"/violins/"+url.PathEscape(violin)+"/loan", nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+f.key)
	resp, err := f.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, 64<<10))
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		return nil, &AnswerError{Status: resp.StatusCode, Text: string(body)} // OR retry-hygiene
	}
	var loan Loan
	if err := json.Unmarshal(body, &loan); err != nil {
		return nil, err
	}
	return &loan, nil
}
