package search_test

import "testing"

func BenchmarkMark(b *testing.B) {
	for name, body := range bodies() {
		b.Run(name, func(b *testing.B) {
			m := marker(b, "coffee gate -shop 航站楼")
			for b.Loop() {
				highlight(m, "Title", "", body)
			}
		})
	}
}
