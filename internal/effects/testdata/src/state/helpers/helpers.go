// Package helpers changes what it is given, for another package.
package helpers

import "database/sql"

func Collect(rows *sql.Rows, out *[]string) error {
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			return err
		}
		*out = append(*out, s)
	}
	return rows.Err()
}

func CollectAnew(rows *sql.Rows, out *[]string) error {
	*out = (*out)[:0]
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			return err
		}
		*out = append(*out, s)
	}
	return rows.Err()
}
