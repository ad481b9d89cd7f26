// Package b sets the deadline of single responses.
package b

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

type export struct{ db *sql.DB }

func (e *export) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(time.Minute))
	ctx, cancel := context.WithTimeout(r.Context(), 30*time.Second)
	defer cancel()
	_ = e.db.PingContext(ctx)
}

func server(db *sql.DB) *http.Server {
	return &http.Server{Handler: &export{db: db}, WriteTimeout: 5 * time.Second}
}
