package a

import (
	"context"
	"errors"
	"fmt"
	"log"
)

type poster interface {
	Post(ctx context.Context, to string) error
}

type posted struct {
	sent, failed int
	lost         []string
	errs         []error
}

func postAll(ctx context.Context, p poster, all []string) (posted, error) {
	var out posted
	for _, to := range all {
		if err := p.Post(ctx, to); err != nil {
			log.Println("post", to, err)
			out.failed++
			continue // want `when ctx is over poster.Post fails at once for all that is left of all, and postAll notes each as failed in out and returns that with a nil error`
		}
		out.sent++
	}
	return out, nil
}

func postLost(ctx context.Context, p poster, all []string) ([]string, error) {
	var lost []string
	for _, to := range all {
		err := postOne(ctx, p, to)
		if err != nil {
			lost = append(lost, to)
			continue // want `when ctx is over postOne fails at once`
		}
	}
	log.Println("lost", len(lost))
	return lost, nil
}

func postOne(ctx context.Context, p poster, to string) error {
	if err := p.Post(ctx, to); err != nil {
		return fmt.Errorf("to %s: %w", to, err)
	}
	return nil
}

// The errors say why.
func postErrs(ctx context.Context, p poster, all []string) (posted, error) {
	var out posted
	for _, to := range all {
		if err := p.Post(ctx, to); err != nil {
			out.errs = append(out.errs, err)
			continue
		}
		out.sent++
	}
	return out, nil
}

func postLooks(ctx context.Context, p poster, all []string) (posted, error) {
	var out posted
	for _, to := range all {
		if err := p.Post(ctx, to); err != nil {
			if ctx.Err() != nil {
				return out, ctx.Err()
			}
			out.failed++
			continue
		}
		out.sent++
	}
	return out, nil
}

func postTells(ctx context.Context, p poster, all []string) (posted, error) {
	var out posted
	for _, to := range all {
		if err := p.Post(ctx, to); err != nil {
			out.failed++
			continue
		}
		out.sent++
	}
	if out.failed > 0 {
		return out, errors.New("some were not sent")
	}
	return out, nil
}

// What failed is not a part of the result.
func postSome(ctx context.Context, p poster, all []string) (int, error) {
	sent, failed := 0, 0
	for _, to := range all {
		if err := p.Post(ctx, to); err != nil {
			failed++
			continue
		}
		sent++
	}
	log.Println("failed", failed)
	return sent, nil
}

// Parsing fails for reasons of its own.
func parseAll(ctx context.Context, all []string) (posted, error) {
	var out posted
	for _, s := range all {
		if err := parse(s); err != nil {
			out.lost = append(out.lost, s)
			continue
		}
		out.sent++
	}
	return out, nil
}

func parse(s string) error {
	if s == "" {
		return errors.New("empty")
	}
	return nil
}
