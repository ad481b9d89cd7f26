// Package bad shows the state of devices on a dashboard.
package bad

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"time"

	"faultfield6/cases/blocking-no-ctx-device-client/bad/core"
)

// Dashboard is an HTTP handler.
type Dashboard struct {
	devices *core.DeviceClient
	log     *slog.Logger
}

// NewDashboard returns a dashboard.
func NewDashboard(devices *core.DeviceClient, log *slog.Logger) *Dashboard {
	return &Dashboard{devices: devices, log: log}
}

// ServeHTTP answers with one device.
func (d *Dashboard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 3*time.Second)
	defer cancel()
	device, err := d.devices.ByName(ctx, r.PathValue("name"))
	if err != nil {
		d.log.ErrorContext(ctx, "device", "err", err)
		http.Error(w, "device not available", http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(device)
}
