package search_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/search"
	"airport-content/internal/search/word"
)

// airport is a vocabulary of 1000 items, with the document frequency of each lexeme.
type airport map[string]int

// only is the plan of the one language with something to search for; empty if there is none.
func only(p search.Plan) search.LanguagePlan {
	if p.Languages == nil {
		return search.LanguagePlan{}
	}
	return p.Languages[0]
}

// stemmer stands in for PostgreSQL: a word loses its s, and "the", "of", "and" and "after" are stop
// words.
type stemmer struct{}

func (stemmer) Of(w word.Word) word.Stem {
	s := word.Stem{Lexeme: strings.TrimSuffix(w.Text, "s"), Unaccented: w.Text}
	switch {
	case slices.Contains([]string{"the", "of", "and", "after"}, w.Text):
		s.Lexeme = ""
	case !w.NeedsDictionary():
		return word.Stems{}.Of(w)
	}
	return s
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

// corpus has synonyms in groups. Words are written as their lexemes.
func (a airport) corpus(groups ...string) search.Corpus { return a.corpusIn("", groups...) }

func (a airport) corpusIn(language string, groups ...string) search.Corpus {
	forms := map[string]string{}
	for lexeme := range a {
		if !word.IsUnspaced(lexeme) {
			forms[lexeme] = lexeme
		}
	}
	return search.NewCorpus(language, 1000, a.vocabulary(forms), content.EveryType(), synonyms(language, groups...))
}

// vocabulary has words as items write the lexemes: forms maps the words to the lexemes.
func (a airport) vocabulary(forms map[string]string) *search.Vocabulary {
	var counts []search.Count
	for _, lexeme := range slices.Sorted(maps.Keys(a)) {
		if a[lexeme] > 0 {
			counts = append(counts, search.Count{Lexeme: lexeme, Type: "page", Items: a[lexeme]})
		}
	}
	var words []search.Form
	for _, word := range slices.Sorted(maps.Keys(forms)) {
		words = append(words, search.Form{Unaccented: word, Word: word, Lexeme: forms[word]})
	}
	return search.NewVocabulary(slices.Values(counts), slices.Values(words))
}

// planOf makes the plan of a query.
func planOf(q string, corpora ...search.Corpus) search.Plan {
	return search.NewPlan(search.Parse(q), corpora, stemmer{})
}

var terminal = airport{"lift": 50, "gate": 400, "coffee": 30, "shop": 60, "duty": 20, "free": 80, "24": 10, "7": 90, "wifi": 12,
	"航站": 3, "站楼": 7, "站": 8, "multi": 5, "faith": 4, "room": 70, "prayer": 8, "chapel": 9, "need": 25}

func TestQueriesOfAPlan(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		q        string
		all, any string // any empty: as all
		most     int
	}{
		"a word":                             {"Gates", "'gate'", "", 400},
		"words":                              {"gate coffee", "('gate' & 'coffee')", "'coffee'", 30},
		"stop words say nothing":             {"the gate of", "'gate'", "", 400},
		"nothing but stop words":             {"the of", "'title the of'", "", 0},
		"a phrase":                           {`"coffee shop"`, "('coffee' <1> 'shop')", "", 30},
		"a stop word keeps its place":        {`"the coffee of the shop"`, "('coffee' <3> 'shop')", "", 30},
		"a number of several":                {"24/7", "('24' <1> '7')", "(('24' <1> '7') | '24' | '7')", 10},
		"a word of several":                  {"gate-shop", "('gate' & 'shop')", "'shop'", 60},
		"alternatives":                       {"gate or coffee shop", "('gate' | ('coffee' & 'shop'))", "('gate' | ('coffee' | 'shop'))", 430},
		"a word left out":                    {"gate coffee -shop", "('gate' & 'coffee' & !'shop')", "('coffee' & !'shop')", 30},
		"a phrase left out":                  {`gate -"coffee shop"`, "('gate' & !('coffee' <1> 'shop'))", "", 400},
		"only left out":                      {"-gate -shop", "(!'gate' & !'shop')", "", 1000},
		"a stop word left out":               {"gate -the", "'gate'", "", 400},
		"an alternative of nothing":          {"gate or the", "'gate'", "", 400},
		"an unknown word":                    {"gate zzz", "('gate' & 'zzz')", "'gate'", 0},
		"a stop phrase is not asked for":     {"please find gate", "'gate'", "", 400},
		"unless there is nothing else":       {"please find", "('please' & 'find')", "('please' | 'find')", 0},
		"nor searched for":                   {"need gate", "'gate'", "", 400},
		"even if no item holds that":         {"need zzz", "'zzz'", "", 0},
		"nor beside several of these":        {"need zzz yyy", "('zzz' & 'yyy')", "('zzz' | 'yyy')", 0},
		"or there are several":               {"need gate coffee", "('gate' & 'coffee')", "('need' | 'coffee')", 30},
		"the stop phrase of a word left out": {"find -gate", "('find' & !'gate')", "", 0},
		"a synonym":                          {"elevators gate", "(('elevator' | 'lift') & 'gate')", "('elevator' | 'lift')", 50},
		"not in quotation marks":             {`"elevator"`, "'elevator'", "", 0},
		"nor for what is left out":           {"gate -elevator", "('gate' & !'elevator')", "", 400},
		"several words that nothing holds":   {"sim room", "('sim' & 'room')", "'room'", 0},
		"but one word has synonyms":          {"sim lift", "('sim' & 'lift')", "'lift'", 0},
		"synonyms of several words": {"multi-faith room", "((('multi' <1> 'faith') & 'room') | 'prayer')",
			"(((('multi' <1> 'faith') & 'room') | 'prayer') | 'multi' | 'faith' | 'room')", 12},
		"a synonym over a stop word": {"house of prayer", "('prayer' | ('multi' <1> 'faith' <1> 'room'))",
			"(('prayer' | ('multi' <1> 'faith' <1> 'room')) | 'prayer')", 12},
		"the longest run wins":             {"prayer room", "(('prayer' & 'room') | 'chapel')", "((('prayer' & 'room') | 'chapel') | 'prayer' | 'room')", 17},
		"synonyms that nothing holds":      {"tram gate", "('tram' & 'gate')", "'gate'", 0},
		"a word written as one":            {"wi-fi", "(('wi' | 'wifi') & ('fi' | 'wifi'))", "(('wi' | 'wifi') | ('fi' | 'wifi'))", 12},
		"two words written as one":         {"wi fi gate", "(('wi' | 'wifi') & ('fi' | 'wifi') & 'gate')", "(('wi' | 'wifi') | ('fi' | 'wifi'))", 12},
		"numbers are not joined":           {"shop 7", "('shop' & '7')", "('shop' | '7')", 60},
		"joining stops at a phrase":        {`wi "fi"`, "('wi' & 'fi')", "('wi' | 'fi')", 0},
		"and at an alternative":            {"wi or fi", "('wi' | 'fi')", "", 0},
		"a word in pieces":                 {"航站楼", "('航站' <1> '站楼')", "", 3},
		"a word in pieces that none holds": {"航站楼在", "('航站' <1> '站楼' <1> '楼在')", "('航站' | '站楼')", 0},
		"a sentence in pieces":             {"航站楼在哪里呢", "('航站' & '站楼' & '楼在' & '在哪' & '哪里' & '里呢')", "('航站' | '站楼')", 0},
		"one letter":                       {"站", "'站':*", "", 15},
		"pieces beside other words":        {"x9航站楼 coffee", "('x9' & ('航站' <1> '站楼') & 'coffee')", "(('航站' <1> '站楼') | 'coffee')", 0},
		"a phrase in pieces":               {`"航站楼"`, "('航站' <1> '站楼')", "", 3},
		"pieces left out":                  {"coffee -航站楼", "('coffee' & !('航站' <1> '站楼'))", "", 30},
		"a run of synonyms ends there too": {"prayer or chapel", "(('prayer' | ('multi' <1> 'faith' <1> 'room')) | ('chapel' | ('prayer' <1> 'room')))", "", 29},
	} {
		v := terminal.corpus("lift, elevator", "tram, streetcar", "prayer room, chapel", "prayer, multi faith room, house of prayer",
			"sim room, esim, sim lift")
		if c.any == "" {
			c.any = c.all
		}
		p := planOf(c.q, v)
		check.Same(t, []any{c.all, c.any, c.most}, []any{only(p).All, only(p).Any, p.AtMost}, name, ": ", c.q)
	}
}

