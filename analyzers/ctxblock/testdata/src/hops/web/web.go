// Package web serves the catalogue: five calls over four packages, through one interface, to the database.
package web

import (
	"database/sql"
	"fmt"
	"net/http"

	"hops/catalog"
	"hops/db"
	"hops/price"
)

type Server struct{ catalog *catalog.Catalog }

func New(conn *sql.DB) *Server {
	return &Server{catalog: catalog.New(price.NewList(db.Open(conn)))}
}

func (s *Server) page(w http.ResponseWriter, r *http.Request) {
	text, err := s.catalog.Page(len(r.PathValue("id"))) // want `\(\*Catalog\)\.Page waits without a context, so the end of r\.Context\(\) does not end it: \(\*Server\)\.page → \(\*Catalog\)\.Page → \(\*Catalog\)\.render → \(\*List\)\.Of → \(\*Parts\)\.Cost → \(\*sql\.DB\)\.QueryRow \(db\.go:\d+\)`
	fmt.Fprintln(w, text, err)
}
