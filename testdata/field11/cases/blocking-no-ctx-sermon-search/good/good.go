// Package good searches a collection of sermons. The context of a search goes along with the
// request to Elasticsearch.
package good

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/elastic/go-elasticsearch/v8"
	"github.com/elastic/go-elasticsearch/v8/esapi"
	"github.com/labstack/echo/v4"
)

const sermonIndex = "sermons"

// Hit is one sermon found.
type Hit struct {
	ID    string  `json:"_id"`
	Score float64 `json:"_score"`
}

// Library searches the parish's collection of sermons.
type Library struct{ es *elasticsearch.Client }

// NewLibrary returns a library on a client.
func NewLibrary(es *elasticsearch.Client) *Library { return &Library{es: es} }

// Passages returns the sermons with a passage like the given words.
func (l *Library) Passages(ctx context.Context, words string, limit int) ([]Hit, error) {
	query := map[string]any{
		"query": map[string]any{"match_phrase": map[string]any{"body": words}},
	}
	var body bytes.Buffer
	if err := json.NewEncoder(&body).Encode(query); err != nil {
		return nil, fmt.Errorf("encode query: %w", err)
	}
	resp, err := l.es.Search(
		l.es.Search.WithContext(ctx),
		l.es.Search.WithIndex(sermonIndex),
		l.es.Search.WithBody(&body),
		l.es.Search.WithSize(limit),
	)
	if err != nil {
		return nil, fmt.Errorf("search sermons: %w", err)
	}
	defer resp.Body.Close()
	return hits(resp)
}

func hits(resp *esapi.Response) ([]Hit, error) {
	if resp.IsError() {
		return nil, fmt.Errorf("search sermons: %s", resp.Status())
	}
	var out struct {
		Hits struct {
			Hits []Hit `json:"hits"`
		} `json:"hits"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&out); err != nil {
		return nil, fmt.Errorf("decode hits: %w", err)
	}
	return out.Hits.Hits, nil
}

// Desk is the search page.
type Desk struct {
	library *Library
	log     *slog.Logger
}

// Mount adds the page to an echo router.
func (d *Desk) Mount(e *echo.Echo) { e.GET("/sermons", d.search) }

func (d *Desk) search(c echo.Context) error {
	words := c.QueryParam("words")
	if len(words) < 4 {
		return echo.NewHTTPError(http.StatusBadRequest, "give at least four letters")
	}
	found, err := d.library.Passages(c.Request().Context(), words, 25)
	if err != nil {
		d.log.Error("search", "err", err)
		return echo.NewHTTPError(http.StatusBadGateway, "search not available")
	}
	return c.JSON(http.StatusOK, found)
}
