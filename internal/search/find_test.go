package search_test

import (
	"slices"
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/search"
)

// finds checks what queries find: the ids, best first.
func (s *shelf) finds(t *testing.T, want map[string]string) {
	t.Helper()
	for q, found := range want {
		check.Same(t, found, s.find(t, q), q)
	}
}

func terminal() *shelf {
	s := shelve("lift | Lift | to the gates", "bar | Coffee bar | coffee at the gate", "shop | Coffee shop", "duty | Duty free | a shop of shops at the gate",
		"wifi | Wi-Fi", "clock | Open 24/7", "room | Multi-faith room | to pray", "chapel | Chapel | prayer in the chapel", "need | Special need")
	s.synonyms = []string{"lift, elevator", "prayer room, chapel", "sim room, esim", "fast track, lift"}
	return s
}

func TestWords(t *testing.T) {
	t.Parallel()
	terminal().finds(t, map[string]string{
		"Gates":                   "lift bar duty",
		"gate coffee":             "bar shop lift duty", // with both first, the rarer word next
		"the gate of":             "lift bar duty",      // stop words say nothing
		`"coffee shop"`:           "shop",
		`"shop coffee"`:           "",
		`"shop of shops"`:         "duty", // a stop word keeps its place
		`"shop shops"`:            "",
		"gate or chapel":          "chapel lift bar duty",
		"gate or the":             "lift bar duty",
		"gate coffee -shop":       "bar lift",
		`coffee -"coffee shop"`:   "bar",
		"-gate -coffee -the":      "wifi clock room chapel need",
		"gate zzz":                "lift bar duty",
		"please find gate":        "lift bar duty",
		"need gate":               "lift bar duty", // need is a stop phrase
		"need zzz":                "",
		"need":                    "need",
		"elevators gate":          "lift bar duty",
		`"elevator"`:              "", // a phrase is never widened
		"gate -elevator":          "lift bar duty",
		"prayer room":             "chapel room",
		"faith":                   "room",
		"esim":                    "",
		"sim room":                "room", // no item holds a synonym
		`'lift' | !'zzz`:          "lift", // a user's text becomes no operator
		"fast track -chapel":      "lift",
		strings.Repeat("a ", 200): "",
	})
}

// Flights and times find their other forms.
func TestFlightsAndTimes(t *testing.T) {
	t.Parallel()
	shelve("apart | AF 007", "joined | AF7", "other | AF 70", "colon | last bus 22:15", "h | dernier bus 22h15", "stop | bus 22.15", "number | 15 of 22").finds(t, map[string]string{
		"AF7": "joined apart", "AF 7": "joined apart", "AF007": "joined apart", "AF 007": "apart joined", "af0007": "joined apart",
		"22:15": "stop colon h", "22h15": "h stop colon",
		"when does the next flight AF007 leave": "joined apart", "when does the next flight AF 007 leave": "joined apart",
	})
	shelve("joined | U2123", "apart | U2 0123", "wizz | W6 2001", "jet | 9W301", "gate | B12", "two | B1 0002", "late | 24h30", "number | 2215", "day | 247", "seats | 1200").finds(t, map[string]string{
		"U2 123": "joined apart", "U2123": "joined apart", "U2 0123": "apart joined", "W62001": "wizz", "9W 301": "jet", "B12": "gate",
		"24:30": "", "22:15": "", "24/7": "", "1,200": "seats",
	})
}

// A little word before a number is no airline.
func TestParticlesAreNoAirlines(t *testing.T) {
	t.Parallel()
	shelve("bus | Bus | every 30 minutes", "in | Coach | in 30 minutes", "on | Coach | on 25 may").finds(t, map[string]string{
		"bus in 30 minutes": "bus in", "coach on 25 may": "on in",
	})
}

