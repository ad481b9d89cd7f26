// Package bad reads the fuel cards of a fleet.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/cenkalti/backoff/v4"
	"github.com/gin-gonic/gin"
)

// Card is a fuel card.
type Card struct {
	Number string `json:"number"`
	Litres int    `json:"litres"`
}

// Cards is a client of the card issuer.
type Cards struct {
	base string
	hc   *http.Client
}

// NewCards returns a client for the issuer at base.
func NewCards(base string) *Cards {
	return &Cards{base: base, hc: &http.Client{Timeout: 2 * time.Second}}
}

// Show is the handler of GET /cards/:number.
func (s *Cards) Show(c *gin.Context) {
	ctx, cancel := context.WithTimeout(c.Request.Context(), 15*time.Second)
	defer cancel()
	card, err := s.card(ctx, c.Param("number"))
	if err != nil {
		_ = c.Error(err)
		c.AbortWithStatusJSON(http.StatusBadGateway, gin.H{"error": "issuer does not answer"})
		return
	}
	c.JSON(http.StatusOK, card)
}

func (s *Cards) card(ctx context.Context, number string) (Card, error) {
	var card Card
	bo := backoff.NewExponentialBackOff(
		backoff.WithInitialInterval(250*time.Millisecond),
		backoff.WithMaxInterval(2*time.Second),
		backoff.WithMaxElapsedTime(0),
	)
	err := backoff.Retry(func() error { // OR retry-timeout
		var err error
		card, err = s.get(ctx, number) // OR retry-timeout
		return err
	}, backoff.WithMaxRetries(bo, 4)) // EXPECT retry-timeout // OR ignored-done
	if err != nil {
		return Card{}, fmt.Errorf("card %s: %w", number, err)
	}
	return card, nil
}

func (s *Cards) get(ctx context.Context, number string) (Card, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+"/cards/"+url.PathEscape(number), nil)
	if err != nil {
		return Card{}, backoff.Permanent(err)
	}
	resp, err := s.hc.Do(req)
	if err != nil {
		return Card{}, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusOK:
		var c Card
		if err := json.NewDecoder(resp.Body).Decode(&c); err != nil {
			return Card{}, backoff.Permanent(err)
		}
		return c, nil
	case resp.StatusCode >= 500:
		return Card{}, errors.New(resp.Status)
	}
	return Card{}, backoff.Permanent(errors.New(resp.Status))
}
