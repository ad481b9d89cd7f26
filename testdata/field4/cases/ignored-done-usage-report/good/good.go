// Package good answers questions about an account's usage from the billing database.
package good

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"faultfield4/cases/ignored-done-usage-report/good/billing"
)

// Routes mounts the report endpoint.
func Routes(r chi.Router, usage *billing.Usage, log *slog.Logger) {
	r.Get("/accounts/{account}/usage", func(w http.ResponseWriter, req *http.Request) {
		since, err := time.Parse(time.DateOnly, req.URL.Query().Get("since"))
		if err != nil {
			http.Error(w, "since must be a date", http.StatusBadRequest)
			return
		}
		lines, err := usage.Lines(req.Context(), chi.URLParam(req, "account"), since)
		if err != nil {
			log.ErrorContext(req.Context(), "usage report", "err", err)
			http.Error(w, "report failed", http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(lines)
	})
}
