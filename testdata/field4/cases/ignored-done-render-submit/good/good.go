// Package good renders map tiles on request.
package good

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"faultfield4/cases/ignored-done-render-submit/good/pool"
)

const tileLimit = 3 * time.Second

// Tile addresses one map tile.
type Tile struct{ Zoom, X, Y int }

// Renderer draws tiles.
type Renderer interface {
	Render(ctx context.Context, t Tile) ([]byte, error)
}

type drawing struct {
	png []byte
	err error
}

// Tiles is the tile endpoint.
type Tiles struct {
	pool     *pool.Pool
	renderer Renderer
}

// Get draws the tile in the path.
func (t *Tiles) Get(c echo.Context) error {
	var tile Tile
	for name, dst := range map[string]*int{"z": &tile.Zoom, "x": &tile.X, "y": &tile.Y} {
		n, err := strconv.Atoi(c.Param(name))
		if err != nil {
			return echo.NewHTTPError(http.StatusBadRequest, "bad tile address")
		}
		*dst = n
	}
	ctx, cancel := context.WithTimeout(c.Request().Context(), tileLimit)
	defer cancel()

	result := make(chan drawing, 1)
	err := t.pool.Submit(ctx, func() {
		png, err := t.renderer.Render(ctx, tile)
		result <- drawing{png, err}
	})
	if errors.Is(err, pool.ErrClosed) {
		return echo.NewHTTPError(http.StatusServiceUnavailable, "shutting down")
	}
	if err != nil {
		return echo.NewHTTPError(http.StatusServiceUnavailable, "too busy")
	}
	select {
	case d := <-result:
		if d.err != nil {
			return d.err
		}
		return c.Blob(http.StatusOK, "image/png", d.png)
	case <-ctx.Done():
		return echo.NewHTTPError(http.StatusGatewayTimeout, "tile took too long")
	}
}
