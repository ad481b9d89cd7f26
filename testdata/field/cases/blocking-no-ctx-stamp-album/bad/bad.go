// Package bad serves the pages of a stamp album. From the handler it is five calls over four packages to
// the database, through an interface in the middle. The context of the request is at hand in the
// first of them and given to none.
package bad

import (
	"database/sql"
	"encoding/json"
	"errors"
	"net/http"

	"faultfield/cases/blocking-no-ctx-stamp-album/bad/album"
	"faultfield/cases/blocking-no-ctx-stamp-album/bad/pg"
	"faultfield/cases/blocking-no-ctx-stamp-album/bad/worth"
)

// Server serves albums.
type Server struct {
	album *album.Album
	mux   *http.ServeMux
}

// New wires a server up with a database.
func New(db *sql.DB) *Server {
	s := &Server{
		album: album.New(worth.NewAppraiser(pg.NewStamps(db))),
		mux:   http.NewServeMux(),
	}
	s.mux.HandleFunc("GET /albums/{country}", s.page)
	return s
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

func (s *Server) page(w http.ResponseWriter, r *http.Request) {
	page, err := s.album.Page(r.PathValue("country")) // OR blocking-no-ctx
	if errors.Is(err, album.ErrEmpty) {
		http.NotFound(w, r)
		return
	}
	if err != nil {
		http.Error(w, "album is closed", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(page)
}
