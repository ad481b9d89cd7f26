// Package every has something for every pass, in a file named like it.
package every

import (
	"database/sql"
	"net/http"
)

type shop struct {
	db     *sql.DB
	client *http.Client
}
