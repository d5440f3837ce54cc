package suggest_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/search/concept"
	"airport-content/internal/search/suggest"
	"airport-content/internal/search/word"
)

// titlesOf makes an index of titles, "type: title" or a title of an amenity. Ids are their places.
func titlesOf(titles ...string) *suggest.Titles { return titlesWith(nil, titles...) }

// titlesWith is titlesOf with groups of synonyms.
func titlesWith(groups []string, titles ...string) *suggest.Titles {
	list := make([]suggest.Title, len(titles))
	for i, text := range titles {
		kind, title, ok := strings.Cut(text, ": ")
		if !ok {
			kind, title = "amenity", text
		}
		list[i] = suggest.Title{Language: "en", Suggestion: content.Suggestion{Text: title, ID: fmt.Sprintf("%03d", i), Type: content.Type(kind)}}
	}
	return suggest.New(list, []suggest.Synonyms{synonyms(groups)}, nil)
}

// synonyms are groups like "Restroom, Toilet".
func synonyms(groups []string) suggest.Synonyms {
	list := make([][]string, len(groups))
	for i, group := range groups {
		list[i] = strings.Split(group, ", ")
	}
	return suggest.NewSynonyms(list)
}

// find lists what the titles of all items give.
func find(t *suggest.Titles, typed string, size int) []content.Suggestion {
	found, err := t.Suggest(context.Background(), suggest.Request{Typed: typed, Allowed: content.EveryType(), Size: size})
	if err != nil {
		panic(err) // only an ended context fails
	}
	return found
}

func suggested(t *suggest.Titles, typed string) []string {
	texts := []string{}
	for _, s := range find(t, typed, 20) {
		texts = append(texts, s.Text)
	}
	return texts
}

func TestSuggestionsHoldWhatWasTyped(t *testing.T) {
	for typed, titles := range map[string]struct{ found, others []string }{
		"":                {nil, []string{"Bar"}},
		" -&? ":           {nil, []string{"Bar"}},
		"b":               {[]string{"Bar", "The Bar"}, []string{"Crab"}},
		"ba":              {[]string{"Bar", "Wine-Bar"}, []string{"Beer"}},
		"BAR ":            {[]string{"bar", "Barista"}, []string{"Crowbar"}},
		"bar t":           {[]string{"Bar Tabac", "Tea Bar", "The Bar"}, []string{"Crowbar Tools", "Bar"}},
		"bar bar":         {[]string{"Bar"}, nil},
		"organi":          {[]string{"Organic", "Organisation"}, []string{"Organ"}},
		"creme":           {[]string{"Crème brûlée"}, []string{"Cream"}},
		"crème b":         {[]string{"Creme Brulee"}, nil},
		"strasse":         {[]string{"Straße"}, nil},
		"straß":           {[]string{"STRASSE"}, nil},
		"wifi":            {[]string{"Free Wi-Fi", "WiFi"}, nil},
		"wi-f":            {[]string{"WiFi", "Wi-Fi"}, nil},
		"peet":            {[]string{"Peet's Coffee", "Peets"}, nil},
		"peets":           {[]string{"Peet’s Coffee"}, []string{"Peter's"}},
		"peet's cof":      {[]string{"Peet’s Coffee"}, nil},
		"don":             {[]string{"Don't miss"}, nil},
		"llb":             {[]string{"L.L.Bean"}, nil},
		"l.l.b":           {[]string{"L. L. Bean", "L.L.Bean", "LLBean"}, nil},
		"h&":              {[]string{"H&M"}, nil},
		"l'occ":           {[]string{"L'Occitane"}, []string{"Occitane"}},
		"occ":             {[]string{"L’Occitane"}, nil},
		"tom & je":        {[]string{"Tom &amp; Jerry"}, nil},
		"t1":              {[]string{"Gate T1", "T12"}, []string{"Terminal 1"}},
		"phong ch":        {[]string{"Phòng chờ", "Phong Cho"}, nil},
		"phòng":           {[]string{"Phòng chờ", "Phong Cho"}, nil},
		"đưa":             {[]string{"Dua don", "Đưa đón"}, nil},
		"航":               {[]string{"T2航站楼", "出发航班", "航班"}, []string{"机场"}},
		"航站":              {[]string{"2号航站楼"}, []string{"航班站"}},
		"t2航":             {[]string{"T2航站楼", "T2 航班"}, []string{"T1航站楼"}},
		"餐厅 航站":           {[]string{"航站楼餐厅"}, []string{"餐厅"}},
		"ターミ":             {[]string{"国際線ターミナル", "ﾀｰﾐﾅﾙ"}, []string{"ターキー"}},
		"か":               {[]string{"かばん"}, []string{"がっこう"}},
		"고":               {[]string{"국제공항", "고속버스"}, []string{"기차"}},
		"ㄱ":               {[]string{"공항"}, []string{"나라"}},
		"공하":              {[]string{"공항", "공하"}, []string{"공기"}},
		"공항":              {[]string{"국제공항 주차장"}, []string{"공사"}},
		"ห้อง":            {[]string{"ห้องน้ำ", "บริการห้องน้ำ"}, []string{"หอ"}},
		"น้ำ":             {[]string{"ห้องน้ำ"}, nil},
		"مسج":             {[]string{"المسجد"}, nil},
		"ال":              {[]string{"المسجد"}, []string{"مسجد"}},
		"самолет":         {[]string{"Самолёты"}, nil},
		"οδο":             {[]string{"Οδός"}, nil},
		"coffe\u0301 b":   {[]string{"Coffe Bar"}, nil},
		"w\u200bi\u00adf": {[]string{"Wifi"}, nil},
	} {
		got := suggested(titlesOf(slices.Concat(titles.others, titles.found)...), typed)
		slices.Sort(got)
		slices.Sort(titles.found)
		check.Same(t, append([]string{}, titles.found...), got, typed)
	}
}

