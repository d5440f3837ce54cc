package metrics

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"airport-content/internal/db"
)

// replicaTimeout bounds what is asked of the primary and the replica.
const replicaTimeout = time.Second

// WatchReplica shows whether the replica follows its primary. It calls ask each time the metrics are read.
func (m *Metrics) WatchReplica(ask func(context.Context) (db.Replica, error)) {
	receiving := prometheus.NewDesc(prefix+"replica_receiving",
		"1 while the replica answers and has a connection to its primary, else 0.", nil, nil)
	lag := prometheus.NewDesc(prefix+"replica_lag_seconds",
		"How long ago the newest commit that the replica shows was made; 0 if it shows all. Left out while it does not answer.", nil, nil)
	m.registry.MustRegister(collector(func(out chan<- prometheus.Metric) {
		ctx, cancel := context.WithTimeout(context.Background(), replicaTimeout)
		defer cancel()
		r, err := ask(ctx)
		out <- prometheus.MustNewConstMetric(receiving, prometheus.GaugeValue, number(err == nil && r.Receiving))
		if err == nil {
			out <- prometheus.MustNewConstMetric(lag, prometheus.GaugeValue, r.Behind.Seconds())
		}
	}))
}
