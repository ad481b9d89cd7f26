// Package bad lets families prove that a domain with their crest is theirs, by a TXT record.
// The check takes a context and looks the record up with the background context: a name
// server that drops packets holds the request through all of the resolver's tries.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"

	"github.com/gin-gonic/gin"
)

// ErrNotProven says that no record carries the family's token.
var ErrNotProven = errors.New("domain is not proven")

// Families keeps the tokens of families.
type Families interface {
	Token(ctx context.Context, family string) (string, error)
	SetDomain(ctx context.Context, family, domain string) error
}

// Claims checks claims to domains.
type Claims struct {
	families Families
	resolver *net.Resolver
	log      *slog.Logger
}

// Prove records the domain for the family if the DNS agrees.
func (c *Claims) Prove(ctx context.Context, family, domain string) error {
	token, err := c.families.Token(ctx, family)
	if err != nil {
		return fmt.Errorf("token of %s: %w", family, err)
	}
	records, err := c.records(domain) // OR blocking-no-ctx // OR ignored-done
	if err != nil {
		return err
	}
	if !slices.Contains(records, "crest="+token) {
		return ErrNotProven
	}
	return c.families.SetDomain(ctx, family, domain)
}

func (c *Claims) records(domain string) ([]string, error) {
	records, err := c.resolver.LookupTXT(context.Background(), "_crest."+domain) // EXPECT blocking-no-ctx // OR ignored-done
	var dnsErr *net.DNSError
	if errors.As(err, &dnsErr) && dnsErr.IsNotFound {
		return nil, ErrNotProven
	}
	if err != nil {
		return nil, fmt.Errorf("look up %s: %w", domain, err)
	}
	return records, nil
}

// Handle is the gin handler of claims.
func (c *Claims) Handle(g *gin.Context) {
	ctx := g.Request.Context()
	family, domain := g.Param("family"), g.PostForm("domain")
	err := c.Prove(ctx, family, domain)
	switch {
	case errors.Is(err, ErrNotProven):
		g.JSON(http.StatusConflict, gin.H{"error": err.Error()})
	case err != nil:
		c.log.ErrorContext(ctx, "claim", "family", family, "domain", domain, "err", err)
		g.AbortWithStatus(http.StatusBadGateway)
	default:
		g.Status(http.StatusNoContent)
	}
}
