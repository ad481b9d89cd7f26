// Package a holds effects inside retries, and the right code beside them.
package a

import (
	"bytes"
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"syscall"
	"time"

	"genpb"
	"remote"

	"github.com/cenkalti/backoff/v4"
	"github.com/cockroachdb/cockroach-go/v2/crdb"
	"github.com/go-resty/resty/v2"
	"github.com/google/uuid"
	"github.com/sethvargo/go-retry"
)

type store struct {
	db *sql.DB
	hc *http.Client
}

const insert = `INSERT INTO payouts (account, cents) VALUES ($1, $2)`

// ── loops ──

func (s *store) insertLoop(ctx context.Context, id string) error {
	var err error
	for range 3 {
		if _, err = s.db.ExecContext(ctx, insert, id, 1); err == nil { // want `INSERT INTO payouts, which inserts a row, is repeated by the loop \(3 attempts\)`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// ownID: the caller's id makes the second row a duplicate key.
func (s *store) ownID(ctx context.Context, id string) error {
	var err error
	for range 3 {
		if _, err = s.db.ExecContext(ctx, `INSERT INTO payouts (id, cents) VALUES ($1, $2)`, id, 1); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (s *store) insertHelper(ctx context.Context, id string) error {
	var err error
	for range 3 {
		if err = s.insert(ctx, id); err == nil { // want `INSERT INTO payouts.*store.*insert.*is repeated`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (s *store) insert(ctx context.Context, id string) error {
	_, err := s.db.ExecContext(ctx, insert, id, 1)
	return err
}

func (s *store) addLoop(ctx context.Context, id string) error {
	var err error
	for range 3 {
		if _, err = s.db.ExecContext(ctx, `UPDATE accounts SET minutes = minutes - 1 WHERE id = $1`, id); err == nil { // want `UPDATE accounts.*is repeated`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (s *store) setLoop(ctx context.Context, id string) error {
	var err error
	for range 3 {
		if _, err = s.db.ExecContext(ctx, `UPDATE accounts SET state = 'closed' WHERE id = $1`, id); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (s *store) upsertLoop(ctx context.Context, id string) error {
	var err error
	for range 3 {
		// A unique index on account is what it names.
		if _, err = s.db.ExecContext(ctx, insert+` ON CONFLICT (id) DO NOTHING`, id, 1); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// ── HTTP and keys ──

func (s *store) post(ctx context.Context, body []byte, key string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://bank.example/payouts", bytes.NewReader(body))
	if err != nil {
		return err
	}
	if key != "" {
		req.Header.Set("Idempotency-Key", key)
	}
	resp, err := s.hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (s *store) postLoop(ctx context.Context, body []byte) error {
	var err error
	for range 3 {
		if err = s.plain(ctx, body); err == nil { // want `POST to .*payouts.*is repeated`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (s *store) plain(ctx context.Context, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://bank.example/payouts", bytes.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := s.hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (s *store) keyAnew(ctx context.Context, body []byte) error {
	var err error
	for range 3 {
		if err = s.drawn(ctx, body); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (s *store) drawn(ctx context.Context, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://bank.example/payouts", bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", uuid.NewString()) // want `has a key \(uuid.NewString\) that each attempt of the loop \(3 attempts\) draws anew`
	resp, err := s.hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (s *store) keyAnewAsText(ctx context.Context, body []byte) error {
	var err error
	for range 3 {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://bank.example/payouts", bytes.NewReader(body))
		if err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", uuid.New().String()) // want `has a key \(uuid.New\) that each attempt of the loop \(3 attempts\) draws anew`
		resp, err := s.hc.Do(req)
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

func (s *store) keyBefore(ctx context.Context, body []byte) error {
	key := uuid.NewString()
	var err error
	for range 3 {
		if err = s.post(ctx, body, key); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// ── which failures lead back ──

var errFull = errors.New("full")

func (s *store) onFull(ctx context.Context, body []byte) error {
	for {
		err := s.plain(ctx, body)
		if !errors.Is(err, errFull) { // when that is returned is not known
			return err
		}
		time.Sleep(time.Second)
	}
}

func (s *store) onRefused(ctx context.Context, body []byte) error {
	for {
		err := s.plain(ctx, body)
		if !errors.Is(err, syscall.ECONNREFUSED) {
			return err
		}
		time.Sleep(time.Second)
	}
}

func (s *store) onBroken(ctx context.Context, body []byte) error {
	for {
		err := s.plain(ctx, body) // want `POST to .*is repeated`
		if !errors.Is(err, errFull) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return err
		}
		time.Sleep(time.Second)
	}
}

func refused(err error) bool { return errors.Is(err, syscall.ECONNREFUSED) }

func (s *store) permanent(ctx context.Context, id string) error {
	return backoff.Retry(func() error {
		err := s.insert(ctx, id)
		if refused(err) {
			return err
		}
		return stop(err)
	}, backoff.NewExponentialBackOff())
}

func (s *store) earlyPermanent(ctx context.Context, id string) error {
	return backoff.Retry(func() error {
		err := s.insert(ctx, id)
		if !refused(err) {
			return backoff.Permanent(err)
		}
		return err
	}, backoff.NewExponentialBackOff())
}

func stop(err error) error {
	if err == nil {
		return nil
	}
	return backoff.Permanent(err)
}

func (s *store) anyError(ctx context.Context, id string) error {
	return backoff.Retry(func() error {
		return s.insert(ctx, id) // want `INSERT INTO payouts.*is repeated by backoff.Retry`
	}, backoff.NewExponentialBackOff())
}

func (s *store) marked(ctx context.Context, id string) error {
	b := retry.WithMaxRetries(3, retry.NewFibonacci(time.Second))
	return retry.Do(ctx, b, func(ctx context.Context) error {
		err := s.insert(ctx, id)
		if refused(err) {
			return retry.RetryableError(err)
		}
		return err
	})
}

func (s *store) markedAll(ctx context.Context, id string) error {
	b := retry.WithMaxRetries(3, retry.NewFibonacci(time.Second))
	return retry.Do(ctx, b, func(ctx context.Context) error {
		err := s.insert(ctx, id) // want `INSERT INTO payouts.*is repeated by retry.Do`
		if err != nil {
			return retry.RetryableError(err)
		}
		return nil
	})
}

// ── transactions ──

func (s *store) outside(ctx context.Context, id string, body []byte) error {
	return crdb.ExecuteTx(ctx, s.db, nil, func(tx *sql.Tx) error {
		if err := s.plain(ctx, body); err != nil { // want `POST to .*happens outside of the transaction`
			return err
		}
		_, err := tx.ExecContext(ctx, insert, id, 1)
		return err
	})
}

func (s *store) inside(ctx context.Context, id string) error {
	return crdb.ExecuteTx(ctx, s.db, nil, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, insert, id, 1)
		return err
	})
}

func (s *store) aborted(ctx context.Context, id string) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for range 3 {
		if _, err = tx.ExecContext(ctx, insert, id, 1); err == nil { // want `runs again in the transaction that was begun before the loop`
			return tx.Commit()
		}
		time.Sleep(time.Second)
	}
	return err
}

// ── generated clients ──

func leftOut(ctx context.Context, c genpb.OrdersClient) error {
	req := &genpb.CreateOrderRequest{Sum: 3}
	var err error
	for range 3 {
		if _, err = c.CreateOrder(ctx, req); err == nil { // want `CreateOrder is repeated by the loop.*set RequestId, which is left empty`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func setBefore(ctx context.Context, c genpb.OrdersClient, id string) error {
	req := &genpb.CreateOrderRequest{Sum: 3, RequestId: id}
	var err error
	for range 3 {
		if _, err = c.CreateOrder(ctx, req); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// byName: nothing but the name says that it sends.
func byName(ctx context.Context, c genpb.OrdersClient) error {
	var err error
	for range 3 {
		if _, err = c.SendMail(ctx, &genpb.SendMailRequest{To: "x"}); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// ── functions and clients that retry by themselves ──

func restart(ctx context.Context, r *remote.Remote) error {
	return r.Call(ctx, http.MethodPost, "https://node.example/restart", nil) // want `POST to .*/restart.*is repeated by .*Remote\)?.Call`
}

func list(ctx context.Context, r *remote.Remote) error {
	return r.Call(ctx, http.MethodGet, "https://node.example/sites", nil)
}

func restartOnce(ctx context.Context, r *remote.Remote) error {
	return r.Careful(ctx, http.MethodPost, "https://node.example/restart", nil)
}

func order(ctx context.Context) error {
	rc := resty.New().SetRetryCount(3)
	_, err := rc.R().SetContext(ctx).SetBody("soup").Post("/orders") // want `POST to /orders is repeated by`
	return err
}

func orderKey(ctx context.Context, key string) error {
	rc := resty.New().SetRetryCount(3)
	_, err := rc.R().SetContext(ctx).SetHeader("Idempotency-Key", key).SetBody("soup").Post("/orders")
	return err
}

func orderOnce(ctx context.Context) error {
	rc := resty.New()
	_, err := rc.R().SetContext(ctx).SetBody("soup").Post("/orders")
	return err
}

// ── no retry ──

func (s *store) each(ctx context.Context, ids []string) error {
	for _, id := range ids {
		if err := s.insert(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

//faultlint:idempotent the table has a unique key on id
func (s *store) unique(ctx context.Context, id string) error {
	_, err := s.db.ExecContext(ctx, insert, id, 1)
	return err
}

func (s *store) declared(ctx context.Context, id string) error {
	var err error
	for range 3 {
		if err = s.unique(ctx, id); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// ── once more, in a straight line ──

func (s *store) onceMore(ctx context.Context, body []byte) error {
	if err := s.plain(ctx, body); err != nil {
		return s.plain(ctx, body) // want `POST to .* is repeated by`
	}
	return nil
}

func (s *store) onceMoreKeyed(ctx context.Context, body []byte, key string) error {
	if err := s.post(ctx, body, key); err != nil {
		return s.post(ctx, body, key)
	}
	return nil
}

func (s *store) onceMoreRefused(ctx context.Context, body []byte) error {
	err := s.plain(ctx, body)
	if errors.Is(err, syscall.ECONNREFUSED) {
		err = s.plain(ctx, body)
	}
	return err
}

func (s *store) randomKey(ctx context.Context, body []byte) (err error) {
	for range 3 {
		if err = s.post(ctx, body, randomText()); err == nil { // want `has a key .* draws anew`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func randomText() string {
	b := make([]byte, 16)
	rand.Read(b)
	return hex.EncodeToString(b)
}

// A declared function as what a driver runs.
func declared() error { return nil }

func runsDeclared() error { return backoff.Retry(declared, backoff.NewExponentialBackOff()) }