// Each spelling of a word finds the others, the typed one first.
func TestSpellings(t *testing.T) {
	t.Parallel()
	s := shelve("hyphen | Wi-Fi", "one | | wifi here", "apart | | wi fi", "checkin | Check-in", "dropoff | | dropoff", "b12 | | Gate B12", "b-12 | | B-12", "kg | | 23 kg",
		"thousand | | 1,200 seats", "phone | | 650-555-0147", "smith | WHSmith", "hm | H&M", "time | | 18h30 lunch", "shirt | | T-shirts", "email | | e-mail us")
	s.finds(t, map[string]string{
		"wi-fi": "hyphen apart one", "wi fi": "hyphen apart one", "wifi": "hyphen one", "check in": "checkin", "checkin": "checkin", "drop off": "dropoff",
		"b 12": "b-12 b12", "b12": "b12 b-12", "23kg": "kg", "1200": "thousand", "6505550147": "phone", "016505550147": "",
		"w h smith": "smith", "h&m": "hm", "18 h 30": "time", "t shirt": "shirt", "please send me an email to this place": "email", strings.Repeat("1", 99): "",
	})
}

// Beside a rarer word, a common word alone finds no item, unless the rarer one finds few.
func TestCommonWords(t *testing.T) {
	t.Parallel()
	s := shelve("both | Coffee | at the gate", "bare | Barber").with(12, "coffee").with(40, "gate").with(60, "zebra")
	check.Same(t, 13, s.run(t, requestFor("gate coffee")).Total, "a rare word and a common one")
	check.Same(t, "both", s.run(t, requestFor("gate coffee")).Items[0].ID, "the common word counts for the order")
	check.Same(t, 42, s.run(t, requestFor("gate barber")).Total, "a rare word that few items hold")
	check.Same(t, 60, s.run(t, requestFor("zebra 77")).Total, "a number is not rare")
	s.hidden = "o"
	check.Same(t, 40, s.run(t, requestFor("gate coffee")).Total, "the filters leave no rare word")
	check.Same(t, 0, s.run(t, search.Request{Text: "gate coffee", Match: "any"}).Total, "no filter decides beside a match")
}

// A word is also found at the beginning of others, in compounds and in other forms.
func TestRelatedWords(t *testing.T) {
	t.Parallel()
	s := shelve("star | Starbucks", "board | | starboard", "gate | Gate", "de:platz | Parkplatz", "de:kurz | Kurzzeitparkplatz",
		"pl:lotnisko | | na lotniskach", "pl:czy | | lotniczymi", "pl:koty | | koty", "fr:reserve | Siège réservé")
	s.finds(t, map[string]string{
		"starb": "star board", "sta": "", `"starb"`: "", // too short, or in quotation marks
		"parkplatz": "platz kurz", "zeit": "", "lotnisko": "lotnisko", "kot": "koty", "reserve": "reserve",
	})
	accents := shelve("fr:with | | la marché", "fr:without | | la marche")
	accents.finds(t, map[string]string{"marché": "with without", "marche": "with without"})
}

// An item holds a word of a script without spaces if it holds all its pieces, one after the other.
func TestPieces(t *testing.T) {
	t.Parallel()
	s := shelve("zh:metro | 航站楼 | 站在", "zh:taxi | 计程车在航站外", "ja:hotel | ホテルの予約です", "ja:room | | ルーム", "ja:tel | テル", "ja:locker | コインロッカー", "ko:bag | 수하물 보관함",
		"ja:atm | ATM機", "ja:place | どこですか")
	s.synonyms = []string{"コインロッカー, 預け"}
	s.finds(t, map[string]string{
		"航站楼": "metro", "站": "metro taxi", "航站楼在哪里呢": "metro taxi", `"站楼"`: "metro", "-航站楼 航站": "taxi",
		"ホテル": "hotel", "ホテルルーム": "", "ホテル ルーム": "hotel room", "こいんろっかー": "locker", "預け": "locker", "수하물": "bag", "ATM機": "atm", "ATM 機": "atm",
		"どこですかホテルの予約": "hotel",
	})
}

// Groups of synonyms that have a word in common are one.
func TestGroupsOfSynonyms(t *testing.T) {
	t.Parallel()
	s := shelve("lift | Lift", "hoist | Hoist", "locker | Locker")
	s.synonyms = []string{"lift, elevator", "hoist, crane", "hoists, lifts", "locker, the"}
	s.finds(t, map[string]string{"crane": "lift hoist", "elevator": "lift hoist", "locker": "locker"})
}