// Beside a rarer word, a word that more than a fifth of all items hold finds nothing by itself. It
// still counts for the order.
func TestCommonWords(t *testing.T) {
	t.Parallel()
	held := airport{"gate": 201, "terminal": 200, "coffee": 30, "77": 2, "b": 5, "b12": 3, "lift": 150, "elevator": 100, "lh": 150, "456": 150, "lh456": 150}
	for q, any := range map[string]string{
		"gate coffee":          "'coffee'",
		"gate terminal":        "'terminal'",
		"gates 77":             "('gate' | '77')", // a number is not rare
		"gate zzz":             "'gate'",
		"gate":                 "'gate'",
		"gate coffee 77":       "('coffee' | '77')",
		`"gate" coffee`:        "'coffee'",
		`"gate terminal" b`:    "(('gate' <1> 'terminal') | 'b')",
		"gate coffee or gate":  "('coffee' | 'gate')",
		"gate-coffee":          "'coffee'",
		"elevator coffee":      "'coffee'",                                  // with its synonym
		"coffee lh456":         "('coffee' | ('lh456' | ('lh' <1> '456')))", // the same items have both spellings
		"coffee lh 456":        "('coffee' | (('lh' <1> '456') | 'lh456'))",
		"please coffee gate":   "'coffee'",
		"coffee -gate":         "('coffee' & !'gate')",
		"gate coffee terminal": "('coffee' | 'terminal')",
	} {
		p := planOf(q, held.corpus("lift, elevator"))
		if words := strings.Fields(q); only(p).Any != any || len(words) == 2 && words[0] == "gate" && words[1] != "zzz" && len(only(p).Clauses) != 2 {
			t.Errorf("%s: any word is %s, want %s; %d clauses", q, only(p).Any, any, len(only(p).Clauses))
		}
	}
	// The items of all languages count, and a word is rare if items of any language hold it.
	english, german := airport{"terminal": 300, "coffee": 30}.corpusIn("english"), airport{"terminal": 150}.corpusIn("german")
	if p := planOf("coffee terminal", english, german); p.Languages[0].Any != "'language english' & 'coffee'" || p.Languages[1].Any != "" {
		t.Errorf("in two languages: %+v", p.Languages)
	}
}

