package template

import (
	"fmt"
	"strings"
	"testing"

	"airport-content/internal/check"
)

func TestSharedNames(t *testing.T) {
	for title, want := range map[string]string{
		"%s [Airport Handbook]": " [Airport Handbook]", "%s| Muster Airport": "| Muster Airport", "%s :: Muster": " :: Muster", "%s (Terminal 2)": "", "%s-Shop": "",
		"Muster Airport | %s": "Muster Airport | ", "Muster – %s – Info": " – Info", "Muster [%s]": "",
		"%s" + strings.Repeat(" | x", 245): " | x | x | x", // only the last three separators count
	} {
		titles := map[string]string{}
		for _, about := range []string{"Shops", "Taxis", "Hotels"} {
			titles[about] = fmt.Sprintf(title, about)
		}
		check.Same(t, want, SharedName(titles), title)
	}
}
