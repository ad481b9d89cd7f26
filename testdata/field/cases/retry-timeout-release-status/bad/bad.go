// Package bad answers which release runs in an environment, out of a Git service.
// The helper that repeats the question does not know the request's context: when the browser has
// gone, the remaining attempts and the pauses between them go on behind its back.
package bad

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"time"

	"faultfield/cases/retry-timeout-release-status/bad/try"
)

// Releases reads releases from a Git service.
type Releases struct {
	git    string
	client *http.Client
	log    *slog.Logger
}

// New returns Releases out of the service at git.
func New(git string, log *slog.Logger) *Releases {
	return &Releases{git: git, client: &http.Client{Timeout: 4 * time.Second}, log: log}
}

// ServeHTTP answers with the current release of an environment.
func (s *Releases) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 20*time.Second)
	defer cancel()
	rel, err := s.current(ctx, r.PathValue("env"))
	if err != nil {
		s.log.Error("release not known", "env", r.PathValue("env"), "err", err)
		http.Error(w, "not known", http.StatusBadGateway)
		return
	}
	_ = json.NewEncoder(w).Encode(map[string]string{"release": rel})
}

func (s *Releases) current(ctx context.Context, env string) (string, error) {
	var tag string
	err := try.Do(3, func(n int) (bool, error) { // EXPECT retry-timeout
		var err error
		var again bool
		tag, again, err = s.tag(ctx, env) // OR retry-timeout
		if err != nil {
			s.log.Warn("asking the git service failed", "env", env, "try", n, "err", err)
		}
		return again, err
	})
	return tag, err
}

func (s *Releases) tag(ctx context.Context, env string) (tag string, again bool, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.git+"/refs/deployed/"+env, nil)
	if err != nil {
		return "", false, err
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return "", true, err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 500 {
		return "", true, &http.ProtocolError{ErrorString: "git service: " + resp.Status}
	}
	var ref struct{ Tag string }
	err = json.NewDecoder(resp.Body).Decode(&ref)
	return ref.Tag, false, err
}
