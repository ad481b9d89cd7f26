// Package sqlite stands in for the driver.
package sqlite
