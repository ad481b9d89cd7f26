// Package pq stands in for the driver.
package pq