// A query is read in each language of the items. The less likely it is in a language, the lower its
// items score.
func TestLanguages(t *testing.T) {
	t.Parallel()
	s := shelve("de:brand | Coffee Haus", "en:one | Coffee", "en:two | | our coffee", "en:gate | Gate", "de:platz | Platz", "de:auto | | ein Park für Autos")
	s.finds(t, map[string]string{"coffee": "one brand two", "platz gate": "gate platz", "the": ""})
	check.Same(t, "map[gaet:gate]", whatIsCorrected(t, s, "gaet platz"), "a word that is known in one language is not corrected in another")
}

func TestConcepts(t *testing.T) {
	t.Parallel()
	s := shelve("drugs | Pharmacy", "medicine | | take your medicine", "wc | Toilets", "car | Car rental", "lost | Lost property", "jacket | | warm jackets")
	s.concepts = true
	s.finds(t, map[string]string{
		"Apotheke": "drugs medicine", "厕所": "wc", "厕所在哪里": "wc", "Apothekenladen": "drugs medicine", "💊": "drugs medicine", "💊\ufe0f": "drugs medicine", "chemist": "drugs medicine",
		"medicines": "drugs medicine", "Zahnarzt": "", `"Apotheke"`: "", "forgot my jacket": "lost", "jacket": "jacket",
		"chemist?": "drugs medicine", "(chemist)": "drugs medicine", "restroom, chemist": "drugs wc medicine", "Where is the chemist?": "drugs medicine",
	})
	check.Same(t, map[string]string{"Apotheke": "pharmacy"}, s.run(t, requestFor("Apotheke")).Search.Concepts)
	check.Same(t, map[string]string{"chemist": "pharmacy"}, s.run(t, requestFor("Is there a chemist?")).Search.Concepts)
	several := shelve("en:pharmacy | Pharmacy", "de:apotheke | Apotheke")
	several.concepts = true
	several.finds(t, map[string]string{"Apotheke": "apotheke pharmacy", "pharmacy": "pharmacy apotheke"})
}

// The other words of an intent refine the order, and no item comes first for holding them too.
func TestIntents(t *testing.T) {
	t.Parallel()
	s := shelve("both | Zebra | beside the lost property of an airport of animals and other things", "lost | Lost property", "zebra | | a zebra").with(9, "gate")
	s.concepts = true
	s.finds(t, map[string]string{"zebra forgot": "lost both"})
	nothing := shelve("zebra | | a zebra", "rest | | an area to rest", "calm | Quiet area") // "rest area" stands nowhere
	nothing.concepts = true
	nothing.finds(t, map[string]string{"zebra forgot": "zebra", "tired somewhere quiet": "calm"})
}

// A name keeps its particle where stop words leave one word of it.
func TestParticlesOfNames(t *testing.T) {
	t.Parallel()
	s := shelve("bag | Cabin bags | your carry-on", "porter | Porters | they carry all")
	s.concepts = true
	s.finds(t, map[string]string{"Handgepäck": "bag", "carry on": "bag"})
}

// meta names the concept whose words are searched for.
func TestUsedConcepts(t *testing.T) {
	t.Parallel()
	s := shelve("cafe | Café", "bar | Bar", "starbucks | Starbucks | coffee", "terminal | Terminal")
	s.concepts = true
	used := func(s *shelf, q string) map[string]string { return s.run(t, requestFor(q)).Search.Concepts }
	check.Same(t, map[string]string{"pub": "bar"}, used(s, "pub"), "a near concept")
	check.Same(t, map[string]string{"Кафе": "cafe"}, used(s, "Кафе"))
	check.Same(t, map[string]string{"starbucks": "starbucks"}, used(s, "starbucks"), "the thing itself, and near ones")
	s.items = s.items[:2]
	check.Same(t, map[string]string{"starbucks": "cafe"}, used(s, "starbucks"), "no item holds the brand")
	check.Same(t, 0, s.run(t, requestFor("starbucks")).Search.AllWords, "items of a near concept hold no word")
	check.Same(t, 2, s.run(t, requestFor("starbucks OR bar")).Search.AllWords, "one alternative is enough")
	check.Same(t, 1, s.run(t, requestFor("Кафе")).Search.AllWords, "an item holds the word in its own language")
	coach := shelve("coach | Coaches | to other cities", "bus | Bus stop")
	coach.concepts = true
	check.Same(t, map[string]string{"coach": "coach"}, used(coach, "coach"), "travellers say so of buses, too")
	brand := shelve("starbucks | Starbucks", "gate | Gate")
	brand.concepts = true
	brand.finds(t, map[string]string{"Кафе": "starbucks"})
	check.Same(t, map[string]string{"Кафе": "cafe"}, used(brand, "Кафе"), "a brand is about the thing")
}

