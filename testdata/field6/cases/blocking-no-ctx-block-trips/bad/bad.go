// Package bad tells which trips one vehicle makes after another.
package bad

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"

	"faultfield6/cases/blocking-no-ctx-block-trips/bad/timetable"
)

// BlockHandler answers requests for blocks.
func BlockHandler(s *timetable.Schedule, log *slog.Logger) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		id := r.PathValue("block")
		if id == "" {
			http.Error(w, "block is missing", http.StatusBadRequest)
			return
		}
		ctx := context.Background()    // EXPECT blocking-no-ctx // OR ignored-done
		trips, err := s.Block(ctx, id) // OR blocking-no-ctx // OR ignored-done
		if err != nil {
			log.ErrorContext(ctx, "trips of block", "block", id, "err", err)
			http.Error(w, "timetable not available", http.StatusInternalServerError)
			return
		}
		if len(trips) == 0 {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(trips)
	}
}
