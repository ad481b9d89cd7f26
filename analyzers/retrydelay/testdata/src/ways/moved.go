package ways

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
)

// The same by https, once.
func byHTTPS(c *http.Client, endpoint string) error {
retry:
	req, err := http.NewRequest("GET", endpoint, nil)
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == 403 && !strings.HasPrefix(endpoint, "https") {
		endpoint = secure(endpoint)
		goto retry
	}
	return nil
}

func secure(endpoint string) string { return "https" + strings.TrimPrefix(endpoint, "http") }

// A redirect is followed.
func follow(c *http.Client, at *url.URL) (*http.Response, error) {
	for {
		resp, err := c.Get(at.String())
		if err != nil {
			return nil, err
		}
		if resp.StatusCode == 503 {
			resp.Body.Close()
			if at, err = resp.Location(); err != nil {
				return nil, err
			}
			continue
		}
		return resp, nil
	}
}

// The address stays the same, however often it is asked.
func stays(c *http.Client, endpoint string) error {
retry:
	req, err := http.NewRequest("GET", endpoint, nil)
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == 503 {
		goto retry // want `after a failure \(\*Client\).Do is tried again at once`
	}
	return nil
}

type pages struct{ c *http.Client }

type page struct{ Name string }

func (p *pages) Next() (*page, error) {
	resp, err := p.c.Get("http://pages")
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	var out page
	return &out, json.NewDecoder(resp.Body).Decode(&out)
}

func (p *pages) Load() (*page, error) { return p.Next() }

func parse(name string) (string, error) {
	if name == "" {
		return "", errors.New("no name")
	}
	return strings.ToUpper(name), nil
}

type walker struct {
	p    *pages
	name string
	err  error
}

// What has another name is passed over: the next page is another one.
func (w *walker) step() bool {
	for {
		pg, err := w.p.Next()
		if err != nil {
			w.err = err
			return false
		}
		name, err := parse(pg.Name)
		if err != nil {
			continue
		}
		w.name = name
		return true
	}
}

// What is loaded is the same each time.
func (w *walker) load() bool {
	for {
		pg, err := w.p.Load()
		if err != nil {
			w.err = err
			return false
		}
		name, err := parse(pg.Name)
		if err != nil {
			continue // want `after a failure`
		}
		w.name = name
		return true
	}
}