// A unit may follow a number.
func TestDigitsApart(t *testing.T) {
	t.Parallel()
	held := airport{"7": 9, "23": 9, "kilo": 9, "5": 9, "pm": 9, "gate": 9, "6": 9, "h": 9, "30": 9, "18h30": 9, "whsmith": 9, "3": 9, "mw": 9}.corpusIn("english")
	for q, want := range map[string]string{"23kilos": "('23kilos' | ('23' <1> 'kilo'))", "5pm": "('5pm' | ('5' <1> 'pm'))",
		"6h30": "('6h30' | ('6' <1> 'h' <1> '30'))", "3.5mw": "((('3' <1> '5mw') | ('3' <1> '5' <1> 'mw')) | '3')",
		"18 h 30": "(('18' <1> 'h' <1> '30') | '18h30')", "w h smith": "((('w' <1> 'h' <1> 'smith') | 'whsmith') | 'h')"} {
		check.Same(t, want, only(planOf(q, held)).Any, q)
	}
}

// Words with synonyms are found in their other spellings, too.
func TestSpellingsBesideSynonyms(t *testing.T) {
	t.Parallel()
	held := airport{"fasttrack": 3, "lane": 2, "24": 9, "h": 2, "clock": 1, "247": 5, "air": 3, "train": 2, "airtrain": 1}
	groups := []string{"fast track, lane", "air train, shuttle", "24h, clock", "24 7, clock"}
	for q, want := range map[string]string{
		"fast track": "('fasttrack' | 'lane')",
		"fast-track": "('fasttrack' | 'lane')",
		"air train":  "(('air' & 'train') | 'airtrain')",
		"24h":        "(('24' <1> 'h') | 'clock')",
		"24/7":       "(('24' <1> '7') | 'clock')",
	} {
		check.Same(t, want, only(planOf(q, held.corpus(groups...))).All, q)
	}
}

// A number is parted into thousands, also before a unit. A phone number is parted into the groups
// that items hold. Longer numbers have too many partings.
func TestNumbersInGroups(t *testing.T) {
	t.Parallel()
	held := airport{"0": 1, "1": 5, "200": 5, "555": 3, "0147": 2, "1234567": 2, "11": 9, "111": 9, "m": 3, "200m": 1}
	for q, want := range map[string]string{
		"1200":                        "('1200' | ('1' <1> '200'))",
		"5550147":                     "('5550147' | ('555' <1> '0147'))",
		"05550147":                    "('05550147' | ('555' <1> '0147'))",
		"005550147":                   "('005550147' | ('555' <1> '0147'))",
		"1200m":                       "('1200m' | ('1' <1> '200' <1> 'm') | ('1' <1> '200m'))",
		"5551234567":                  "('5551234567' | ('555' <1> '1234567'))",
		strings.Repeat("1", 16):       "'" + strings.Repeat("1", 16) + "'",
		strings.Repeat("1", 99) + "0": "'" + strings.Repeat("1", 99) + "0'",
	} {
		check.Same(t, want, only(planOf(q, held.corpus())).All, q)
	}
}

// A user's text becomes only lexemes of a tsquery, never operators.
func TestLexemesAreQuoted(t *testing.T) {
	t.Parallel()
	stems := word.Stems{{Text: "x"}: {Lexeme: `o'ha\re' | 'airport LHR`}}
	p := search.NewPlan(search.Parse(`"x"`), []search.Corpus{terminal.corpus()}, stems)
	check.Same(t, `'o''ha\\re'' | ''airport LHR'`, only(p).All)
}

