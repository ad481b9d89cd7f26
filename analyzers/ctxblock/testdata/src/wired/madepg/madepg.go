// Package madepg hands its types out as interfaces of another package.
package madepg

import (
	"context"
	"database/sql"

	"wired/gates"
)

type repo struct{ db *sql.DB }

func NewRepo(db *sql.DB) (gates.Repo, error) {
	if err := db.Ping(); err != nil {
		return nil, err
	}
	return &repo{db}, nil
}

func (r *repo) Find(id string) (s string, err error) {
	err = r.db.QueryRow("SELECT 1", id).Scan(&s)
	return s, err
}

func (r *repo) Save(ctx context.Context, id string) error {
	_, err := r.db.ExecContext(ctx, "UPDATE", id)
	return err
}

func (r *repo) Name() string { return "pg" }

// Which of two is in no one's sight.
type dbLog struct{ db *sql.DB }

func (l *dbLog) Last() (s string, err error) { return s, l.db.QueryRow("SELECT 1").Scan(&s) }

type memLog struct{ last string }

func (l *memLog) Last() (string, error) { return l.last, nil }

func NewLog(db *sql.DB) gates.Log {
	if db == nil {
		return &memLog{}
	}
	return &dbLog{db}
}

// In a goroutine of its own.
type mail struct{ db *sql.DB }

func (m *mail) Send(to string) error {
	go m.db.Exec("INSERT", to)
	return nil
}

func NewMail(db *sql.DB) gates.Mail { return &mail{db} }
