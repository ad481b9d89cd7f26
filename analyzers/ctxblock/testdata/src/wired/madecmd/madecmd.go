// Package madecmd puts a service together.
package madecmd

import (
	"database/sql"

	"wired/madepg"
	"wired/madeweb"
)

func Build(db *sql.DB) (*madeweb.Web, error) {
	repo, err := madepg.NewRepo(db) // want `\(\*repo\).Find waits without a context, and \(\*Web\).show of package madeweb \(madeweb.go:\d+\) calls it as Repo.Find with r.Context\(\) at hand, the end of which does not end it`
	if err != nil {
		return nil, err
	}
	return &madeweb.Web{Repo: repo, Log: madepg.NewLog(db), Mail: madepg.NewMail(db)}, nil
}