// weight is the inverse document frequency by its formula.
func weight(items, holding float64) float64 { return math.Log(1 + (items-holding+0.5)/(holding+0.5)) }

func TestClausesOfAPlan(t *testing.T) {
	t.Parallel()
	held := maps.Clone(terminal)
	held["after="] = 60
	coffee, shop := weight(1000, 30), weight(1000, 60)
	word := func(lexeme string, weighs float64) search.Clause {
		return search.Clause{Word: "'" + lexeme + "'", WordTitle: "'" + lexeme + "':A", Weight: weighs}
	}
	phrase := search.Clause{Phrase: "('coffee' <1> 'shop')", PhraseTitle: "('coffee':A <1> 'shop':A)", Weight: coffee + shop}
	lift := word("elevator", weight(1000, 50)) // of synonyms, the one that most items hold tells the weight
	lift.Synonyms, lift.SynonymsTitle = "'lift'", "'lift':A"
	cafe := word("cafe", coffee)
	cafe.Synonyms, cafe.SynonymsTitle = phrase.Phrase, phrase.PhraseTitle
	bar := search.Clause{Phrase: "('shop' & 'coffee' & 'bar')", PhraseTitle: "('shop':A & 'coffee':A & 'bar':A)", Synonyms: "'lift'",
		SynonymsTitle: "'lift':A", Weight: weight(1000, 50)}
	afterShop := search.Clause{Phrase: "('after=' <1> 'shop')", PhraseTitle: "('after=':A <1> 'shop':A)", Synonyms: "('after=' <2> 'shop')",
		SynonymsTitle: "('after=':A <2> 'shop':A)", Weight: 0.6 * shop}
	for q, want := range map[string][]search.Clause{
		"gate after the shop":  {afterShop, word("shop", 0.4*shop), word("gate", weight(1000, 400))},
		"coffee zzz -gate":     {word("coffee", coffee)},
		"shop coffee":          {word("coffee", coffee), word("shop", shop)},
		"coffee gate coffee":   {word("coffee", 2*coffee), word("gate", weight(1000, 400))},
		`"coffee shop"`:        {phrase},
		"coffee-room":          {word("coffee", coffee), word("room", weight(1000, 70))},
		"please coffee please": {word("coffee", coffee)},
		"elevator":             {lift},
		"cafe":                 {cafe},
		// Each of several words that belong together counts too, but no more than all of them.
		"shop coffee bar": {bar, word("coffee", 0.6*bar.Weight), word("shop", 0.6*shop)},
	} {
		p := planOf(q, held.corpus("lift, elevator", "cafe, coffee shop", "shop coffee bar, lift"))
		if diff := cmp.Diff(want, only(p).Clauses, cmpopts.EquateApprox(0, 1e-9)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", q, diff)
		}
	}
}

// The 24 rarest clauses are searched and scored, or fewer if many items hold them. Absent words are
// never dropped.
func TestClausesBeyondTheLimit(t *testing.T) {
	t.Parallel()
	a := airport{"often": 900}
	words := []string{"often"}
	for i := range 24 {
		word := fmt.Sprint("word", i)
		a[word] = 10 + i
		words = append(words, word)
	}
	p := planOf("zzz "+strings.Join(words, " ")+" -word23", a.corpus())
	if len(only(p).Clauses) != 24 || strings.Contains(only(p).Any, "'often'") || !strings.Contains(only(p).All, "'often'") || !strings.HasSuffix(only(p).Any, "& !'word23')") {
		t.Errorf("%d clauses, %s, %s", len(only(p).Clauses), only(p).All, only(p).Any)
	}
	p = planOf(strings.Join(words, " OR "), a.corpus())
	if len(only(p).Clauses) != 24 || strings.Contains(only(p).Any+only(p).All, "'often'") {
		t.Errorf("%d clauses, %s", len(only(p).Clauses), only(p).Any)
	}
	for word := range a {
		a[word] = 40_000
	}
	a["rare"] = 1
	v := a.corpus()
	v.Items = 50_000
	if p = planOf("rare "+strings.Join(words, " "), v); len(only(p).Clauses) != 2 || only(p).Clauses[0].Word != "'rare'" {
		t.Errorf("%d clauses of frequent words, %s", len(only(p).Clauses), only(p).Any)
	}
}

func TestUnknownWords(t *testing.T) {
	t.Parallel()
	v := terminal.corpus("tram, streetcar")
	p := planOf(`zzz gate tram "yyy" -xxx zzz please wi-fy`, v)
	check.Same(t, []search.Unknown{{"zzz", "zzz"}, {"wi", "wi"}, {"fy", "fy"}}, p.Unknown)
	var many []string
	for i := range 20 {
		many = append(many, fmt.Sprint("zzz", i))
	}
	check.Same(t, 12, len(planOf(strings.Join(many, " "), v).Unknown), "words that are looked up for corrections")
}
