package cli

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"airport-content/internal/admin"
)

func TestList(t *testing.T) {
	imported := time.Date(2026, 3, 1, 9, 30, 0, 120_900_000, time.UTC)
	airports := []admin.Airport{{Code: "SFO", Name: "San <Francisco>", Items: 12, ImportedAt: &imported}, {Code: "A1B2", Name: "Ünïcode"}}
	for _, tt := range []struct {
		name, stdout, stderr string
		airports             []admin.Airport
		json                 bool
	}{
		{name: "table", airports: airports, stdout: "CODE  IMPORTED              NAME\n" +
			"SFO   2026-03-01T09:30:00Z  San <Francisco>\n" +
			"A1B2  -                     Ünïcode\n"},
		{name: "JSON", airports: airports, json: true,
			stdout: `[{"code":"SFO","name":"San <Francisco>","website":null,"timeZone":null,"readTexts":false,"offlineAt":null,"items":12,"revision":0,"publishedAt":null,"importedAt":"2026-03-01T09:30:00.120Z"},` +
				`{"code":"A1B2","name":"Ünïcode","website":null,"timeZone":null,"readTexts":false,"offlineAt":null,"items":0,"revision":0,"publishedAt":null,"importedAt":null}]` + "\n"},
		{name: "nothing", stderr: "airport-content: there are none yet\n"},
		{name: "nothing as JSON", json: true, stdout: "[]\n"},
	} {
		var stdout, stderr strings.Builder
		p := &program{stdout: &stdout, stderr: &stderr, json: tt.json}
		err := list(p, tt.airports, nil, []string{"CODE", "IMPORTED", "NAME"}, func(a admin.Airport) []string { return []string{a.Code, day(a.ImportedAt), a.Name} })
		if diff := cmp.Diff([]string{tt.stdout, tt.stderr}, []string{stdout.String(), stderr.String()}); err != nil || diff != "" {
			t.Errorf("%s: error %v (-want +got):\n%s", tt.name, err, diff)
		}
	}
}
