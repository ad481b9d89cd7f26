// Package bad pays out rewards on an account-based chain.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"math/rand/v2"
	"time"
)

// ErrKnown is returned by a node that has this very transaction already, waiting or in a block.
var ErrKnown = errors.New("transaction known")

// ErrRefused is returned by a node that will never take the transaction.
var ErrRefused = errors.New("transaction refused")

// Node is a connection to a node of the chain.
type Node interface {
	PendingNonce(ctx context.Context, account string) (uint64, error)
	Submit(ctx context.Context, raw []byte) error
}

// Signer holds the key of the paying account.
type Signer interface {
	Account() string
	Sign(nonce uint64, to string, amount *big.Int) (raw []byte, hash string, err error)
}

// Payer sends rewards, one after the other.
type Payer struct {
	node   Node
	signer Signer
	log    *slog.Logger
}

// NewPayer pays with the account of s.
func NewPayer(n Node, s Signer, log *slog.Logger) *Payer { return &Payer{node: n, signer: s, log: log} }

type phase int

const (
	preparing phase = iota
	submitting
	waiting
	paid
)

const maxSubmits = 4

type payout struct {
	phase   phase
	to      string
	amount  *big.Int
	raw     []byte
	hash    string
	submits int
}

// Pay transfers amount and returns the hash of the transaction.
func (p *Payer) Pay(ctx context.Context, to string, amount *big.Int) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	job := &payout{to: to, amount: amount}
	for job.phase != paid {
		if err := p.step(ctx, job); err != nil {
			return "", fmt.Errorf("payout to %s: %w", to, err)
		}
	}
	return job.hash, nil
}

func (p *Payer) step(ctx context.Context, job *payout) error {
	switch job.phase {
	case preparing:
		nonce, err := p.node.PendingNonce(ctx, p.signer.Account()) // OR retry-effect
		if err != nil {
			return fmt.Errorf("nonce: %w", err)
		}
		job.raw, job.hash, err = p.signer.Sign(nonce, job.to, job.amount)
		if err != nil {
			return fmt.Errorf("sign: %w", err)
		}
		job.phase = submitting

	case submitting:
		job.submits++
		err := p.submit(ctx, job.raw) // OR retry-effect
		switch {
		case err == nil || errors.Is(err, ErrKnown):
			job.phase = paid
		case errors.Is(err, ErrRefused) || job.submits == maxSubmits || ctx.Err() != nil:
			return fmt.Errorf("submit %s: %w", job.hash, err)
		default:
			p.log.Warn("submission failed", "to", job.to, "hash", job.hash, "err", err)
			job.phase = waiting
		}

	case waiting:
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Duration(job.submits)*time.Second + rand.N(time.Second)):
			job.phase = preparing // EXPECT retry-effect
		}
	}
	return nil
}

func (p *Payer) submit(ctx context.Context, raw []byte) error {
	ctx, cancel := context.WithTimeout(ctx, 8*time.Second)
	defer cancel()
	return p.node.Submit(ctx, raw) // OR retry-effect
}
