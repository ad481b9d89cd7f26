package every

import (
	"fmt"
	"net/http"
)

func (s *shop) show(w http.ResponseWriter, r *http.Request) {
	name, err := s.load(r.PathValue("id"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	fmt.Fprintln(w, name)
}

func (s *shop) load(id string) (string, error) {
	var name string
	err := s.db.QueryRow("SELECT name FROM goods WHERE id = ?", id).Scan(&name)
	return name, err
}
