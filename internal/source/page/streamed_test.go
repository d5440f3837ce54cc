package page

import (
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/markup"
)

func TestPlaceStreamed(t *testing.T) {
	for _, row := range []struct{ name, page, want string }{
		{"parts in parts", `<main><!--$?--><template id="B:0"></template><!--/$--></main><footer>Imprint</footer>` +
			`<div hidden id="S:0"><h1>Gates</h1><template id="P:1"></template></div><div hidden id="S:1"><p>All are open.</p></div>`, "<main><h1>Gates</h1><p>All are open.</p></main>"},
		{"before a placeholder", `<main><template id="B:a"></template><p>Wait</p></main><div hidden id="S:a"><p>Gates</p></div>`, "<main><p>Gates</p><p>Wait</p></main>"},
		{"a part that does not come", `<main><!--$?--><template id="B:0"></template><p>Wait</p><!--/$--></main>`, "<main><p>Wait</p></main>"},
		{"a part in itself", `<div id="S:0"><main>Gates<template id="B:0"></template></main></div>`, "<main>Gates</main>"},
	} {
		doc := check.Must(markup.Parse(row.page))(t)
		placeStreamed(doc.Get(0))
		removeAll(doc.Get(0), isNoText) // comments and templates
		if got := check.Must(doc.Find("main").Html())(t); "<main>"+got+"</main>" != row.want {
			t.Errorf("%s: %s, want %s", row.name, got, row.want)
		}
	}
}
