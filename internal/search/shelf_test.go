package search_test

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"

	"airport-content/internal/content"
	"airport-content/internal/search"
	"airport-content/internal/search/concept"
	"airport-content/internal/search/document"
	"airport-content/internal/search/word"
)

// shelf is an airport's items in memory. It stands in for PostgreSQL, and finds and ranks items as
// SearchPage does.
type shelf struct {
	items      []*shelved
	synonyms   []string // groups like "lift, elevator"
	concepts   bool
	scope      content.Scope
	hidden     string   // items with this in their id do not pass the filters
	statements int      // that were asked
	bodies     []string // ids whose bodies were read, by statement
}

type shelved struct {
	content.Item
	body      string
	language  string
	positions map[string][]pgtype.TSVectorPosition
	document.Vector
	tokens []word.Token
}

// stemmer stands in for PostgreSQL's: a word loses its s, and a few words are stop words.
type stemmer struct{}

func (stemmer) Of(w word.Word) word.Stem {
	s := word.Stem{Lexeme: word.Unaccented(strings.TrimSuffix(w.Text, "s")), Unaccented: word.Unaccented(w.Text)}
	if accented := strings.TrimSuffix(w.Text, "s"); accented != s.Lexeme {
		s.Accented = accented
	}
	switch {
	case slices.Contains([]string{"the", "of", "and", "after", "to", "a", "in", "on"}, w.Text):
		s.Lexeme = ""
	case !w.NeedsDictionary():
		return word.Stems{}.Of(w)
	}
	return s
}

// shelve makes items of lines "id | title | body". An id that begins with a language and a colon
// says the language, else it is English.
func shelve(lines ...string) *shelf {
	s := &shelf{scope: content.EveryType()}
	for _, line := range lines {
		field := strings.Split(line+"| |", "|")
		tag, id, ok := strings.Cut(strings.TrimSpace(field[0]), ":")
		if !ok {
			tag, id = "en", tag
		}
		s.add(content.Item{ID: id, Language: tag, Type: "page", Title: strings.TrimSpace(field[1])}, strings.TrimSpace(field[2]), "")
	}
	return s
}

// with adds a number of items with a word in their text.
func (s *shelf) with(number int, text string) *shelf {
	for i := range number {
		s.add(content.Item{ID: fmt.Sprint(text, i), Language: "en", Type: "page"}, text, "")
	}
	return s
}

// place adds an item whose metadata says where it is.
func (s *shelf) place(id, title, metadata string) {
	s.add(content.Item{ID: id, Language: "en", Type: "page", Title: title}, "", metadata)
}

func (s *shelf) add(i content.Item, body, metadata string) {
	x := &shelved{Item: i, body: body, language: word.Language(i.Language), positions: map[string][]pgtype.TSVectorPosition{}}
	x.BodySize = len(body)
	texts := document.Texts(document.Item{Type: string(i.Type), Language: i.Language, Title: i.Title, Body: body, Metadata: []byte(metadata)})
	stems := word.Stems{}
	for _, text := range texts {
		stems.Add(x.language, text.Tokens)
		x.tokens = append(x.tokens, text.Tokens...)
	}
	for w := range stems {
		stems[w] = stemmer{}.Of(w)
	}
	x.Vector = document.NewVector(x.language, document.Tags("XXX", string(i.Type), x.language, []byte(metadata)), texts, stems)
	for _, l := range x.Lexemes.Lexemes {
		x.positions[l.Word] = l.Positions
	}
	s.items = append(s.items, x)
}

