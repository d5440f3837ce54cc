//go:build browser

package e2e_test

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/device"
	"github.com/chromedp/chromedp/kb"

	"airport-content/internal/check"
)

const (
	searchField = "#q"
	// searched is true when the results of the last search are shown.
	opened   = `!document.getElementById("item").hidden`
	searched = `!document.getElementById("outcome").hidden && document.getElementById("outcome").ariaBusy === "false"`
)

// choose takes an airport, once the key has brought those that it covers.
func (b tab) choose(airport string) {
	b.t.Helper()
	b.await(`[...document.getElementById("airport").options].some(o => o.value === "` + airport + `")`)
	b.do(chromedp.SetValue(chromedp.CSS("#airport"), airport))
	evaluate[bool](b, `document.getElementById("airport").dispatchEvent(new Event("change"))`)
}

func (b tab) changeKey(key string) {
	b.t.Helper()
	evaluate[bool](b, `document.getElementById("key").select(); true`)
	b.do(chromedp.SendKeys(chromedp.CSS("#key"), key+"\t"))
}

func (b tab) field() string { return evaluate[string](b, `document.getElementById("q").value`) }

func (b tab) typeIn(text string) { b.do(chromedp.SendKeys(chromedp.CSS(searchField), text)) }

// search fills the field at once, as pasting does, and sends the form.
func (b tab) search(text string) {
	b.t.Helper()
	evaluate[bool](b, `document.getElementById("q").value = "`+text+`"; document.getElementById("search-form").requestSubmit(); true`)
}

func (b tab) text(selector string) string {
	b.t.Helper()
	return evaluate[string](b, `document.querySelector("`+selector+`").innerText`)
}

// sent is the URL of the last request to an endpoint, as the page's curl command shows it.
func (b tab) sent(endpoint string) *url.URL {
	b.t.Helper()
	u, err := url.Parse(strings.Split(b.text("#sent-"+endpoint+" code"), `"`)[1])
	check.NoError(b.t, err)
	return u
}

// A partner's engineer types, chooses a suggestion with the keyboard alone, and reads its item.
func TestBrowserSearchByKeyboard(t *testing.T) {
	t.Parallel()
	s, key := serveSample(t)
	b := newTab(t)
	b.open(s.url+"/docs", key)
	b.await(`document.getElementById("airport").value === "QLB"`)
	b.typeIn("cof")
	b.await(`document.querySelectorAll("#suggestions [role=option]").length > 0`)
	if u := b.sent("suggest"); u.Path != base+"QLB/suggest" || u.Query().Get("q") != "cof" {
		t.Errorf("suggestions were asked for with %s", u)
	}
	if got := b.text("#announcement"); !strings.Contains(got, "suggestion") {
		t.Errorf("a screen reader hears %q", got)
	}
	b.typeIn(kb.ArrowDown + kb.ArrowDown + kb.ArrowUp)
	active := evaluate[string](b, `document.getElementById(document.getElementById("q").getAttribute("aria-activedescendant")).querySelector(".text").textContent`)
	check.Same(t, b.text("#suggestions .text"), active, "down, down and up are at the first")
	// chromedp types a character after the key, which would send the form all the same.
	evaluate[bool](b, `document.getElementById("q").dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", cancelable: true }))`)
	b.await(opened)
	check.Same(t, active, b.field(), "the field")
	if !evaluate[bool](b, `document.getElementById("suggestions").hidden && document.getElementById("q").ariaExpanded === "false"`) {
		t.Error("the suggestions are still there")
	}
	if got := b.text("#item h3"); got != active || !evaluate[bool](b, `document.activeElement === document.querySelector("#item h3")`) {
		t.Errorf("the item is %q, not the suggestion %q, or has no focus", got, active)
	}
	b.typeIn(strings.Repeat(kb.Backspace, 200) + "ca")
	b.await(`!document.getElementById("suggestions").hidden`)
	b.typeIn(kb.Escape)
	b.await(`document.getElementById("suggestions").hidden`)
	check.Same(t, "ca", b.field(), "the first Escape leaves the field")
	b.typeIn(kb.Escape)
	check.Same(t, "", b.field(), "the second Escape empties the field")
}

