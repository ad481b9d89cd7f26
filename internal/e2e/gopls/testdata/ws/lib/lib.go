// Package lib is in the same module as its user.
package lib

import (
	"database/sql"
	"time"
)

// Name looks a name up.
func Name(db *sql.DB, id string) (string, error) {
	var name string
	err := db.QueryRow("SELECT name FROM people WHERE id = ?", id).Scan(&name)
	return name, err
}

// Pause waits a while.
func Pause() {
	time.Sleep(3 * time.Second)
}