// corpora describes the items, as the store does.
func (s *shelf) corpora() (list []search.Corpus) {
	number, counts, forms := map[string]int{}, map[string]map[search.Count]int{}, map[string]map[search.Form]bool{}
	for _, x := range s.items {
		if number[x.language]++; number[x.language] == 1 {
			counts[x.language], forms[x.language] = map[search.Count]int{}, map[search.Form]bool{}
		}
		for lexeme := range x.positions {
			counts[x.language][search.Count{Lexeme: lexeme, Type: x.Type}]++
		}
		for i, t := range x.tokens {
			written := t.Text
			if !t.IsWord() {
				written = word.Hyphenated(x.tokens, i)
			}
			stem := stemmer{}.Of(word.Word{Language: x.language, Text: t.Text})
			if len(t.Text) > 2 && word.IsLetters(t.Text) && stem.Lexeme != "" {
				forms[x.language][search.Form{Unaccented: stem.Unaccented, Word: written, Lexeme: stem.Lexeme}] = true
			}
		}
	}
	for _, language := range slices.Sorted(maps.Keys(number)) {
		var all []search.Count
		for c, n := range counts[language] {
			all = append(all, search.Count{Lexeme: c.Lexeme, Type: c.Type, Items: n})
		}
		slices.SortFunc(all, func(a, b search.Count) int { return strings.Compare(a.Lexeme, b.Lexeme) })
		words := slices.SortedFunc(maps.Keys(forms[language]), func(a, b search.Form) int {
			return cmp.Or(strings.Compare(a.Unaccented, b.Unaccented), strings.Compare(a.Word, b.Word))
		})
		var concepts *concept.Thesaurus
		if s.concepts {
			concepts = concept.Get()
		}
		vocabulary := search.NewVocabulary(slices.Values(all), slices.Values(words))
		list = append(list, search.NewCorpus(language, number[language], vocabulary, s.scope, synonyms(language, s.synonyms...), concepts))
	}
	return list
}

// synonyms are groups like "lift, elevator".
func synonyms(language string, groups ...string) search.Synonyms {
	list := make([][]search.Synonym, len(groups))
	for i, group := range groups {
		for typed := range strings.SplitSeq(group, ", ") {
			list[i] = append(list[i], search.NewSynonym(typed, language, stemmer{}))
		}
	}
	return search.NewSynonyms(list)
}

// find searches, and gives the ids of what is found, best first.
func (s *shelf) find(t *testing.T, q string) string {
	t.Helper()
	return ids(s.run(t, search.Request{Text: q}))
}

func requestFor(q string) search.Request { return search.Request{Text: q} }

func ids(page content.Page) string {
	var list []string
	for _, item := range page.Items {
		list = append(list, item.ID)
	}
	return strings.Join(list, " ")
}

func (s *shelf) run(t *testing.T, r search.Request) content.Page {
	t.Helper()
	plan, err := search.NewPlan(t.Context(), s, r, s.corpora())
	if err != nil {
		t.Fatal(err)
	}
	page, err := plan.Run(t.Context(), s, r, s.corpora())
	if err != nil {
		t.Fatal(err)
	}
	return page
}

func (*shelf) Known(word.Word) (word.Stem, bool) { return word.Stem{}, false }

func (*shelf) ReadStems(_ context.Context, stems word.Stems) error {
	for w := range stems {
		stems[w] = stemmer{}.Of(w)
	}
	return nil
}

func (s *shelf) Beginnings(_ context.Context, list []string, bytes int) (map[string]string, error) {
	s.bodies = append(s.bodies, strings.Join(list, " "))
	bodies := map[string]string{}
	for _, x := range s.items {
		if slices.Contains(list, x.ID) {
			bodies[x.ID] = x.body[:min(bytes, len(x.body))]
		}
	}
	return bodies, nil
}

func (s *shelf) Page(_ context.Context, queries []search.LanguageQuery) (page content.Page, err error) {
	s.statements++
	type hit struct {
		*shelved
		rank [3]float64
	}
	var hits []hit
	for _, q := range queries {
		for _, x := range s.items {
			if x.language != q.Language || !x.holds(q.Query) || !s.scope.Has(x.Type) {
				continue
			}
			if page.Found++; s.hidden != "" && strings.Contains(x.ID, s.hidden) {
				continue
			}
			h := hit{x, [3]float64{2: s.score(x, q)}}
			if q.Foremost != "" && x.holds(q.Foremost) {
				h.rank[0] = 1
			}
			if q.First != "" && x.holds(q.First) {
				page.TotalFirst++
				if !q.Unordered {
					h.rank[1] = 1
				}
			}
			hits = append(hits, h)
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return slices.Compare(b.rank[:], a.rank[:]) })
	for _, h := range hits {
		page.Items = append(page.Items, h.Item)
	}
	page.Total = len(hits)
	return page, nil
}

