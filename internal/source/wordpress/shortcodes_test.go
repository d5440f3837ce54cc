package wordpress

import "testing"

func TestWithoutShortcodes(t *testing.T) {
	for body, want := range map[string]string{
		`[vc_row full_width="stretch_row"][vc_column]Text[/vc_column][/vc_row]`:              "Text",
		`[contact-form-7 id="4" title="Write"]Text[gallery ids=&#8221;1,2&#8243;]`:           "Text",
		`[Accordion]One[/Accordion] [spacer /]`:                                              "One ",
		`[et_pb_text&nbsp;admin_label="x"]One[/et_pb_text]`:                                  "One",
		"[fusion_code]PGI+[/fusion_code]One [vc_raw_html css=\"a\"]\nJTNDYg==[/vc_raw_html]": "One ",
		"The text that an excerpt cuts [vc_column_text css=\"a":                              "The text that an excerpt cuts ",
		"[1] Prices [in euros], see [note] and […] [A=B] a[0] [see also: b]":                 "[1] Prices [in euros], see [note] and […] [A=B] a[0] [see also: b]",
		`<a href="/?f[price_min]=3" title="[x_y]">[x_y]</a>`:                                 `<a href="/?f[price_min]=3" title="[x_y]"></a>`,
		`<p>Write</p><pre><code>[my_map id="3"]</code></pre> [my_map id="3"]`:                `<p>Write</p><pre><code>[my_map id="3"]</code></pre> `,
	} {
		if got := withoutShortcodes(body); got != want {
			t.Errorf("%s: got %s, want %s", body, got, want)
		}
	}
}

func TestExcerpt(t *testing.T) {
	for html, want := range map[string]string{
		`<p>Short<br>text [&hellip;]</p>`:                                                          "Short text […]",
		`<p>Short&hellip; <a href="https://airport.example/1">Weiterlesen</a></p>`:                 "Short…",
		`<p>Short</p><p class="link-more"><a href="/other">More</a></p>`:                           "Short",
		`Short&hellip; Continue reading &ldquo;Spa&rdquo; &rarr;`:                                  "Short…",
		`Read more books: <a href="https://airport.example/2">continue reading</a> in the library`: "Read more books: continue reading in the library",
	} {
		if got := excerpt(html, "https://airport.example/1/"); got != want {
			t.Errorf("%s: got %q, want %q", html, got, want)
		}
	}
}
