// Package good takes photographs of plants and stores them in a bucket. The picture is read into
// memory first, and each try of an upload reads it from its beginning.
package good

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/sethvargo/go-retry"
)

const maxPlate = 8 << 20

// Plates stores pictures.
type Plates struct {
	api    *minio.Client
	bucket string
	budget time.Duration
	log    *slog.Logger
}

// NewPlates stores below bucket; api repeats nothing by itself (MaxRetries 1).
func NewPlates(api *minio.Client, bucket string, log *slog.Logger) *Plates {
	return &Plates{api: api, bucket: bucket, budget: 90 * time.Second, log: log}
}

// ServeHTTP stores one picture.
func (p *Plates) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("species") + "/" + r.PathValue("plate")
	if r.ContentLength <= 0 || r.ContentLength > maxPlate {
		http.Error(w, "picture of unknown size", http.StatusLengthRequired)
		return
	}
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxPlate))
	if err != nil {
		http.Error(w, "picture not received", http.StatusBadRequest)
		return
	}
	err = p.store(r.Context(), name, raw)
	if err != nil {
		p.log.Error("picture not stored", "plate", name, "err", err)
		http.Error(w, "cannot store picture", http.StatusBadGateway)
		return
	}
	w.WriteHeader(http.StatusCreated)
}

func (p *Plates) store(ctx context.Context, name string, picture []byte) error {
	ctx, cancel := context.WithTimeout(ctx, p.budget)
	defer cancel()
	policy := retry.WithMaxRetries(3, retry.WithJitterPercent(25, retry.NewExponential(400*time.Millisecond)))
	err := retry.Do(ctx, policy, func(ctx context.Context) error {
		opts := minio.PutObjectOptions{ContentType: "image/jpeg"}
		_, err := p.api.PutObject(ctx, p.bucket, name, bytes.NewReader(picture), int64(len(picture)), opts)
		if err == nil || refused(err) {
			return err
		}
		p.log.Warn("upload failed", "plate", name, "err", err)
		return retry.RetryableError(err)
	})
	if err != nil {
		return fmt.Errorf("store %s: %w", name, err)
	}
	return nil
}

func refused(err error) bool {
	var resp minio.ErrorResponse
	return errors.As(err, &resp) && resp.StatusCode/100 == 4
}