// A misspelled word, facets, pages, and the requests beside them.
func TestBrowserSearchResults(t *testing.T) {
	t.Parallel()
	s, key := serveSample(t)
	b := newTab(t)
	b.open(s.url+"/docs?airport=QLB", key)
	b.choose("QLB")
	b.search("termimal")
	b.await(searched)
	if got := b.text("#understood"); !strings.Contains(got, "“terminal” in place of “termimal”") {
		t.Errorf("the correction is %q", got)
	}
	if n := evaluate[int](b, `document.querySelectorAll("#results mark").length`); n == 0 {
		t.Error("no word is marked")
	}
	total := evaluate[int](b, `parseInt(document.getElementById("result-count").textContent)`)
	count := evaluate[int](b, `parseInt(document.querySelector("#facets [data-facet=contentType] .count").textContent)`)
	if count == 0 || count >= total {
		t.Fatalf("%d of %d items have the first type", count, total)
	}

	b.click("#facets [data-facet=contentType]")
	b.await(searched + ` && document.querySelector("#facets [data-facet=contentType]").ariaPressed === "true"`)
	check.Same(t, count, evaluate[int](b, `parseInt(document.getElementById("result-count").textContent)`), "a click on the facet finds")
	if !evaluate[bool](b, `document.activeElement.dataset.facet === "contentType"`) {
		t.Error("the click has lost the focus")
	}
	b.click("#facets [aria-pressed=false]")
	b.await(searched + ` && document.querySelectorAll("#facets [aria-pressed=true]").length === 2`)
	types := b.sent("content").Query().Get("contentType")
	check.Same(t, 1, strings.Count(types, ","), "two types are sent: ", types)
	b.click("#facets > button")
	b.await(searched + ` && document.querySelectorAll("#facets [aria-pressed=true]").length === 0`)

	b.click("#pager button:last-child")
	b.await(searched + ` && document.getElementById("result-count").textContent.includes("page 2")`)
	check.Same(t, "5", b.sent("content").Query().Get("from"), "the second page begins at")
	if !evaluate[bool](b, `document.activeElement.id === "result-count"`) {
		t.Error("the focus is not at the top of the new page")
	}
	if curl := b.text("#sent-content code"); !strings.Contains(curl, `x-partner-api-key: $KEY"`) {
		t.Errorf("the command is %s", curl)
	}

	title := b.text("#results h4")
	b.click("#results h4 button")
	b.await(opened)
	if got := b.text("#item h3"); got != title || b.text("#item .text") == "" {
		t.Errorf("the result %q opens %q", title, got)
	}
	if got := evaluate[string](b, `document.querySelector("#item a").href`); !strings.HasPrefix(got, "https://www.example.com/") {
		t.Errorf("the item is linked to %s", got)
	}
	b.click("#item > button")
	b.await(searched + ` && document.activeElement.id === "result-count"`)
}

// Nothing found: the page says what to try, and a filter is taken back with one click.
func TestBrowserSearchNothing(t *testing.T) {
	t.Parallel()
	s, key := serveSample(t)
	b := newTab(t)
	b.open(s.url+"/docs?airport=QLB", key)
	b.choose("QLB")
	b.search("coffee")
	b.await(searched)
	b.click("#facets [data-value=dining]")
	b.await(searched + ` && document.querySelector("#facets [data-value=dining]").ariaPressed === "true"`)
	b.search("zzqqxx")
	b.await(`document.getElementById("result-count").textContent === "0 results for “zzqqxx”"`)
	if got := b.text("#understood"); !strings.HasPrefix(got, "Try other words") {
		t.Errorf("the advice is %q", got)
	}
	b.click("#understood button")
	b.await(searched + ` && !document.querySelector("#understood button")`)

	// Another airport is searched at once.
	evaluate[bool](b, `(() => { const real = window.fetch; window.fetch = (path, options) => { window.last = path; return real(path, options); };
		document.getElementById("airport").dispatchEvent(new Event("change")); return true })()`)
	b.await(`window.last?.includes("q=zzqqxx") && ` + searched)
}

// Text of the API becomes text, whatever it holds.
func TestBrowserSearchMarks(t *testing.T) {
	t.Parallel()
	s, key := serveSample(t)
	b := newTab(t)
	b.open(s.url+"/docs", key)
	for escaped, want := range map[string]string{
		"a <mark>b</mark> c":                           "a <mark>b</mark> c",
		"&lt;img src=x&gt; &amp;lt; &#34;&#39;&quot;":  `&lt;img src=x&gt; &amp;lt; "'"`,
		"<img src=x onerror=alert(1)><mark>b</mark>":   "&lt;img src=x onerror=alert(1)&gt;<mark>b</mark>",
		"<mark><script>1</script></mark>":              "<mark>&lt;script&gt;1&lt;/script&gt;</mark>",
		"<mark onclick=x>b</mark>":                     "&lt;mark onclick=x&gt;b",
		"caf&eacute; &nbsp; <mark>R&amp;B</mark> &lt;": "caf&amp;eacute; &amp;nbsp; <mark>R&amp;B</mark> &lt;",
	} {
		argument := check.Must(json.Marshal(escaped))(t)
		evaluate[bool](b, `window.made = undefined; import("/docs/assets/search.js").then(({ marked }) => {
			const place = document.createElement("p"); place.append(marked(`+string(argument)+`, "")); window.made = place.innerHTML }); true`)
		b.await(`window.made !== undefined`)
		check.Same(t, want, evaluate[string](b, `window.made`), escaped)
	}
}