// Titles with another spelling, a synonym or longer words come after the titles with the words.
func TestSuggestionsOfOtherForms(t *testing.T) {
	t.Parallel()
	groups := []string{"Restroom, Toilet, WC", "M&S, Marks and Spencer", "Objets trouvés, objets perdus", "洗手间, 厕所", "Taxi, cab, car service, taksi"}
	for typed, titles := range map[string]struct{ found, others []string }{
		"bar t":          {[]string{"Bar Tabac", "Barista Tools"}, []string{"Crowbar Tools", "Bar"}},
		"starb cof":      {[]string{"Starbucks Coffee"}, []string{"Starbucks", "Coffee"}},
		"lost and f":     {[]string{"Lost & Found", "Lost and Found"}, []string{"Lost", "Found"}},
		"schuhe und t":   {[]string{"Schuhe & Taschen"}, []string{"Schuhe"}},
		"meet n g":       {[]string{"Meet & Greet"}, []string{"Meet"}},
		"m and s":        {[]string{"M&S Food", "Marks & Spencer"}, []string{"Mars"}},
		"marks & sp":     {[]string{"Marks and Spencer"}, nil},
		"car p":          {[]string{"Car Park"}, []string{"Car"}},
		"carp":           {[]string{"Carpets", "Car Park"}, []string{"Car"}},
		"air tr":         {[]string{"Air Traffic", "AirTrain"}, []string{"Airport", "Air"}},
		"the air train":  {[]string{"AirTrain, the map"}, []string{"AirTrain"}},
		"skylounge t":    {[]string{"Sky Lounge, Terminal 1"}, []string{"Sky Lounge"}},
		"dutyfree":       {[]string{"Duty Free"}, nil},
		"checkin":        {[]string{"Check-in", "Check in online"}, []string{"Check Inn"}},
		"info":           {nil, []string{"Eat in Food Hall"}},
		"gate b 12":      {[]string{"Gate B 12", "Gate B-12", "Gate B12"}, []string{"Gate 12"}},
		"gate7":          {[]string{"Gate 7"}, []string{"Gate 6"}},
		"gate 1 2":       {nil, []string{"Gate 12"}},
		"toilet":         {[]string{"Toilets", "Restrooms"}, []string{"Restaurant"}},
		"toil":           {[]string{"Toilets", "Restrooms"}, nil},
		"wc":             {[]string{"Restrooms", "Toilet"}, []string{"WoW"}},
		"cab":            {[]string{"Taxis"}, []string{"Taxidermy"}},
		"cab 1":          {[]string{"Taxi Terminal 1"}, []string{"Taxi"}},
		"car serv":       {[]string{"Taxis"}, []string{"Carts"}},
		"objets p":       {[]string{"Objets trouvés"}, []string{"Objets"}},
		"厕所":             {[]string{"T1洗手间"}, []string{"洗手液"}},
		"すた":             {[]string{"スターバックス"}, nil},
		"Wi F":           {[]string{"Wi-Fi", "WiFi"}, []string{"Wine"}},
		"coffee starbuk": {nil, []string{"Starbucks"}},
		"zebra":          {nil, []string{strings.Repeat("gate ", 200) + "zebra"}}, // the 201st word
		"مسجد":           {nil, []string{strings.Repeat("gate ", 199) + "المسجد"}},
	} {
		got := suggested(titlesWith(groups, slices.Concat(titles.others, titles.found)...), typed)
		check.Same(t, append([]string{}, titles.found...), got, typed)
	}
}

