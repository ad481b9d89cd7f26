// Package mailer waits without a context.
package mailer

import "time"

type Mailer struct{ jobs chan string }

// Flush waits for the mail server to calm down.
func (m *Mailer) Flush() { time.Sleep(10 * time.Second) }

// Queue is stuck once the worker has left with an error.
func (m *Mailer) Queue(job string) { m.jobs <- job }

func New() *Mailer {
	m := &Mailer{jobs: make(chan string)}
	go m.work()
	return m
}

func (m *Mailer) work() {
	for {
		if err := send(<-m.jobs); err != nil {
			return
		}
	}
}

func send(string) error { return nil }
