package wordpress

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"

	"airport-content/internal/content"
	"airport-content/internal/source/lenient"
	"airport-content/internal/source/page"
	"airport-content/internal/source/web"
)

// translated are the fields of plugins for several languages: Polylang Pro, plugins that bring those of
// the free Polylang into the REST API, and WPML REST API.
type translated struct {
	Lang         lenient.Text    `json:"lang"`         // "de"
	Translations json.RawMessage `json:"translations"` // {"de": 12, "en": 7}

	PolylangLang         lenient.Text    `json:"polylang_current_lang"`
	PolylangTranslations json.RawMessage `json:"polylang_translations"` // [{"locale": "de_DE", "id": 12}], or with lang

	WPMLLocale       lenient.Text    `json:"wpml_current_locale"` // "en_US"
	WPMLTranslations json.RawMessage `json:"wpml_translations"`   // [{"locale": "de_DE", "id": 12, "href": "…"}], or by locale
}

// translatedFields are the names of these fields.
const translatedFields = "lang,translations,polylang_current_lang,polylang_translations,wpml_current_locale,wpml_translations"

// language is the language of the entry; "" if no plugin tells.
func (p *translated) language() string {
	return lenient.Language(string(cmp.Or(p.Lang, p.PolylangLang, p.WPMLLocale)))
}

// alternates are the keys of the entry's translations, which are of the same type, by language.
func (p *translated) alternates(t postType) map[string]string {
	all := map[string]string{}
	add := func(tag string, id lenient.Text) {
		language := lenient.Language(tag)
		if _, err := strconv.ParseUint(string(id), 10, 64); err == nil && language != "" && len(all) < maxLanguages {
			all[language] = t.slug + "/" + string(id)
		}
	}
	for tag, id := range lenient.Decode[map[string]lenient.Text](p.Translations) {
		add(tag, id)
	}
	for _, list := range []json.RawMessage{p.PolylangTranslations, p.WPMLTranslations} {
		entries := lenient.Decode[[]json.RawMessage](list)
		for _, one := range lenient.Decode[map[string]json.RawMessage](list) {
			entries = append(entries, one)
		}
		for _, text := range entries {
			one := lenient.Decode[struct {
				ID     lenient.Text `json:"id"`
				Lang   lenient.Text `json:"lang"`
				Locale lenient.Text `json:"locale"`
			}](text)
			add(string(cmp.Or(one.Locale, one.Lang)), one.ID)
		}
	}
	if len(all) == 0 {
		return nil
	}
	return all
}

const (
	maxLanguages = 200       // of an entry
	headSize     = 256 << 10 // bytes of a page, whose head names its translations
	failedHeads  = 3         // heads that end the reading of heads
)

// heads reads what the pages of entries say of translations, where the REST API does not.
type heads struct {
	known  bool // whether the website has several languages
	wanted bool
	failed int // one after the other
}

// linksOf are the links of an entry, and its language. read is false if its page should be read again.
func (w *reader) linksOf(ctx context.Context, p *post, t postType) (links content.PageLinks, language string, read bool) {
	links.Alternates, language = p.alternates(t), p.language()
	link, err := url.Parse(string(p.Link))
	if links.Alternates != nil || language != "" || err != nil || !web.SameSite(link, w.Client.Origin) || !w.wantsHeads(ctx) {
		return links, language, true
	}
	links.Address = web.Normal(link)
	answer, err := w.Client.Fetch(ctx, web.Request{URL: string(p.Link), Accept: web.PageAccept, Limit: headSize, Cut: true})
	if err != nil {
		if w.heads.failed++; w.heads.failed == failedHeads {
			w.heads.wanted = false
			w.Note(fmt.Sprintf("the translations of entries are not read from their pages: %v", err))
		}
		return links, "", false
	}
	w.heads.failed = 0
	language, links.Alternates = page.ReadHead(answer)
	return links, language, true
}

// wantsHeads reports whether the front page names other languages. A source of one language, which the
// operator has named, has no translations.
func (w *reader) wantsHeads(ctx context.Context) bool {
	if w.heads.known {
		return w.heads.wanted
	}
	w.heads.known = true
	if w.Source.Settings.Language != "" || w.Client.Origin.Query().Has("lang") {
		return false
	}
	front, err := w.Client.Fetch(ctx, web.Request{URL: w.site().JoinPath("/").String(), Accept: web.PageAccept, Limit: headSize, Cut: true})
	if err == nil {
		_, alternates := page.ReadHead(front)
		w.heads.wanted = len(alternates) > 0
	}
	return w.heads.wanted
}