// Eight mistyped words are the most.
const (
	eightWrong = "alphx bravx charlix deltx foxtrox hotex indix juliets"
	nineWrong  = eightWrong + " kilox"
)

func TestOneWrongLetterIsForgivenWhenNothingElseFits(t *testing.T) {
	for typed, titles := range map[string]struct{ found, others []string }{
		"starbuk":          {[]string{"Starbucks"}, []string{"Start", "Bucks"}},
		"starbuxk":         {[]string{"Starbucks"}, []string{"Star"}},
		"sttarbucks":       {[]string{"Starbucks"}, nil},
		"tsarbucks":        {[]string{"Starbucks"}, nil},
		"xtarbucks":        {[]string{"Starbucks"}, nil},
		"starbucksx":       {[]string{"Starbucks"}, nil},
		"satrbukcs":        {nil, []string{"Starbucks"}}, // two
		"cofe":             {nil, []string{"Coffee", "Cafe"}},
		"coffe":            {[]string{"Coffee"}, []string{"Coffin", "Toffee"}}, // nothing to forgive
		"toffe bar":        {[]string{"Toffee Bar"}, []string{"Toffee"}},
		"coffee jount":     {[]string{"Coffee Joint"}, []string{"Joint"}},
		"coffee joint":     {[]string{"Coffee Point"}, []string{"Joint", "Coffee"}},
		"terminl 1 coffee": {[]string{"Coffee at Terminal 1"}, []string{"Coffee at Terminal 2"}},
		"gäpeck":           {nil, []string{"Gepäck"}}, // two
		eightWrong:         {[]string{"alpha bravo charlie delta foxtrot hotel india juliett"}, nil},
		nineWrong:          {nil, []string{"alpha bravo charlie delta foxtrot hotel india juliett kilos"}},
		"gepeck":           {[]string{"Gepäck"}, nil},
		"самолеты":         {[]string{"Самолёты"}, nil},
		"самалет":          {[]string{"Самолёты"}, nil},
		"самалэт":          {nil, []string{"Самолёты"}},
		"航站搂航站搂":           {nil, []string{"航站楼航站楼"}},
	} {
		got := suggested(titlesOf(slices.Concat(titles.others, titles.found)...), typed)
		check.Same(t, append([]string{}, titles.found...), got, typed)
	}
}