// A word of several languages means what many more of them mean by it, unless airports write it in
// the items' language.
func TestFalseFriends(t *testing.T) {
	t.Parallel()
	s := shelve("en:cash | Cash machine", "tr:bench | Bekleme salonu", "nb:paper | Avis og blader", "en:hire | Car rental")
	s.concepts = true
	s.finds(t, map[string]string{"bank": "cash", "avis": "hire paper"})
	s.items = s.items[1:2]
	s.finds(t, map[string]string{"bank": "bench"})
}

// A name of a thing that is one of the typed words finds titles. It finds other texts, too, if fewer
// than ten items are found so.
func TestNamesWithinWords(t *testing.T) {
	t.Parallel()
	s := shelve("photo | Photo gallery", "sculpture | Sculpture", "art | Art").with(20, "gallery").with(8, "art gallery")
	s.concepts = true
	check.Same(t, 10, s.run(t, requestFor("art gallery")).Total, "the words, and titles, but not of a near thing with a common name")
	s.items = s.items[1:]
	check.Same(t, 29, s.run(t, requestFor("art gallery")).Total, "too few")
}

// A place is one thing. An item that is known to be elsewhere comes last.
func TestPlaces(t *testing.T) {
	t.Parallel()
	s := shelve("text | Coffee | in terminal 1", "none | Coffee | in 1 of 2", "gate | Gate | B12 and more")
	s.concepts = true
	s.place("there", "Tea and coffee", `{"terminal": "1"}`)
	s.place("elsewhere", "Coffee", `{"terminal": "2"}`)
	s.place("after", "Kiosk with coffee", `{"security": "after"}`)
	s.finds(t, map[string]string{
		"coffee terminal 1": "text there none after elsewhere", "coffee T1": "there text none after elsewhere", "terminal 1": "text there",
		"gate b12": "gate", "gate 45": "",
		"кофе в терминале 1": "there text none after elsewhere", "1号航站楼咖啡": "there text none after elsewhere", "ターミナル1のカフェ": "there text none after elsewhere",
		"กาแฟหลังตรวจค้น": "after elsewhere text none there", "กาแฟอาคาร 1": "there text none after elsewhere",
		"caffè dopo i controlli": "after elsewhere text none there", "cafe no terminal 1": "text there none after elsewhere",
		"coffee but not terminal 1": "elsewhere none after", "coffee but not in terminal 1 and not in terminal 2": "none after",
	})
}

// What follows a negation is left out, if it is a name, a place, or a thing to eat or buy.
func TestNegations(t *testing.T) {
	t.Parallel()
	s := shelve("mac | McDonald's | a burger", "other | Burger", "bag | Hand luggage | what is allowed", "label | Label a burger")
	s.concepts = true
	s.finds(t, map[string]string{
		"burger not mcdonald": "other label", "burger but not mcdonald": "other label", "burger except mcdonald": "other label", "Burger ohne mcdonald": "other label", "burger sauf mcdonald": "other label",
		"not mcdonald": "mac", "no burger mcdonald": "mac other label", "what is not allowed in hand luggage": "bag",
		"burger not the mcdonald": "other label", "burger without a label": "label other mac",
	})
	s = shelve("taxi | Taxi to the beach", "bus | Bus to the beach", "walk | Beach")
	s.concepts = true
	for _, q := range []string{"beach not by taxi", "Strand nicht mit dem Taxi", "plage pas en taxi", "how do i get to the beach but not by taxi", "we will go to the beach except by taxi"} {
		if found := s.find(t, q); strings.Contains(found, "taxi") || !strings.Contains(found, "bus") {
			t.Errorf("%s: %s", q, found)
		}
	}
	s.finds(t, map[string]string{"my taxi to the beach did not come": "taxi walk bus"})
}

