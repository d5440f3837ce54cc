//go:build browser

package e2e_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"airport-content/internal/check"
)

// The search box of the guide works in a page of another origin with a browser key of this origin,
// and with no other key.
func TestBrowserKey(t *testing.T) {
	t.Parallel()
	i := install(t)
	i.do(t, "airport", "add", "QLB", "Quillan")
	i.do(t, "import", "QLB", "../sample/qlb.ndjson")
	i.do(t, "partner", "add", "Example")
	s := i.serve(t)
	script := ""
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, `<!doctype html><title>Shop</title><input id="box"><ul id="found"></ul><script>%s</script>`, script)
	}))
	t.Cleanup(page.Close)
	own := i.key(t, "Example", "--airport", "QLB", "--origin", page.URL)
	foreign := i.key(t, "Example", "--airport", "QLB", "--origin", "https://shop.example")
	server := i.key(t, "Example", "--airport", "QLB")
	b := newTab(t)
	b.do(chromedp.Navigate(s.url + "/docs#pages"))
	example := strings.NewReplacer("https://this-server", s.url, "/SFO/", "/QLB/").Replace(evaluate[string](b, `document.querySelector("#pages pre code").textContent`))
	if !strings.Contains(example, s.url) {
		t.Fatalf("the guide's example has no address: %s", example)
	}
	for _, c := range []struct {
		name, key string
		works     bool
	}{{"the page's key", own, true}, {"another page's key", foreign, false}, {"a server's key", server, false}} {
		script = strings.Replace(example, "acp_…", c.key, 1)
		b.do(chromedp.Navigate(page.URL))
		evaluate[chromedp.Void](b, `window.asked = null; window.addEventListener("unhandledrejection", (event) => { window.asked = "refused"; event.preventDefault() });
			const watch = setInterval(() => { if (document.querySelectorAll("#found li").length) { window.asked = "found"; clearInterval(watch) } }, 20);
			const box = document.querySelector("#box"); box.value = "coffee"; box.dispatchEvent(new Event("input")); undefined`)
		b.await(`window.asked !== null`)
		want := "refused"
		if c.works {
			want = "found"
		}
		check.Same(t, want, evaluate[string](b, `window.asked`), c.name)
	}
}
