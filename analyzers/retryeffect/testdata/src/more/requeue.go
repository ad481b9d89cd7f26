package more

import (
	"context"
	"log"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

type note struct {
	topic string
	body  []byte
	id    string
	runs  int
}

type poster struct {
	js      jetstream.JetStream
	todo    chan note
	waiting []note
}

func (p *poster) post(ctx context.Context, n note) error {
	_, err := p.js.Publish(ctx, n.topic, n.body) // want `Publish .*is repeated by`
	return err
}

func (p *poster) put(ctx context.Context, n note) {
	select {
	case p.todo <- n:
	case <-ctx.Done():
	}
}

// Timer puts a note back when a timer fires.
func (p *poster) Timer(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case n := <-p.todo:
			if err := p.post(ctx, n); err != nil {
				log.Print(err)
				time.AfterFunc(time.Second, func() { p.put(ctx, n) })
			}
		}
	}
}

func (p *poster) postLater(ctx context.Context, n note) error {
	_, err := p.js.Publish(ctx, n.topic, n.body) // want `Publish .*is repeated by`
	return err
}

// Goroutine puts a note back from a goroutine.
func (p *poster) Goroutine(ctx context.Context) {
	for n := range p.todo {
		err := p.postLater(ctx, n)
		if err == nil {
			continue
		}
		go func() {
			time.Sleep(time.Second)
			p.todo <- n
		}()
	}
}

func (p *poster) postListed(ctx context.Context, n note) error {
	_, err := p.js.Publish(ctx, n.topic, n.body) // want `Publish .*is repeated by`
	return err
}

func (p *poster) keep(n note) { p.waiting = append(p.waiting, n) }

// Listed keeps a list of what waits.
func (p *poster) Listed(ctx context.Context) {
	for len(p.waiting) > 0 {
		n := p.waiting[0]
		p.waiting = p.waiting[1:]
		if err := p.postListed(ctx, n); err != nil {
			p.keep(n)
			time.Sleep(time.Second)
		}
	}
}

func give(to chan<- note, n note) { to <- n }

func (p *poster) postGiven(ctx context.Context, n note) error {
	_, err := p.js.Publish(ctx, n.topic, n.body) // want `Publish .*is repeated by`
	return err
}

// Given hands the channel to a function as well.
func (p *poster) Given(ctx context.Context) {
	for {
		n, ok := <-p.todo
		if !ok {
			return
		}
		if err := p.postGiven(ctx, n); err != nil && n.runs < 5 {
			n.runs++
			give(p.todo, n)
		}
	}
}

func (p *poster) postKnown(ctx context.Context, n note) error {
	_, err := p.js.Publish(ctx, n.topic, n.body, jetstream.WithMsgID(n.id))
	return err
}

// Known sends with an id.
func (p *poster) Known(ctx context.Context) {
	for n := range p.todo {
		if err := p.postKnown(ctx, n); err != nil {
			time.AfterFunc(time.Second, func() { p.put(ctx, n) })
		}
	}
}

type dead struct{ ch chan note }

func (d *dead) put(n note) { d.ch <- n }

func (p *poster) postElsewhere(ctx context.Context, n note) error {
	_, err := p.js.Publish(ctx, n.topic, n.body)
	return err
}

// Elsewhere puts what failed into another channel.
func (p *poster) Elsewhere(ctx context.Context, d *dead) {
	for n := range p.todo {
		if err := p.postElsewhere(ctx, n); err != nil {
			d.put(n)
		}
	}
}

// Next hands on what comes after each note, failed or not.
func (p *poster) Next(ctx context.Context) {
	for n := range p.todo {
		if err := p.postElsewhere(ctx, n); err != nil {
			log.Print(err)
		}
		go p.put(ctx, note{topic: n.topic + ".next"})
	}
}

// Another is the same kind of queue, but not this one.
func (p *poster) Another(ctx context.Context, q *poster) {
	for n := range p.todo {
		if err := p.postElsewhere(ctx, n); err != nil {
			q.put(ctx, n)
		}
	}
}
