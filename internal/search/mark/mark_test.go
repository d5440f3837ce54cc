package mark_test

import (
	"cmp"
	"fmt"
	"html"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/markup"
	"airport-content/internal/search/mark"
)

// forms are how items write lexemes.
var forms = func() (list []mark.Form) {
	for written, lexeme := range map[string]string{"coffee": "coffee", "coffees": "coffee", "shop": "shop", "shops": "shop", "gate": "gate", "gates": "gate",
		"lost": "lost", "found": "found", "crème": "creme", "creme": "creme", "brûlée": "brulee", "lift": "lift", "lifts": "lift", "elevator": "elevator",
		"elevators": "elevator", "need": "need", "aéroport": "aeroport", "ohare": "ohare", "tmobil": "tmobil", "t-mobile": "tmobil", "j-crew": "jcrew",
		"pre-check": "precheck", "zebra": "zebra"} {
		list = append(list, mark.Form{Word: written, Lexeme: lexeme})
	}
	return list
}()

// marker makes the marker of terms, "coffee lift|elevator lost+_+found 站* ?need": with spaces
// between clauses, | between terms, + between lexemes, _ for a stop word, * behind a prefix, and ?
// before what is optional. Rarer words weigh more: those further behind.
func marker(t testing.TB, q string) *mark.Marker {
	t.Helper()
	var terms []mark.Term
	for clause, spec := range strings.Fields(q) {
		spec, optional := strings.CutPrefix(spec, "?")
		for term := range strings.SplitSeq(spec, "|") {
			of := mark.Term{Language: "english", Clause: clause, Weight: 10 + float64(clause), Optional: optional}
			for lexeme := range strings.SplitSeq(term, "+") {
				lexeme, prefix := strings.CutSuffix(lexeme, "*")
				of.Lexemes = append(of.Lexemes, mark.Lexeme{Text: strings.Trim(lexeme, "_"), Prefix: prefix})
			}
			terms = append(terms, of)
		}
	}
	isOther := func(f mark.Form) bool { return !strings.Contains(q, f.Lexeme) }
	return mark.New(terms, map[string][]mark.Form{"english": slices.DeleteFunc(slices.Clone(forms), isOther)})
}

// highlight marks an item's texts; "-" stands for nothing.
func highlight(m *mark.Marker, title, excerpt, body string) (markedTitle, snippet string) {
	item := &content.Item{Title: title, Excerpt: &excerpt, Language: "en"}
	if h := m.Item(item); h.NeedsBody() {
		h.Body(body)
	}
	nothing := "-"
	return *cmp.Or(item.Highlight.Title, &nothing), *cmp.Or(item.Highlight.Snippet, &nothing)
}

