// Package good translates terms with glossaries that are loaded when first asked for. Each language has its
// own load, made without the lock and shared by those who wait for it.
package good

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

// Glossary maps terms.
type Glossary map[string]string

// Glossaries loads glossaries.
type Glossaries struct {
	load   func(ctx context.Context, lang string) (Glossary, error)
	flight singleflight.Group

	mu     sync.Mutex
	loaded map[string]Glossary
}

// New returns glossaries that are kept at base.
func New(base string) *Glossaries {
	src := &remote{base: base, hc: &http.Client{Timeout: 20 * time.Second}}
	return &Glossaries{load: src.glossary, loaded: make(map[string]Glossary)}
}

// Term returns a term in another language.
func (g *Glossaries) Term(ctx context.Context, lang, term string) (string, error) {
	glossary, err := g.get(ctx, lang)
	if err != nil {
		return "", fmt.Errorf("glossary %s: %w", lang, err)
	}
	if t, ok := glossary[term]; ok {
		return t, nil
	}
	return term, nil
}

func (g *Glossaries) get(ctx context.Context, lang string) (Glossary, error) {
	g.mu.Lock()
	glossary, ok := g.loaded[lang]
	g.mu.Unlock()
	if ok {
		return glossary, nil
	}
	loading := g.flight.DoChan(lang, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 20*time.Second)
		defer cancel()
		glossary, err := g.load(ctx, lang)
		if err != nil {
			return nil, err
		}
		g.mu.Lock()
		defer g.mu.Unlock()
		g.loaded[lang] = glossary
		return glossary, nil
	})
	select {
	case res := <-loading:
		if res.Err != nil {
			return nil, res.Err
		}
		return res.Val.(Glossary), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

type remote struct {
	base string
	hc   *http.Client
}

func (r *remote) glossary(ctx context.Context, lang string) (Glossary, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.base+"/"+lang+".json", nil)
	if err != nil {
		return nil, err
	}
	resp, err := r.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("status %d", resp.StatusCode)
	}
	var glossary Glossary
	err = json.NewDecoder(resp.Body).Decode(&glossary)
	return glossary, err
}