// What the API refuses is shown with its message, and nothing is asked for in vain.
func TestBrowserSearchErrors(t *testing.T) {
	t.Parallel()
	s, key := serveSample(t)
	b := newTab(t)
	b.open(s.url+"/docs", "acp_0000000000_nothing\t")
	b.await(`document.getElementById("key-status").textContent.includes("401 invalid_api_key: This API key is not accepted.")`)
	b.search("coffee")
	b.await(`document.getElementById("search-error").textContent.includes("Choose an airport")`)

	b.changeKey("acp_…")
	b.await(`document.getElementById("key-status").textContent.includes("a character that no key has")`)

	b.changeKey(key)
	b.choose("QLB")
	// Answers that this server does not give now.
	evaluate[bool](b, `(() => {
		const real = window.fetch;
		window.asked = [];
		window.fetch = (path, options) => {
			window.asked.push(path);
			if (!window.refuse) return real(path, options);
			const error = { code: window.refuse.code, message: "Message.", requestId: "0123" };
			return Promise.resolve(new Response(JSON.stringify({ success: false, error }), window.refuse));
		};
		return true;
	})()`)
	b.search("   ")
	evaluate[bool](b, `window.refuse = { status: 500, code: "unavailable" }; true`)
	b.search("coffee")
	b.await(`document.getElementById("search-error").textContent === "500 unavailable: Message. (requestId 0123)"`)
	if got := evaluate[string](b, `window.asked[0]`); !strings.Contains(got, "coffee") {
		t.Errorf("an empty field has sent %s", got)
	}
	evaluate[bool](b, `window.refuse = { status: 429, code: "rate_limited", headers: { "Retry-After": "17" } }; true`)
	b.typeIn(kb.Enter)
	b.await(`document.getElementById("search-error").textContent.includes("Retry-After: 17 seconds")`)
	evaluate[bool](b, `window.refuse = { status: 403, code: "scope_forbidden" }; true`)
	b.typeIn(kb.Enter)
	b.await(`document.getElementById("search-error").textContent.includes("403 scope_forbidden: Message.")`)
	evaluate[bool](b, `window.refuse = null; true`)
	b.typeIn(kb.Enter)
	b.await(searched + ` && document.getElementById("search-error").hidden`)
}

// A telephone shows all of it, without scrolling to the side.
func TestBrowserSearchNarrow(t *testing.T) {
	t.Parallel()
	s, key := serveSample(t)
	b := newTab(t)
	b.do(chromedp.Emulate(device.IPhoneSE))
	b.open(s.url+"/docs", key)
	b.choose("QLB")
	b.typeIn("coffee")
	b.await(`!document.getElementById("suggestions").hidden`)
	narrow := func(when string) {
		t.Helper()
		if wide := evaluate[string](b, `[...document.querySelectorAll("#try *")].filter(e => e.getBoundingClientRect().right > document.documentElement.clientWidth && e.id !== "announcement").map(e => e.outerHTML.slice(0, 100)).join("\n")`); wide != "" {
			t.Errorf("%s: wider than the screen: %s", when, wide)
		}
		if scroll := evaluate[int](b, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); scroll > 0 {
			t.Errorf("%s: the page is %d pixels too wide", when, scroll)
		}
	}
	narrow("suggestions")
	if low := evaluate[int](b, `Math.min(...[...document.querySelectorAll("#suggestions li")].map(e => e.clientHeight))`); low < 44 {
		t.Errorf("a suggestion is %d pixels high", low)
	}
	b.do(chromedp.Tap(chromedp.CSS("#suggestions li")))
	b.await(opened)
	narrow("item")
	b.typeIn(kb.Enter)
	b.await(searched)
	narrow("results")
}

// axe finds no fault, and the focus goes in order.
func TestBrowserSearchIsAccessible(t *testing.T) {
	t.Parallel()
	axe := axeCore(t)
	s, key := serveSample(t)
	b := newTab(t)
	b.open(s.url+"/docs", key)
	b.choose("QLB")
	b.search("coffee")
	b.await(searched)
	b.typeIn(kb.ArrowDown)
	b.await(`!document.getElementById("suggestions").hidden`)
	evaluate[chromedp.Void](b, `document.querySelectorAll("details").forEach((details) => { details.open = true })`)
	b.click(".run")
	b.hasNoFindings(axe)
	b.do(chromedp.Focus(chromedp.CSS("#key")))
	var order []string
	for range 3 {
		order = append(order, evaluate[string](b, `document.activeElement.id || document.activeElement.textContent`))
		b.do(chromedp.KeyEvent(kb.Tab))
	}
	check.Same(t, []string{"key", "show-key", "airport"}, order, "the order of the focus")
}
