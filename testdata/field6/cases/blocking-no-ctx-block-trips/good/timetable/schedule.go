// Package timetable reads a transit agency's timetable.
package timetable

import (
	"context"
	"database/sql"
)

const tripsOfBlock = `SELECT trip_id, route_id, first_departure FROM block_trip WHERE block_id = $1 ORDER BY first_departure`

// Trip is one run along a route.
type Trip struct {
	ID        string `json:"id"`
	Route     string `json:"route"`
	Departure int    `json:"departure"`
}

// Schedule is the timetable in a database.
type Schedule struct{ db *sql.DB }

// NewSchedule returns the schedule in db.
func NewSchedule(db *sql.DB) *Schedule { return &Schedule{db: db} }

// Block lists the trips of a block.
func (s *Schedule) Block(ctx context.Context, id string) ([]Trip, error) {
	rows, err := s.db.QueryContext(ctx, tripsOfBlock, id)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var trips []Trip
	for rows.Next() {
		var t Trip
		if err := rows.Scan(&t.ID, &t.Route, &t.Departure); err != nil {
			return nil, err
		}
		trips = append(trips, t)
	}
	return trips, rows.Err()
}
