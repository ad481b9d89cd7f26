// Package ids sends things whose id is drawn once, for all attempts, or anew in each.
package ids

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/google/uuid"

	"ids/envelope"
)

type gift struct {
	ID     string
	ListID string
	Pieces int
}

type shop struct {
	client *http.Client
	url    string
}

func (s *shop) post(ctx context.Context, raw []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusCreated {
		return errors.New(resp.Status)
	}
	return nil
}

func (s *shop) send(ctx context.Context, v any) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return s.post(ctx, raw)
}

// The shop may know it again by its id.
func (s *shop) once(ctx context.Context, list string) (err error) {
	g := gift{ID: uuid.NewString(), ListID: list, Pieces: 1}
	for range 3 {
		if err = s.send(ctx, g); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func (s *shop) onceInMap(ctx context.Context, list string) (err error) {
	g := map[string]any{"list": list}
	g["order_number"] = uuid.NewString()
	for range 3 {
		if err = s.send(ctx, g); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func (s *shop) onceEncoded(ctx context.Context, g gift) (err error) {
	raw, err := json.Marshal(envelope.New("gift", g))
	if err != nil {
		return err
	}
	for range 3 {
		if err = s.post(ctx, raw); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func (s *shop) onceLater(ctx context.Context, g gift) (err error) {
	e := envelope.Later(g)
	for range 3 {
		if err = s.send(ctx, e); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// Each attempt has an id of its own: nobody knows it again.
func (s *shop) anew(ctx context.Context, list string) (err error) {
	for range 3 {
		if err = s.send(ctx, gift{ID: uuid.NewString(), ListID: list}); err == nil || ctx.Err() != nil { // want `POST .*is repeated by the loop .*may be carried out twice`
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func (s *shop) anewElsewhere(ctx context.Context, g gift) (err error) {
	for range 3 {
		if err = s.send(ctx, envelope.New("gift", g)); err == nil || ctx.Err() != nil { // want `POST .*is repeated by the loop .*may be carried out twice`
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// The id is another thing's: it does not tell one gift from the next.
func (s *shop) others(ctx context.Context, list string) (err error) {
	g := gift{ListID: list, Pieces: 1}
	for range 3 {
		if err = s.send(ctx, g); err == nil || ctx.Err() != nil { // want `POST .*is repeated by the loop .*may be carried out twice`
			return err
		}
		time.Sleep(time.Second)
	}
	e := envelope.Plain(list, g)
	for range 3 {
		if err = s.send(ctx, e); err == nil || ctx.Err() != nil { // want `POST .*is repeated by the loop .*may be carried out twice`
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}
