package page

import (
	"slices"
	"strings"
	"unicode"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/text/language"

	"airport-content/internal/markup"
	"airport-content/internal/source/lenient"
	"airport-content/internal/source/rule"
	"airport-content/internal/source/web"
)

// languageOf is the language of a page, such as en or pt-BR; "" if the page names none. A page may
// name several, since themes keep the lang of their authors. Then the text decides among them, and
// else the one that is named most often, the first of several.
func languageOf(a *web.Answer, doc *goquery.Document, says metas, found *goquery.Selection, off rule.Off) string {
	var named []string
	add := func(names ...string) {
		for _, name := range names {
			if one := lenient.Language(name); one != "" {
				named = append(named, one)
			}
		}
	}
	html := doc.Find("html").First()
	add(html.AttrOr("lang", ""), html.AttrOr("xml:lang", ""), doc.Find("body").AttrOr("lang", ""), says["og:locale"],
		doc.Find(`meta[http-equiv="content-language" i]`).AttrOr("content", ""), a.Header.Get("Content-Language"), doc.Find("main, article").AttrOr("lang", ""))
	for _, link := range doc.Find(`link[rel~="alternate" i][hreflang][href]`).EachIter() {
		if u, err := markup.ParseReference(a.URL, link.AttrOr("href", "")); err == nil && web.SamePage(u, a.URL) {
			add(link.AttrOr("hreflang", ""))
		}
	}
	if off[rule.Languages] || !slices.ContainsFunc(named, func(name string) bool { return name != named[0] && baseOfLanguage(name) != baseOfLanguage(named[0]) }) {
		return firstOf(named)
	}
	return Likeliest(markup.Text(found), named...)
}

// Likeliest is the language of a text, of those that are named; "" if there is none. The first of
// several equal ones counts.
func Likeliest(text string, named ...string) string {
	count := map[string]int{} // of words of the text; then, of names
	for _, name := range named {
		count[baseOfLanguage(name)] = 0
	}
	if len(count) <= 1 {
		return firstOf(named)
	}
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		for base := range count {
			if slices.Contains(commonWords[base], word) {
				count[base] += 10
			}
		}
	}
	for _, name := range named {
		count[baseOfLanguage(name)]++
	}
	return slices.MaxFunc(named, func(a, b string) int { return count[baseOfLanguage(a)] - count[baseOfLanguage(b)] })
}

func baseOfLanguage(name string) string {
	base, _ := language.Make(name).Base()
	return base.String()
}

// commonWords are words of languages that hardly any text does without, and that no other language
// here has. Of languages of the same words, such as Norwegian and Danish, only some are told apart.
var commonWords = map[string][]string{
	"en": {"the", "and", "of", "is", "are", "with", "from", "you"},
	"de": {"der", "die", "das", "und", "ist", "sind", "nicht", "mit", "für", "auf", "ein", "eine"},
	"fr": {"les", "des", "est", "et", "une", "dans", "pour", "vous", "avec", "sur", "du", "au"},
	"es": {"el", "los", "las", "y", "una", "para", "con", "del", "es", "en"},
	"pt": {"os", "uma", "para", "com", "não", "são", "do", "da", "ao", "em"},
	"it": {"il", "gli", "che", "è", "una", "per", "con", "della", "sono", "di"},
	"nl": {"het", "een", "van", "en", "voor", "niet", "zijn", "met", "op"},
	"pl": {"jest", "się", "nie", "na", "do", "oraz", "są", "dla"},
	"sv": {"och", "är", "att", "på", "för", "som", "med", "inte"},
	"da": {"og", "er", "på", "af", "til", "ikke", "med", "som"},
	"nb": {"og", "er", "på", "av", "til", "ikke", "med", "som"},
	"no": {"og", "er", "på", "av", "til", "ikke", "med", "som"},
	"fi": {"ja", "on", "ei", "tai", "ovat", "voit", "myös"},
	"tr": {"ve", "bir", "için", "ile", "bu", "olan", "değil"},
	"ca": {"els", "les", "amb", "per", "una", "és", "i", "del"},
	"cs": {"je", "se", "na", "jsou", "pro", "není", "nebo"},
	"hu": {"a", "az", "és", "egy", "nem", "hogy", "vagy"},
	"ro": {"și", "este", "sunt", "pentru", "cu", "din", "nu"},
	"vi": {"và", "của", "là", "có", "cho", "không", "được"},
	"id": {"dan", "yang", "di", "untuk", "dengan", "ini", "dari"},
	"ms": {"dan", "yang", "di", "untuk", "dengan", "ini", "dari"},
	"ru": {"и", "в", "на", "не", "с", "для", "по"},
	"uk": {"і", "в", "на", "не", "з", "для", "та"},
	"el": {"και", "το", "η", "του", "της", "στο", "για"},
}