// "nicht mit" and its like exclude a place or a way to travel, and nothing else.
func TestNegationsOfWays(t *testing.T) {
	t.Parallel()
	s := shelve("de:hand | Handgepäck | Flugzeug", "fr:cabine | Bagages en cabine | liquides", "fr:soute | Bagages en soute | batteries", "nl:bag | Handbagage | mag mee")
	s.concepts = true
	for q, first := range map[string]string{"was darf nicht mit Handgepäck": "hand", "batteries pas en soute": "soute", "liquides pas en cabine": "cabine", "wat mag niet met handbagage": "bag"} {
		if found := s.find(t, q); !strings.HasPrefix(found, first) {
			t.Errorf("%s: %s", q, found)
		}
	}
	s = shelve("taxi | Taxi to the beach", "bus | Bus to the beach")
	s.concepts = true
	s.finds(t, map[string]string{"beach not by taxi": "bus", "beach niet met de taxi": "bus", "playa no en taxi": "bus", "spiaggia non in taxi": "bus", "praia não de taxi": "bus"})
	s = shelve("de:park | Parkhaus | Auto", "garage | Parking garage | your car", "bus | Bus stop | bus").with(3, "where i left")
	s.concepts = true
	for q, first := range map[string]string{"my car is not in the parking garage where i left it": "garage", "mein Auto ist nicht im Parkhaus wo ich es geparkt habe": "park", "i am not at the bus stop where is the bus": "bus"} {
		if !slices.Contains(strings.Fields(s.find(t, q)), first) {
			t.Errorf("%s: %s is missing", q, first)
		}
	}
}

// Before a verb a negation excludes nothing, in any of its languages.
func TestNegationsOfVerbs(t *testing.T) {
	t.Parallel()
	for tag, row := range map[string][2]string{
		"en": {"Hand luggage", "what is not allowed in hand luggage"},
		"de": {"Handgepäck", "was ist nicht erlaubt im Handgepäck"},
		"fr": {"Bagage cabine", "ce qui est pas autorisé en bagage cabine"},
		"es": {"Equipaje de mano", "qué no está permitido en equipaje"},
		"it": {"Bagaglio a mano", "cosa non è permesso nel bagaglio"},
		"pt": {"Bagagem de mão", "o que não é permitido na bagagem"},
		"nl": {"Handbagage", "wat is niet toegestaan in handbagage"},
		"pl": {"Co do bagażu", "co nie jest dozwolone w bagażu"},
		"sv": {"Handbagage", "vad är inte tillåtet i handbagage"},
		"ru": {"Правила багажа", "что не разрешено в багажа"},
		"tr": {"El bagajı", "el bagajı neler hariç tutulur"},
	} {
		s := shelve(tag + ":bag | " + row[0])
		s.concepts = true
		check.Same(t, "bag", s.find(t, row[1]), tag)
	}
	s := shelve("other | Burger", "bag | Hand luggage | a burger")
	s.concepts = true
	for _, q := range []string{"burger nicht gestattet hand", "burger pas autorisé hand", "burger no permitido hand", "burger non consentito hand", "burger não permitido hand", "burger niet toegestaan hand"} {
		check.Same(t, "bag other", s.find(t, q), q)
	}
	for tag, row := range map[string][3]string{
		"pl": {"Hamburgery", "Starbucks", "hamburgery bez starbucks"},
		"sv": {"Hamburgare", "Starbucks", "hamburgare inte starbucks"},
		"ru": {"Гамбургер", "Starbucks", "гамбургер не starbucks"},
	} {
		s := shelve(tag+":other | "+row[0], tag+":brand | "+row[1]+" | "+row[0])
		s.concepts = true
		check.Same(t, "other", s.find(t, row[2]), tag)
	}
}

// A sentence in a script without spaces is read in the language of the items: 海 is the sea, and no
// beach, as in Japanese.
func TestSentencesWithoutSpaces(t *testing.T) {
	t.Parallel()
	s := shelve("zh:empire | 成吉思汗的帝国 | 成吉思汗死后，帝国的东边毗邻一个大海", "zh:beach | 海滩")
	s.concepts = true
	s.finds(t, map[string]string{"成吉思汗死后帝国东边毗邻什么海": "empire"})
}
