// Package ok stores songs that are uploaded and plays them back. The copies between request, file and answer
// name no context. The body ends with the request, the upstream's answer with the context of the
// request that was sent, and files are local.
package ok

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

const maxSong = 64 << 20

// Archive keeps songs in a directory and fetches others from an older archive.
type Archive struct {
	dir   string
	older string
	hc    *http.Client
	log   *slog.Logger
}

// New returns an archive in dir.
func New(dir, older string, log *slog.Logger) *Archive {
	return &Archive{dir: dir, older: older, hc: &http.Client{Timeout: time.Minute}, log: log}
}

// Routes returns the archive's handler.
func (a *Archive) Routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /songs", a.upload)
	mux.HandleFunc("GET /songs/{id}", a.play)
	return mux
}

func (a *Archive) upload(w http.ResponseWriter, r *http.Request) {
	id, err := a.keep(http.MaxBytesReader(w, r.Body, maxSong))
	if err != nil {
		a.log.WarnContext(r.Context(), "song not kept", "err", err)
		http.Error(w, "not kept", http.StatusBadRequest)
		return
	}
	w.WriteHeader(http.StatusCreated)
	fmt.Fprintln(w, id)
}

func (a *Archive) keep(song io.Reader) (id string, err error) {
	tmp, err := os.CreateTemp(a.dir, "upload-*")
	if err != nil {
		return "", err
	}
	defer os.Remove(tmp.Name())
	sum := sha256.New()
	_, err = io.Copy(io.MultiWriter(tmp, sum), song)
	if err := errors.Join(err, tmp.Sync(), tmp.Close()); err != nil {
		return "", fmt.Errorf("write song: %w", err)
	}
	id = hex.EncodeToString(sum.Sum(nil))
	return id, os.Rename(tmp.Name(), filepath.Join(a.dir, id))
}

func (a *Archive) play(w http.ResponseWriter, r *http.Request) {
	id := filepath.Base(r.PathValue("id"))
	file, err := os.Open(filepath.Join(a.dir, id))
	if errors.Is(err, os.ErrNotExist) {
		a.fromOlder(w, r, id)
		return
	}
	if err != nil {
		http.Error(w, "cannot play", http.StatusInternalServerError)
		return
	}
	defer file.Close()
	w.Header().Set("Content-Type", "audio/ogg")
	_, _ = io.Copy(w, file)
}

func (a *Archive) fromOlder(w http.ResponseWriter, r *http.Request, id string) {
	req, err := http.NewRequestWithContext(r.Context(), http.MethodGet, a.older+"/"+id, nil)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	resp, err := a.hc.Do(req)
	if err != nil {
		http.Error(w, "older archive is away", http.StatusBadGateway)
		return
	}
	defer resp.Body.Close()
	w.Header().Set("Content-Type", resp.Header.Get("Content-Type"))
	w.WriteHeader(resp.StatusCode)
	_, _ = io.Copy(w, io.LimitReader(resp.Body, maxSong))
}
