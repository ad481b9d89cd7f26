package every

import (
	"context"
	"fmt"
	"net/http"
	"time"
)

func (s *shop) run() error {
	mux := http.NewServeMux()
	mux.HandleFunc("/slow", s.slow)
	srv := &http.Server{
		Addr: ":8080", Handler: mux,
		ReadTimeout: time.Second, WriteTimeout: 5 * time.Second,
	}
	return srv.ListenAndServe()
}

func (s *shop) slow(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 10*time.Second)
	defer cancel()
	n, err := s.count(ctx, r.PathValue("id"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	fmt.Fprintln(w, n)
}