func TestTheBestSuggestionsComeFirst(t *testing.T) {
	titles := titlesOf("news: Bar opens", "page: Bar", "Wine Bar", "Bar", "shopping: The Great Bar of the Bay", "dining: Bar Tabac",
		"parking-transportation: Bar", "general: Bar", "faq: Is there a bar?", "event: Bar", "Bar")
	want := []string{"003", "005", "000", "002", "008", "004"}
	var got []string
	for _, s := range find(titles, "bar", 20) {
		got = append(got, s.ID)
	}
	check.Same(t, want, got)
	for size := range len(want) + 1 {
		some := find(titles, "bar", size)
		if len(some) != min(size, len(want)) || size > 0 && some[0].ID != want[0] {
			t.Errorf("size %d: %v", size, some)
		}
	}
}

func TestEqualTitlesComeOnce(t *testing.T) {
	titles := titlesOf("Gate", "Gate", "GATE!", "Gate A", "news: Gate", "The Gate", "The Gate", "A Gate", "Gateway", "Gateway")
	check.Same(t, []string{"GATE!", "Gate", "Gateway", "Gate A", "A Gate", "The Gate"}, suggested(titles, "gate"))
}

// Words of all languages suggest the titles with what airports call the thing, in the languages of
// the titles.
func TestSuggestionsOfConcepts(t *testing.T) {
	t.Parallel()
	var list []suggest.Title
	where := "Terminal 1"
	for language, titles := range map[string][]string{"en": {"Palm Pharmacy", "Restrooms", "Restaurants", "Moth of Apricot", "Cash Machine", "Tea Room"}, "de": {"Schließfächer", "Apothekenweg"}} {
		for _, title := range titles {
			list = append(list, suggest.Title{Language: language, Suggestion: content.Suggestion{Text: title, ID: title, Type: "amenity", Place: &where}})
		}
	}
	titles := suggest.New(list, nil, concept.Get())
	for typed, want := range map[string][]string{
		"Apoth":      {"Apothekenweg", "Palm Pharmacy"},
		"аптек":      {"Palm Pharmacy"},
		"薬局":         {"Palm Pharmacy"},
		"厕":          {"Restrooms"},
		"トイ":         {"Restrooms"},
		"화장실":        {"Restrooms"},
		"ห้องน้ำ":    {"Restrooms"},
		"toilettes":  {"Restrooms"},
		"luggage lo": {"Schließfächer"},
		"apri":       {"Moth of Apricot"},
		"apto":       {},
		"caje":       {"Cash Machine", "Tea Room"}, // unfinished Spanish, or Czech
		"čaje":       {"Cash Machine", "Tea Room"},
		"cajero":     {"Cash Machine"},
		"aptek":      {"Palm Pharmacy"}, // in other languages, and no mistake for "apric"
		"机":          {},                // begins words for many things
	} {
		check.Same(t, want, suggested(titles, typed), typed)
	}
	check.Same(t, "Terminal 1", *find(titles, "pharm", 1)[0].Place)
}

func TestSuggestionsOfTypesAndLanguages(t *testing.T) {
	var list []suggest.Title
	for _, kind := range content.Types() {
		for _, language := range []string{"en", "pt-BR"} {
			list = append(list, suggest.Title{Language: language, Suggestion: content.Suggestion{Text: "Starbucks " + string(kind), ID: string(kind) + " " + language, Type: kind}})
		}
	}
	list = append(list, suggest.Title{Language: "de", Suggestion: content.Suggestion{Text: "Zürich", Type: "page"}})
	titles := suggest.New(list, nil, nil)
	check.Same(t, []string{"Zürich"}, suggested(titles, "zuer"), "on a keyboard without ü")
	for _, typed := range []string{"star", "starbuks"} {
		for _, test := range []struct {
			allowed   content.Scope
			languages []string
			want      int
		}{
			{content.EveryType(), nil, 9},
			{content.OnlyTypes("news", "faq"), nil, 2},
			{content.EveryType(), []string{"en"}, 9},
			{content.OnlyTypes("news"), []string{"pt-BR"}, 1},
			{content.Scope{}, nil, 0},
			{content.EveryType(), []string{}, 0},
		} {
			got := check.Must(titles.Suggest(t.Context(), suggest.Request{Typed: typed, Allowed: test.allowed, Languages: test.languages, Size: 20}))(t)
			check.Same(t, test.want, len(got), typed, test.allowed, test.languages)
		}
		got := check.Must(titles.Suggest(t.Context(), suggest.Request{Typed: typed, Allowed: content.EveryType(), Size: 20, Translations: true}))(t)
		check.Same(t, 18, len(got), typed, "with translations")
	}
}

