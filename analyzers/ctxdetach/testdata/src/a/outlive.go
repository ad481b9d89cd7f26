package a

import (
	"context"
	"net/http"
	"time"
)

func (s *service) replan(ctx context.Context, week string) {
	if err := s.store.Save(ctx, week, "plan"); err != nil {
		println(err.Error())
	}
}

func (s *service) accept(w http.ResponseWriter, r *http.Request) {
	go s.replan(r.Context(), "w1") // want `the goroutine runs on under r.Context\(\), which ends when \(\*service\).accept returns, so its work is cut off`
	w.WriteHeader(http.StatusAccepted)
}

func (s *service) acceptLit(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	go func() {
		_ = s.store.Save(ctx, "w1", "plan") // want `the goroutine runs on under ctx`
	}()
	w.WriteHeader(http.StatusAccepted)
}

func (s *service) acceptRight(w http.ResponseWriter, r *http.Request) {
	ctx := context.WithoutCancel(r.Context())
	go func() {
		ctx, cancel := context.WithTimeout(ctx, time.Minute)
		defer cancel()
		s.replan(ctx, "w1")
	}()
	w.WriteHeader(http.StatusAccepted)
}

// The handler serves on until its session ends, and ends its helpers with it.
func (s *service) session(w http.ResponseWriter, r *http.Request, in chan string) {
	s.serve(w, r)
}

func (s *service) serve(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	go s.replan(ctx, "beat")
	for {
		if _, err := s.store.Load(ctx, "next"); err != nil {
			return
		}
	}
}

func (s *service) stream(w http.ResponseWriter, r *http.Request) {
	ping := time.NewTicker(time.Second)
	defer ping.Stop()
	for {
		select {
		case <-r.Context().Done():
			return
		case <-ping.C:
			go s.replan(r.Context(), "ping")
		}
	}
}

func (s *service) waits(w http.ResponseWriter, r *http.Request) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.replan(r.Context(), "w1")
	}()
	<-done
}

func log(ctx context.Context, msg string) { println(ctx.Value("id"), msg) }

// The context is only logged with.
func (s *service) acceptLogs(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	go func() {
		_ = s.store.Save(context.WithoutCancel(ctx), "w1", "plan")
		log(ctx, "planned")
	}()
	w.WriteHeader(http.StatusAccepted)
}

func (s *service) acceptTwice(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	go func() {
		_ = s.store.Save(ctx, "w1", "plan") // want `the goroutine runs on under ctx`
		_ = s.store.Save(ctx, "w2", "plan")
	}()
	w.WriteHeader(http.StatusAccepted)
}
