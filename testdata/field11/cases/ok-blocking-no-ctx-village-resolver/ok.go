// Package ok is a village's DNS resolver, which knows local names and passes other questions on.
// A DNS handler is given no context; what bounds the question to the upstream server is the
// client's Timeout, which covers dialling, writing and reading together.
package ok

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"time"

	"github.com/miekg/dns"
)

const (
	upstreamLimit = 2 * time.Second
	drain         = 5 * time.Second
	localTTL      = 300
)

// Resolver answers the village's questions.
type Resolver struct {
	local    map[string]net.IP
	upstream string
	client   *dns.Client
	log      *slog.Logger
}

// NewResolver returns a resolver that passes what is not local on to upstream.
func NewResolver(local map[string]net.IP, upstream string, log *slog.Logger) *Resolver {
	return &Resolver{
		local:    local,
		upstream: upstream,
		client:   &dns.Client{Net: "udp", Timeout: upstreamLimit},
		log:      log,
	}
}

// ServeDNS implements dns.Handler.
func (r *Resolver) ServeDNS(w dns.ResponseWriter, question *dns.Msg) {
	answer := r.fromLocal(question)
	if answer == nil {
		resp, _, err := r.client.Exchange(question, r.upstream)
		if err != nil {
			r.log.Warn("upstream", "server", r.upstream, "err", err)
			resp = new(dns.Msg).SetRcode(question, dns.RcodeServerFailure)
		}
		answer = resp
	}
	if err := w.WriteMsg(answer); err != nil {
		r.log.Debug("answer not sent", "to", w.RemoteAddr(), "err", err)
	}
}

func (r *Resolver) fromLocal(question *dns.Msg) *dns.Msg {
	if len(question.Question) != 1 || question.Question[0].Qtype != dns.TypeA {
		return nil
	}
	name := question.Question[0].Name
	ip, ok := r.local[name]
	if !ok {
		return nil
	}
	answer := new(dns.Msg).SetReply(question)
	answer.Answer = append(answer.Answer, &dns.A{
		Hdr: dns.RR_Header{Name: name, Rrtype: dns.TypeA, Class: dns.ClassINET, Ttl: localTTL},
		A:   ip,
	})
	return answer
}

// Serve answers on addr until ctx ends.
func (r *Resolver) Serve(ctx context.Context, addr string) error {
	srv := &dns.Server{
		Addr:         addr,
		Net:          "udp",
		Handler:      r,
		ReadTimeout:  upstreamLimit,
		WriteTimeout: upstreamLimit,
	}
	served := make(chan error, 1)
	go func() { served <- srv.ListenAndServe() }()
	select {
	case err := <-served:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	stopCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), drain)
	defer cancel()
	return errors.Join(ctx.Err(), srv.ShutdownContext(stopCtx))
}
