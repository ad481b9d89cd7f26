// Package bad translates terms with glossaries that are loaded when first asked for. The load goes through
// a function field, under the lock of all glossaries. What the constructor puts there is a call over the
// network: one slow language stops the requests for all others.
package bad

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"
)

// Glossary maps terms.
type Glossary map[string]string

// Glossaries loads glossaries.
type Glossaries struct {
	load func(ctx context.Context, lang string) (Glossary, error)

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
	glossary, err := g.get(ctx, lang) // OR blocking-no-ctx
	if err != nil {
		return "", fmt.Errorf("glossary %s: %w", lang, err)
	}
	if t, ok := glossary[term]; ok {
		return t, nil
	}
	return term, nil
}

func (g *Glossaries) get(ctx context.Context, lang string) (Glossary, error) {
	g.mu.Lock() // OR blocking-no-ctx
	defer g.mu.Unlock()
	if glossary, ok := g.loaded[lang]; ok {
		return glossary, nil
	}
	glossary, err := g.load(ctx, lang) // EXPECT blocking-no-ctx
	if err != nil {
		return nil, err
	}
	g.loaded[lang] = glossary
	return glossary, nil
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
	resp, err := r.hc.Do(req) // OR blocking-no-ctx
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