func TestMarks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ q, text, want string }{
		"stems":                        {"coffee", "Coffee, COFFEES and coffeehouse", "<mark>Coffee</mark>, <mark>COFFEES</mark> and coffeehouse"},
		"nothing":                      {"coffee", "tea", "-"},
		"no terms":                     {"", "the end of", "-"},
		"text is escaped":              {"shop", `A "shop" & <b>'more'</b> &lt;i&gt;`, "A &#34;<mark>shop</mark>&#34; &amp; &#39;more&#39; &lt;i&gt;"},
		"within an element":            {"coffee", "cof<b>fee</b>s<script>coffee</script>", "<mark>coffees</mark>"},
		"accents":                      {"creme brulee", "Crème  brûlée", "<mark>Crème</mark> <mark>brûlée</mark>"},
		"a phrase":                     {"lost+_+found", "lost. Lost and found. Found", "lost. <mark>Lost</mark> and <mark>found</mark>. Found"},
		"words":                        {"lost found", "found and lost", "<mark>found</mark> and <mark>lost</mark>"},
		"a number":                     {"24+7 24 7", "24 gates, 24/7", "<mark>24</mark> gates, <mark>24</mark>/<mark>7</mark>"},
		"an apostrophe":                {"coffee ohare aeroport", "O’Hare's coffee's, l'aéroport", "<mark>O’Hare&#39;s</mark> <mark>coffee&#39;s</mark>, l&#39;<mark>aéroport</mark>"},
		"initials":                     {"hm", "at H&M's", "at <mark>H&amp;M&#39;s</mark>"},
		"initials with spaces":         {"hm", "at H & M's, A & B", "at <mark>H &amp; M&#39;s</mark>, A &amp; B"},
		"initials with dots":           {"hm", "the H.M.", "the <mark>H.M</mark>."},
		"a letter before an ampersand": {"c", "C & (lift)", "<mark>C</mark> &amp; (lift)"},
		"places with an ampersand":     {"c", "Gates B & C", "Gates B &amp; <mark>C</mark>"},
		"a phrase with an ampersand":   {"lost+found", "Lost & found", "<mark>Lost</mark> &amp; <mark>found</mark>"},
		"parts of a compound":          {"tmobil jcrew", "Mobile, T-Mobile, J.Crew", "Mobile, <mark>T-Mobile</mark>, <mark>J.Crew</mark>"},
		"signs read as letters":        {"precheck 55x40", "Pre✓® × 55×40 cm", "<mark>Pre✓</mark>® × <mark>55×40</mark> cm"},
		"a lowered digit":              {"co2", "CO₂", "<mark>CO₂</mark>"},
		"a phrase with a compound":     {"lost+found", "a lost-found, lost-gate", "a <mark>lost</mark>-<mark>found</mark>, lost-gate"},
		"two letters with an accent":   {"ol", "Øl", "<mark>Øl</mark>"},
		"adjoining pieces are one":     {"航站+站楼", "T2航站楼在", "T2<mark>航站楼</mark>在"},
		"pieces of another word":       {"航站+站楼 ?航站", "航站, 航站楼", "航站, <mark>航站楼</mark>"},
		"unless nothing else is found": {"航站+站楼 ?航站", "航站的", "<mark>航站</mark>的"},
		"a short piece":                {"站*", "航站楼", "航<mark>站楼</mark>"},
		"optional terms are left out":  {"?need coffee", "need coffee", "need <mark>coffee</mark>"},
		"unless there is nothing else": {"?need coffee", "need tea", "<mark>need</mark> tea"},
		"a synonym":                    {"elevator|lift", "A lift and an elevator", "A <mark>lift</mark> and an <mark>elevator</mark>"},
		"half-width letters":           {"タクー+クー", "ﾀｸｰ", "-"},
	} {
		title, snippet := highlight(marker(t, c.q), c.text, "", c.text)
		check.Same(t, []string{c.want, c.want}, []string{title, snippet}, name)
	}
	title, snippet := highlight(marker(t, "coffee"), "Coffee", "", "")
	check.Same(t, []string{"<mark>Coffee</mark>", "-"}, []string{title, snippet}, "only in the title")
}