// score is BM25F, as docs/ranking.md has it.
func (s *shelf) score(x *shelved, q search.LanguageQuery) (score float64) {
	length, titleLength := 1.0, 1.0
	for _, other := range s.items {
		length, titleLength = length+float64(other.Length), titleLength+float64(other.TitleLength)
	}
	n := float64(len(s.items))
	ranking := search.RankingIn(q.Language)
	norm, titleNorm := 1-ranking.B+ranking.B*float64(x.Length)*n/length, 1-ranking.TitleB+ranking.TitleB*float64(x.TitleLength)*n/titleLength
	for _, c := range q.Clauses {
		count := 0.0
		for i, part := range [][2]string{{c.Word, c.WordTitle}, {c.Prefix, c.PrefixTitle}, {c.Phrase, c.PhraseTitle}, {c.Synonyms, c.SynonymsTitle}} {
			if part[0] == "" || !x.holds(part[0]) {
				continue
			}
			times, share := 1.0, 1.0
			switch i {
			case 0, 1:
				times = float64(len(x.places(part[0])))
			case 3:
				share = ranking.Synonym
			}
			of := times / norm
			if part[1] != "" && x.holds(part[1]) {
				of += ranking.Title / titleNorm
			}
			count = max(count, share*of)
		}
		score += c.Weight * count / (ranking.K1 + count)
	}
	return score
}

// holds reports whether an item holds what a tsquery asks for.
func (x *shelved) holds(tsquery string) bool {
	p := tsqueryParser{x, tsqueryToken.FindAllString(tsquery, -1)}
	ok, _ := p.or()
	if len(p.rest) > 0 {
		panic("no tsquery: " + tsquery)
	}
	return ok
}

// places are the positions at which an item holds a lexeme, or the last one of a phrase.
func (x *shelved) places(tsquery string) []int {
	p := tsqueryParser{x, tsqueryToken.FindAllString(tsquery, -1)}
	_, at := p.or()
	return at
}

// tsqueryParser evaluates a tsquery: "or" tells whether the item fits, and where.
type tsqueryParser struct {
	item *shelved
	rest []string
}

var tsqueryToken = regexp.MustCompile(`'(?:[^'\\]|''|\\.)*'(?::[*A]+)?|<\d+>|[&|!()]`)

func (p *tsqueryParser) next(token string) bool {
	if len(p.rest) == 0 || p.rest[0] != token {
		return false
	}
	p.rest = p.rest[1:]
	return true
}

func (p *tsqueryParser) or() (ok bool, at []int) {
	ok, at = p.and()
	for p.next("|") {
		other, places := p.and()
		ok, at = ok || other, append(at, places...)
	}
	return ok, at
}

func (p *tsqueryParser) and() (ok bool, at []int) {
	ok, at = p.phrase()
	for p.next("&") {
		other, _ := p.phrase()
		ok = ok && other
	}
	return ok, at
}

func (p *tsqueryParser) phrase() (ok bool, at []int) {
	ok, at = p.one()
	for len(p.rest) > 0 && p.rest[0][0] == '<' {
		distance, _ := strconv.Atoi(strings.Trim(p.rest[0], "<>"))
		p.rest = p.rest[1:]
		_, next := p.one()
		at = slices.DeleteFunc(next, func(place int) bool { return !slices.Contains(at, place-distance) })
		ok = len(at) > 0
	}
	return ok, at
}

func (p *tsqueryParser) one() (ok bool, at []int) {
	switch {
	case p.next("!"):
		ok, _ = p.one()
		return !ok, nil
	case p.next("("):
		ok, at = p.or()
		p.next(")")
		return ok, at
	}
	text, flags, _ := strings.Cut(p.rest[0][1:], "':")
	p.rest = p.rest[1:]
	text = strings.NewReplacer("''", "'", `\\`, `\`).Replace(strings.TrimSuffix(text, "'"))
	lexemes := []string{text}
	if strings.Contains(flags, "*") {
		lexemes = slices.DeleteFunc(slices.Collect(maps.Keys(p.item.positions)), func(l string) bool { return !strings.HasPrefix(l, text) })
	}
	for _, lexeme := range lexemes {
		positions, held := p.item.positions[lexeme]
		ok = ok || held && !strings.Contains(flags, "A")
		for _, position := range positions {
			if !strings.Contains(flags, "A") || position.Weight == pgtype.TSVectorWeightA {
				ok, at = true, append(at, int(position.Position))
			}
		}
	}
	return ok, at
}