// Titles with the words come first: the index finds what a look at each title finds.
func TestSuggestionsAgainstEachTitle(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	word := func() string {
		letters := make([]byte, 1+random.IntN(4))
		for i := range letters {
			letters[i] = "abc"[random.IntN(3)]
		}
		return string(letters)
	}
	phrase := func(most int) string {
		words := make([]string, 1+random.IntN(most))
		for i := range words {
			words[i] = word()
		}
		return strings.Join(words, " ")
	}
	var texts []string
	for range 300 {
		texts = append(texts, phrase(5))
	}
	slices.Sort(texts)
	texts = slices.Compact(texts)
	titles := titlesOf(texts...)
	for range 500 {
		typed := phrase(3)
		want := 0
		for _, text := range texts {
			if holds(strings.Fields(text), strings.Fields(typed)) {
				want++
			}
		}
		got := 0
		for i, s := range find(titles, typed, 1000) {
			if holds(strings.Fields(s.Text), strings.Fields(typed)) {
				if got++; got <= i {
					t.Errorf("%q: %s comes after other forms", typed, s.Text)
				}
			}
		}
		check.Same(t, want, got, typed)
	}
}

func holds(title, typed []string) bool {
	last := len(typed) - 1
	for i, word := range typed {
		if !slices.ContainsFunc(title, func(w string) bool { return w == word || i == last && strings.HasPrefix(w, word) }) {
			return false
		}
	}
	return true
}

func FuzzSuggest(f *testing.F) {
	f.Add("Wi-Fi at Peet’s 航站楼 공항", "wi-f")
	f.Add("ห้องน้ำ ß İ", "ㄱ")
	f.Fuzz(func(t *testing.T, title, typed string) {
		titles := titlesOf("amenity: "+title, "Starbucks Coffee")
		find(titles, typed, 8)
		// A title finds itself, unless it has no words.
		if found := find(titles, title, 8); word.Key(title) != "" && len(title) < 100 && !strings.ContainsAny(title, "<>&") && len(found) == 0 {
			t.Errorf("%q does not find itself", title)
		}
	})
}

// The Size of an index is its real memory, give or take a fifth.
func TestSizeOfTitles(t *testing.T) {
	long := make([]string, 3000)
	for i := range long {
		long[i] = strings.Repeat(fmt.Sprintf("Word%d ", i), 200)[:1000]
	}
	for name, titles := range map[string][]string{
		"long":    long,
		"usual":   slices.Repeat([]string{"Starbucks Coffee, Terminal 1"}, 3000),
		"Chinese": slices.Repeat([]string{"二号航站楼出发层星巴克咖啡"}, 3000),
	} {
		before := check.Heap()
		index := titlesOf(cloned(titles)...)
		took := check.Heap() - before
		if size := index.Size(); took > size*6/5 || size > took*6/5 {
			t.Errorf("%s: %d bytes, and they say %d", name, took, size)
		}
		runtime.KeepAlive(index)
	}
}

func cloned(texts []string) []string {
	list := make([]string, len(texts))
	for i, text := range texts {
		list[i] = strings.Clone(text)
	}
	return list
}