// The snippet shows the place with most of the query, and ends between words.
func TestSnippets(t *testing.T) {
	t.Parallel()
	filler := strings.Repeat("filling words ", 60)
	for name, c := range map[string]struct{ q, excerpt, body, holds string }{
		"both words are better":          {"coffee gate", "coffee here", filler + "coffee. " + filler + "gate with coffee " + filler, "<mark>gate</mark> with <mark>coffee</mark>"},
		"the excerpt where both are":     {"coffee gate", "coffee at a gate", "gate coffee", "<mark>coffee</mark> at a <mark>gate</mark>"},
		"the narrowest place":            {"coffee gate", "", "coffee " + filler[:200] + "gate. " + filler + "coffee gate", "<mark>coffee</mark> <mark>gate</mark>"},
		"the rarer word":                 {"gate coffee", "", "gate " + filler + "coffee " + filler, "<mark>coffee</mark>"},
		"the end of the text":            {"coffee", "", filler + "coffee", " <mark>coffee</mark>"},
		"the beginning":                  {"coffee", "", "coffee " + filler, "<mark>coffee</mark> "},
		"a word longer than the snippet": {"coffee", "", strings.Repeat("-x", 300) + "-coffee-" + strings.Repeat("x-", 300), "<mark>coffee</mark>"},
		"a text without spaces":          {"航站+站楼", "", strings.Repeat("汉字", 300) + "航站楼" + strings.Repeat("汉字", 300), "<mark>航站楼</mark>"},
		"words in pieces":                {"coffee", "", strings.Repeat("&amp;&lt; ", 200) + "coffee" + strings.Repeat(" &quot;", 200), "&lt; <mark>coffee</mark> &#34;"},
	} {
		_, snippet := highlight(marker(t, c.q), "", c.excerpt, c.body)
		text := unmarked(t, snippet)
		n := utf8.RuneCountInString(text)
		if !strings.Contains(snippet, c.holds) || n > 300 {
			t.Errorf("%s: %d characters: %s", name, n, snippet)
		}
		if len(c.body) > 700 && n < 270 && !strings.HasPrefix(c.excerpt, "coffee at") {
			t.Errorf("%s: only %d characters: %s", name, n, snippet)
		}
		if source := strings.Join(strings.Fields(markup.FromHTML(c.body)), " "); strings.Contains(c.body, " ") && strings.Contains(source, text) {
			at := strings.Index(source, text)
			if at > 0 && source[at-1] != ' ' || at+len(text) < len(source) && source[at+len(text)] != ' ' {
				t.Errorf("%s: cuts a word: %s", name, snippet)
			}
		}
	}
}

var tag = regexp.MustCompile("</?mark>")

// unmarked is the text of what was marked. Marks must be closed, and nothing else may be markup.
func unmarked(t testing.TB, marked string) string {
	t.Helper()
	for i, found := range tag.FindAllString(marked, -1) {
		if want := []string{"<mark>", "</mark>"}[i%2]; found != want {
			t.Errorf("%q: %s", marked, found)
		}
	}
	text := tag.ReplaceAllString(marked, "")
	if strings.ContainsAny(text, `<>"'`) || strings.Count(marked, "<mark>") != strings.Count(marked, "</mark>") || strings.Contains(marked, "<mark></mark>") {
		t.Errorf("%q is not escaped", marked)
	}
	return html.UnescapeString(text)
}

// together leaves out what stands between cells.
func together(text string) string { return strings.ReplaceAll(text, " ·", "") }

func FuzzMarker(f *testing.F) {
	f.Add("coffee gate", "Coffee & <b>gates</b> O'Hare's 航站楼 ½ &amp; กำลัง")
	f.Add("航站楼 24/7", strings.Repeat("汉字", 200)+"航站楼"+strings.Repeat("x", 400)+"24/7")
	f.Add("h & m", "H & M, H &")
	f.Add("* m", "H & M")
	f.Add("need the h&m", strings.Repeat("H & M e\u0301\u200d", 40)+"&am")
	f.Fuzz(func(t *testing.T, q, text string) {
		q, text = strings.ToValidUTF8(q, ""), strings.ToValidUTF8(text, "")
		title, snippet := highlight(marker(t, q), text, "", text)
		source := strings.Join(strings.Fields(markup.FromHTML(text)), " ")
		if title != "-" && together(unmarked(t, title)) != together(source) {
			t.Errorf("title %q of %q", title, source)
		}
		found := unmarked(t, snippet)
		held := strings.Contains(together(source), together(strings.TrimPrefix(strings.TrimSuffix(found, "…"), "…")))
		if snippet != "-" && (!held || utf8.RuneCountInString(found) > 300 || !strings.Contains(snippet, "<mark>")) {
			t.Errorf("snippet %q of %q", snippet, source)
		}
	})
}

