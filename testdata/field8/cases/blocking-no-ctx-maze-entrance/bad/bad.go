// Package bad lets a few visitors at a time compute a way through a maze. The middleware takes
// a place before the handler runs and waits for a free one with a plain send: requests whose
// clients have left stay in the line, and each takes a place when its turn comes.
package bad

import (
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"
)

const maxSide = 400

// Entrance has a number of places.
type Entrance struct {
	places chan struct{}
}

// NewEntrance returns an entrance with n places.
func NewEntrance(n int) *Entrance {
	return &Entrance{places: make(chan struct{}, n)}
}

func (e *Entrance) enter() {
	e.places <- struct{}{} // EXPECT blocking-no-ctx // OR ignored-done
}

func (e *Entrance) leave() { <-e.places }

// Limit is the middleware.
func (e *Entrance) Limit(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		e.enter() // OR blocking-no-ctx // OR ignored-done
		defer e.leave()
		return next(c)
	}
}

// Register adds the maze to the server, which has limits of its own.
func Register(e *echo.Echo, entrance *Entrance, solve func(side int, seed int64) []string) {
	e.Server.ReadHeaderTimeout = 5 * time.Second
	e.Server.ReadTimeout = 10 * time.Second
	e.Server.IdleTimeout = time.Minute

	e.GET("/mazes/:side/:seed", func(c echo.Context) error {
		side, err := strconv.Atoi(c.Param("side"))
		if err != nil || side < 2 || side > maxSide {
			return echo.NewHTTPError(http.StatusBadRequest, "bad side")
		}
		seed, err := strconv.ParseInt(c.Param("seed"), 10, 64)
		if err != nil {
			return echo.NewHTTPError(http.StatusBadRequest, "bad seed")
		}
		return c.JSON(http.StatusOK, solve(side, seed))
	}, entrance.Limit)
}
