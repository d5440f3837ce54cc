package ratelimit_test

import (
	"sync"
	"sync/atomic"
	"testing"
)

// 16 clients, as in `make bench`: each its own partner, or all the same one.
func BenchmarkPartner(b *testing.B) {
	for name, partners := range map[string]int64{"16 partners": 16, "1 partner": 1} {
		b.Run(name, func(b *testing.B) {
			l, _ := newPatientLimiter(b, startRedis(b).URL(), 300, 30)
			const unlimited = 1 << 30
			var left atomic.Int64
			left.Store(int64(b.N))
			b.ReportAllocs()
			b.ResetTimer()
			var clients sync.WaitGroup
			for id := range int64(16) {
				clients.Go(func() {
					for left.Add(-1) >= 0 {
						l.Partner(b.Context(), id%partners, unlimited)
					}
				})
			}
			clients.Wait()
		})
	}
}
