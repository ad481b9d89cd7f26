package goplsbuild

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/faultlint/faultlint/internal/config"
)

// A Record says what a binary was built from. It lies beside the binary.
type Record struct {
	Binary    string `json:"-"`
	Version   string `json:"version"` // as gopls version prints it
	Gopls     string `json:"gopls"`
	Go        string `json:"go"`
	Faultlint string `json:"faultlint"`
	Source    string `json:"source,omitempty"` // the checkout of faultlint, if it was one
	Config    string `json:"config,omitempty"` // the configuration file, if one was named
}

const recordName = "faultlint-gopls.json"

func (r *Record) write() error {
	data, err := json.MarshalIndent(r, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(filepath.Dir(r.Binary), recordName), append(data, '\n'), 0o644)
}

// ReadRecord returns the record of the binary in dir, DefaultDir if empty.
func ReadRecord(dir string) (*Record, error) {
	dir, err := outDir(dir)
	if err != nil {
		return nil, err
	}
	r := &Record{Binary: filepath.Join(dir, Binary())}
	data, err := os.ReadFile(filepath.Join(dir, recordName))
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("there is no gopls of faultlint's in %s; run faultlint gopls build", dir)
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, r); err != nil {
		return nil, fmt.Errorf("%s: %v", filepath.Join(dir, recordName), err)
	}
	if _, err := os.Stat(r.Binary); err != nil {
		return nil, err
	}
	return r, nil
}

// Check returns what has moved on since the binary in dir was built: one sentence for each reason
// to build it again, and notes that are none. log may be nil.
func Check(ctx context.Context, dir string, log io.Writer) (reasons, notes []string, err error) {
	r, err := ReadRecord(dir)
	if err != nil {
		return nil, nil, err
	}
	work, err := os.MkdirTemp("", "faultlint-gopls-")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(work)
	g, err := newGoCommand(ctx, work, log)
	if err != nil {
		return nil, nil, err
	}
	if g.version != r.Go {
		reasons = append(reasons, fmt.Sprintf("Go is %s now; gopls was built with %s", g.version, r.Go))
	}
	best, tooNew, err := g.newest(ctx)
	if err != nil {
		return nil, nil, err
	}
	if semver.Compare(best.Version, r.Gopls) > 0 {
		reasons = append(reasons, fmt.Sprintf("gopls %s is there; this one is %s", best.Version, r.Gopls))
	}
	if tooNew != nil && semver.Compare(tooNew.Version, r.Gopls) > 0 {
		notes = append(notes, fmt.Sprintf("gopls %s needs Go %s; you have %s", tooNew.Version, tooNew.goVersion(), strings.TrimPrefix(g.version, "go")))
	}
	own, err := g.faultlint(ctx, r.Source)
	if err != nil {
		return nil, nil, err
	}
	if own.Version != r.Faultlint {
		reasons = append(reasons, fmt.Sprintf("faultlint is %s now; gopls was built with %s", own.Version, r.Faultlint))
	}
	if r.Config != "" {
		if _, err := config.NewSource(r.Config, nil); err != nil {
			notes = append(notes, fmt.Sprintf("its configuration is not right: %v", err))
		}
	}
	return reasons, notes, nil
}
