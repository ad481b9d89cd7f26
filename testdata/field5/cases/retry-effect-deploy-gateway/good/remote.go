// Package good drives the agent that runs on each application host.
package good

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

// App is the state of an application as the agent sees it.
type App struct {
	Name    string `json:"name"`
	Release string `json:"release"`
	Running bool   `json:"running"`
}

// Agent is the remote side.
type Agent struct {
	base string
	rc   *retryablehttp.Client
}

// Dial returns an agent client. It does not connect yet.
func Dial(base string) *Agent {
	rc := retryablehttp.NewClient()
	rc.RetryMax = 3
	rc.RetryWaitMin = 500 * time.Millisecond
	rc.RetryWaitMax = 4 * time.Second
	rc.Backoff = retryablehttp.LinearJitterBackoff
	rc.HTTPClient.Timeout = 20 * time.Second
	rc.Logger = nil
	return &Agent{base: base, rc: rc}
}

// Status asks how an application is doing.
func (a *Agent) Status(ctx context.Context, app string) (App, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, a.url(app, "status"), nil)
	if err != nil {
		return App{}, err
	}
	resp, err := a.rc.Do(req)
	if err != nil {
		return App{}, fmt.Errorf("status of %s: %w", app, err)
	}
	defer resp.Body.Close()
	var out App
	if resp.StatusCode != http.StatusOK {
		return App{}, fmt.Errorf("status of %s: %s", app, resp.Status)
	}
	err = json.NewDecoder(io.LimitReader(resp.Body, 1<<20)).Decode(&out)
	return out, err
}

// Restart stops an application with its attachments and starts it again.
func (a *Agent) Restart(ctx context.Context, app string) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, a.url(app, "restart"), nil)
	if err != nil {
		return err
	}
	resp, err := a.rc.HTTPClient.Do(req)
	if err != nil {
		return fmt.Errorf("restart %s: %w", app, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusAccepted {
		msg, _ := io.ReadAll(io.LimitReader(resp.Body, 512))
		return errors.Join(fmt.Errorf("restart %s: %s", app, resp.Status), errors.New(string(msg)))
	}
	return nil
}

func (a *Agent) url(app, verb string) string {
	return a.base + "/apps/" + url.PathEscape(app) + "/" + verb
}