// A snippet marks its cuts, and keeps cells and list items apart.
func TestSnippetsReadWell(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("word ", 100)
	for name, c := range map[string]struct{ body, want string }{
		"whole":      {"A coffee bar.", "A <mark>coffee</mark> bar."},
		"a table":    {"<table><tr><th>Location</th><th>Hours</th></tr><tr><td>Coffee</td><td> </td><td>6 a.m.</td></tr></table>", "Location · Hours · <mark>Coffee</mark> · 6 a.m."},
		"a list":     {"<p>Shops</p><ul><li>Tea<li><b>Coffee</b> bar</ul><p>Open", "Shops · Tea · <mark>Coffee</mark> bar · Open"},
		"the start":  {"coffee " + long, "<mark>coffee</mark> " + strings.Repeat("word ", 57) + "word…"},
		"the end":    {long + "coffee", "…" + strings.Repeat("word ", 58) + "<mark>coffee</mark>"},
		"the middle": {long + "coffee " + long, "…" + strings.Repeat("word ", 19) + "<mark>coffee</mark> " + strings.Repeat("word ", 38) + "word…"},
	} {
		_, snippet := highlight(marker(t, "coffee"), "", "", c.body)
		check.Same(t, c.want, snippet, name)
	}
}

// Words that a body repeats without end, and words that are slow to read, are marked at its
// beginning, in little time and memory.
func TestMarksAreBounded(t *testing.T) {
	phrase := strings.Repeat("24+", 169) + "24"
	for name, body := range map[string]string{
		"a phrase of one word": strings.Repeat("24 ", 87_000), "a table": "<table>" + strings.Repeat("<td>24", 43_000),
		"different ligatures": strings.Repeat("24 ", 170) + different("ﷺ"), "different accents": strings.Repeat("24 ", 170) + different("e\u0301"),
	} {
		m := marker(t, phrase)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, snippet := highlight(m, "", "", body)
		runtime.ReadMemStats(&after)
		allocated := after.TotalAlloc - before.TotalAlloc
		if allocated > 32<<20 || strings.Count(snippet, "<mark>") != 1 && strings.Count(snippet, "<mark>") < 50 {
			t.Errorf("%s: %d bytes, %.100q", name, allocated, snippet)
		}
	}
}

// A body of little else than tags is read at its beginning only. A body of short paragraphs is read
// whole.
func TestMarksBehindTags(t *testing.T) {
	for part, want := range map[string]bool{"<td>0": false, "<p>gate and hall</p>": true} {
		body := strings.Repeat(part, (256<<10)/len(part)-1) + "<p>coffee"
		if _, snippet := highlight(marker(t, "coffee"), "", "", body); strings.Contains(snippet, "<mark>coffee</mark>") != want {
			t.Errorf("%s: %q", part, snippet)
		}
	}
}

// different is a body of 256 KB in which each word comes once and begins alike.
func different(beginning string) string {
	var body strings.Builder
	for n := 0; body.Len() < 256<<10; n++ {
		fmt.Fprintf(&body, "%s%c%c%c ", beginning, 'a'+n%26, 'a'+n/26%26, 'a'+n/676%26)
	}
	return body.String()
}

// Bodies of 256 KB. In the first four each word comes once, and no word is found. The rest are the
// slowest bodies.
func BenchmarkMarks(b *testing.B) {
	letter := func(first rune, n int) string { return string(first + rune(n)) }
	for name, word := range map[string]func(n int) string{
		"english": func(n int) string {
			return " <i>" + letter('a', n%26) + letter('a', n/26%26) + letter('a', n/676%26) + "ing</i> hall"
		},
		"apostrophe": func(n int) string {
			return " " + letter('a', n%26) + letter('a', n/26%26) + letter('a', n/676%26) + "'s"
		},
		"russian":                 func(n int) string { return " " + letter('а', n%32) + letter('а', n/32%32) + letter('а', n/1024%32) },
		"chinese":                 func(n int) string { return letter('一', n*7919%20000) + strings.Repeat("，", n%12/11) },
		"chinese without a comma": func(int) string { return "航站楼" },
		"found everywhere":        func(int) string { return "航站楼, zebra " },
		"tags":                    func(int) string { return "<b>" },
		"ligatures": func(n int) string {
			return " ﷺ" + letter('a', n%26) + letter('a', n/26%26) + letter('a', n/676%26)
		},
	} {
		var body strings.Builder
		for n := 0; body.Len() < 256<<10; n++ {
			body.WriteString(word(n))
		}
		m := marker(b, "zebra 航站+站楼")
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				highlight(m, "title", "excerpt", body.String())
			}
		})
	}
}
