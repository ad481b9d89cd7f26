package a

import (
	"context"
	"net/http"
	"time"

	"api"
)

// Handlers that another package makes or registers.
func made(s *api.Store) *http.Server {
	return &http.Server{Handler: api.Handler(s), WriteTimeout: 10 * time.Second} // want `Handler.func → \(\*Store\).Load → the loop may take 12.8s \(4 attempts of up to 3s and 800ms of delays\)`
}

func ownRouter(s *api.Store) *http.Server {
	return &http.Server{Handler: api.New(s), WriteTimeout: 10 * time.Second} // want `\(\*Server\).load → \(\*Store\).Load → the loop may take`
}

func registered(s *api.Store) *http.Server {
	mux := http.NewServeMux()
	api.Register(mux, s)
	return &http.Server{Handler: mux, WriteTimeout: 10 * time.Second} // want `Register.func → \(\*Store\).Load → the loop may take`
}

// The server is put together step by step.
func stepByStep(s *api.Store) *http.Server {
	srv := &http.Server{}
	srv.WriteTimeout = 10 * time.Second // want `may take`
	srv.Handler = api.Handler(s)
	return srv
}

func handlerLater(s *api.Store) *http.Server {
	srv := &http.Server{WriteTimeout: 10 * time.Second} // want `may take`
	srv.Handler = api.Handler(s)
	return srv
}

func madeLong(s *api.Store) *http.Server {
	return &http.Server{Handler: api.Handler(s), WriteTimeout: 15 * time.Second}
}

// A middleware ends each run before the server does.
func inTime(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), 8*time.Second)
		defer cancel()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

func madeInTime(s *api.Store) *http.Server {
	return &http.Server{Handler: inTime(api.Handler(s)), WriteTimeout: 10 * time.Second}
}

func madeLimited(s *api.Store) *http.Server {
	return &http.Server{Handler: api.Limited(s), WriteTimeout: 10 * time.Second}
}

func otherServer(s *api.Store) (*http.Server, *http.Server) {
	short := &http.Server{WriteTimeout: time.Second}
	long := &http.Server{}
	long.Handler = api.Handler(s)
	return short, long
}
