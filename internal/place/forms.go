package place

import (
	"maps"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
)

// The languages of texts that are read are English, German, French, Spanish, Italian, Portuguese, Dutch,
// Japanese, Chinese and Korean. All are read together: each form is a whole phrase, or a word beside
// a name or number, so a form of one language means nothing in the others.

// form is a way to name a part of a place, in small letters.
type form struct {
	part   Part
	find   *regexp.Regexp
	value  string   // what the form means; empty: the first group has it, and the second further names
	prefix string   // of a value that a group has
	many   bool     // the form is a plural, and has no value
	needs  [][]need // a text that has none of one of these lists does not have the form
}

// forms are all forms. An earlier form takes its text from the later ones.
var forms = func() (all []form) {
	add := func(f form, pattern string) { all = append(all, newForm(f, pattern)) }
	add(form{part: Security, many: true}, bothSides)
	for _, value := range []string{Before, After} {
		for pattern := range strings.SplitSeq(security[value], "\n") {
			add(form{part: Security, value: value}, pattern)
		}
	}
	for _, f := range named {
		add(form{part: f.part, prefix: f.prefix, many: f.many}, f.pattern)
	}
	for _, m := range meanings {
		add(form{part: m.part, value: m.value}, m.pattern)
	}
	return all
}()

func newForm(f form, pattern string) form {
	f.find = regexp.MustCompile(pattern)
	parsed, _ := syntax.Parse(pattern, syntax.Perl) // it compiles
	f.needs = needsOf(parsed)
	return f
}

// need is a text that a form may need.
type need struct {
	text  string
	pairs uint64 // as pairsOf
}

func (n need) isIn(text string, pairs uint64) bool {
	return n.pairs&^pairs == 0 && strings.Contains(text, n.text)
}

// pairsOf is the set of the pairs of bytes of a text, by their hashes. Most texts that lack a need
// lack a pair of it, and to see that takes no search.
func pairsOf(text string) (set uint64) {
	for i := 1; i < len(text); i++ {
		set |= 1 << ((31*uint(text[i-1]) + uint(text[i])) % 64)
	}
	return set
}

// needsOf lists needs, the longest first: every match of a pattern has one of each list. Most texts
// have none, and the look-up is much faster than the pattern.
func needsOf(pattern *syntax.Regexp) (lists [][]need) {
	switch pattern.Op {
	case syntax.OpLiteral:
		text := string(pattern.Rune)
		return [][]need{{{text, pairsOf(text)}}}
	case syntax.OpCharClass:
		return letters(pattern.Rune)
	case syntax.OpCapture, syntax.OpPlus:
		return needsOf(pattern.Sub[0])
	case syntax.OpRepeat:
		if pattern.Min > 0 {
			return needsOf(pattern.Sub[0])
		}
	case syntax.OpConcat:
		for _, part := range pattern.Sub {
			lists = append(lists, needsOf(part)...)
		}
		slices.SortStableFunc(lists, func(a, b []need) int { return shortest(b) - shortest(a) })
	case syntax.OpAlternate:
		var any []need
		for _, part := range pattern.Sub {
			found := needsOf(part)
			if found == nil {
				return nil
			}
			any = append(any, found[0]...)
		}
		return [][]need{any}
	}
	return lists
}

// mostLetters is the most letters of a class that are needs: ten digits.
const mostLetters = 10

// letters lists the letters of a class, if they are few. ranges has the first and the last letter of
// each range.
func letters(ranges []rune) [][]need {
	var list []need
	for i := 0; i < len(ranges); i += 2 {
		for r := ranges[i]; r <= ranges[i+1]; r++ {
			if list = append(list, need{string(r), pairsOf(string(r))}); len(list) > mostLetters {
				return nil
			}
		}
	}
	return [][]need{list}
}

func shortest(list []need) int {
	return len(slices.MinFunc(list, func(a, b need) int { return len(a.text) - len(b.text) }).text)
}

// mayBeIn reports whether a text may have the form.
func (f *form) mayBeIn(text string, pairs uint64) bool {
	return !slices.ContainsFunc(f.needs, func(list []need) bool {
		return !slices.ContainsFunc(list, func(n need) bool { return n.isIn(text, pairs) })
	})
}

const bothSides = `\b(?:before (?:and|or|&) after|vor und (?:nach|hinter)|avant et après|antes y después|prima e dopo|antes e depois|voor en na)\b`

var security = map[string]string{
	Before: `before (?:the |going through )?(?:security|passport|immigration)(?: check(?:s|point)?| control| screening)?
pre[- ]security
land ?side
public (?:area|side|zone)
non[- ]?(?:secure|restricted) (?:area|zone)
outside (?:of )?security
vor (?:der |den )?(?:sicherheits|pass)?kontrolle[n]?
öffentliche[rnm]? bereich
landseit(?:e|ig)
avant (?:la |les |le )?(?:contrôles?|sûreté|sécurité|douane|inspection|poste)(?: de)?(?: sûreté| sécurité)?
(?:zone|partie|espace) publi(?:que|c)
côté ville
antes d(?:el|e|os|o|a) (?:la |los |las )?(?:controle?s?|segurança|seguridad|filtro|inspe[cç][cç]?[iã][oó]n?)(?: de)?(?: seguridad| segurança)?
(?:zona|área|area|lado) (?:pública|pubblica|publica|tierra|terra|común|comum)
prima (?:dei |del |della |i )?(?:controll[oi]|sicurezza)(?: di sicurezza)?
voor (?:de )?(?:security|douane|veiligheidscontrole|beveiliging|paspoortcontrole)
(?:保安検査|手荷物検査|セキュリティ(?:チェック)?|出国審査)(?:場)?(?:の)?(?:前|手前)
一般エリア
(?:安检|安檢)(?:口|区|區)?(?:之)?前
公共区域|公眾區域|公共區域|陆侧|陸側
보안\s?검색(?:대)?\s?(?:이?전|앞)|일반\s?(?:구역|지역)|랜드사이드`,
	After: `(?:after|past|beyond|behind|through) (?:the |clearing |you clear )?security(?: check(?:s|point)?| control| screening)?
post[- ]security
air ?side
(?:secure|secured|restricted|sterile|transit) (?:area|zone|side)
inside security
(?:nach|hinter) (?:der |den )?(?:sicherheits)?kontrolle[n]?
sicherheitsbereich|transitbereich
luftseit(?:e|ig)
après (?:la |les |le )?(?:contrôles?|sûreté|sécurité|inspection|poste)(?: de)?(?: sûreté| sécurité)?
zone (?:réservée|sous douane|d'embarquement|internationale sous douane)
côté piste
(?:después|despues|tras|pasado|depois|após) (?:d(?:el|e|os|o|a) )?(?:el |la |los |las |o |a )?(?:controle?s?|segurança|seguridad|filtro|inspe[cç][cç]?[iã][oó]n?)(?: de)?(?: seguridad| segurança)?
(?:zona|área|area|lado) (?:de embarque|di imbarco|aire|ar|aria|restringida|restrita|riservata)
dopo (?:i |il |la )?(?:controll[oi]|sicurezza)(?: di sicurezza)?
(?:na|achter|voorbij) (?:de )?(?:security|veiligheidscontrole|beveiliging)
(?:保安検査|手荷物検査|セキュリティ(?:チェック)?|出国審査)(?:場)?(?:を)?(?:の)?(?:後|通過後|先)
制限エリア|搭乗エリア
(?:安检|安檢)(?:口|区|區)?(?:之)?(?:后|後|内|內)
隔离区|隔離區|管制区|管制區|禁区|禁區|空侧|空側|候机区|候機區
보안\s?검색(?:대)?\s?(?:이?후|통과\s?후)|면세\s?(?:구역|지역)|에어사이드|탑승\s?구역`,
}

// meanings are levels and terminals that have a name instead of a number.
var meanings = []struct {
	part           Part
	value, pattern string
}{
	{Terminal, "International", `terminal internacional|terminal internazionale`},
	{Terminal, "International", `国際線(?:旅客)?ターミナル|国际(?:旅客)?航站楼|國際航廈|국제선 ?(?:여객)?터미널`},
	{Terminal, "Domestic", `terminal nacional|terminal nazionale`},
	{Terminal, "Domestic", `国内線(?:旅客)?ターミナル|国内(?:旅客)?航站楼|國內航廈|국내선 ?(?:여객)?터미널`},
	{Level, "mezzanine", `mezzanine(?: level| floor)?|zwischengeschoss|entresol|entreplanta|mezzanino|ammezzato|mezanino|tussenverdieping`},
	{Level, "mezzanine", `中2階|夹层|夾層|중층`},
	{Level, "ground", `ground (?:floor|level)|street level|erdgescho(?:ss|ß)|parterre|rez[- ]de[- ](?:chaussée|jardin)|planta baja|piano terra|pianterreno|rés[- ]do[- ]chão|piso térreo|térreo|begane grond`},
	{Level, "ground", `地上階|底层|底層|首层|首層`},
	{Level, "basement", `basement(?: level)?|lower ground(?: floor)?|untergescho(?:ss|ß)|sous[- ]sol|sótano|seminterrato|interrato|subsolo|kelder`},
	{Level, "basement", `지하`},
	{Level, "upper", `upper (?:level|floor)|upstairs|obere ebene|obergescho(?:ss|ß)|niveau supérieur|(?:planta|nivel) superior|piano superiore|(?:piso|andar) superior`},
	{Level, "upper", `上层|上層`},
	{Level, "lower", `lower (?:level|floor)|downstairs|untere ebene|niveau inférieur|(?:planta|nivel) inferior|piano inferiore|(?:piso|andar) inferior`},
	{Level, "lower", `下层|下層`},
	{Level, "arrivals", `arrivals? (?:level|floor)|(?:ankunftsebene|ebene ankunft)|niveau (?:des )?arrivées?|(?:planta|nivel) (?:de )?llegadas|(?:piano|livello) arrivi|piso (?:das? )?chegadas`},
	{Level, "arrivals", `到着階|到达层|到達層|도착층`},
	{Level, "departures", `departures? (?:level|floor)|(?:abflugebene|ebene abflug)|niveau (?:des )?départs?|(?:planta|nivel) (?:de )?salidas|(?:piano|livello) partenze|piso (?:das? )?partidas`},
	{Level, "departures", `出発階|出发层|出發層|출발층`},
	{Level, "roof", `roof(?:top)?|dachterrasse|toit[- ]terrasse|azotea`},
	{Level, "roof", `屋上|楼顶|樓頂|옥상`},
}

const (
	digits   = `[0-9]{1,3}[a-z]?`
	code     = `[a-z]{1,2}[ -]?[0-9]{1,3}[a-z]?`
	letter   = `[a-z]`
	compass  = `north|south|east|west|central|nord|sud|süd|est|ouest|ost|norte|sur|sul|este|oeste|ovest|noord|zuid|oost`
	floor    = `(?:floor|level|storey|story|stock|stockwerk|etage|obergescho(?:ss|ß)|og|geschoss|étage|niveau|planta|piso|nivel|piano|livello|andar|verdieping)`
	gates    = `(?:ゲート|搭乗口|登机口|登機口|閘口|闸口|탑승구|게이트)`
	further  = code + `|` + digits + `|` + letter
	and      = `(?:,|/|-|–|—|&|\+|~|à|(?:and|or|to|through|und|oder|bis|et|ou|y|o|a|e|en|of|t/m|tot)\b)`
	asianAnd = `(?:,|/|-|–|&|~|〜|・|、|と|から|和|及|至|到|및|와|과|부터)`
)

// after finds a name after one of several words, and further names after the first: Gates 11 and 12.
func after(words, name string) string {
	return `\b(?:` + words + `)[ :#.]{1,2}(` + name + `)\b((?: ?` + and + ` ?(?:(?:` + words + `) ?)?(?:` + further + `)\b)*)`
}

// named are the forms with a name or number.
var named = []struct {
	part    Part
	pattern string
	prefix  string
	many    bool
}{
	{Level, `\b(?:levels|floors|ebenen|etagen|stockwerke|niveaux|étages|plantas|niveles|piani|livelli|pisos|andares|verdiepingen)\b`, "", true},
	{Level, `地下 ?([0-9一二三]) ?[階层層楼樓]`, "B", false},
	{Level, `([bl]?[0-9]{1,2}|[一二三四五六]) ?[階层層楼樓]`, "", false},
	{Level, `지하 ?([0-9]) ?층`, "B", false},
	{Level, `([0-9]{1,2}) ?층`, "", false},
	{Level, `\b([0-9]{1,2})f\b`, "", false},
	{Level, `\b([0-9]{1,2})(?:st|nd|rd|th|er|re|e|ère|ème|ᵉ|º|ª|°|\.º|\.ª|\.|) ?` + floor + `\b`, "", false},
	{Level, `\b(` + wordsOf(ordinals) + `) ` + floor + `\b`, "", false},
	{Level, after(`levels?|floors?|storey|lvl|ebene|etage|stock|stockwerk|og|ug|geschoss|niveau|étage|planta|nivel|piso|piano|livello|andar|verdieping`, `-?[0-9]{1,2}[a-z]?|[blu][0-9]`), "", false},

	{Terminal, `\b(?:terminals|terminales|terminali|terminais)\b(?: (?:` + digits + `|` + letter + `)\b)?`, "", true},
	{Terminal, after(`terminal`, digits+`|`+letter+`|`+compass+`|`+wordsOf(numerals)), "", false},
	{Terminal, `\b(?:t|terminal)([0-9][a-z]?)\b((?: ?` + and + ` ?t?[0-9][a-z]?\b)*)`, "", false},
	{Gate, `\bgate([0-9]{1,3}[a-z]?)\b()`, "", false},
	{Level, `\blevel([0-9])\b()`, "", false},
	{Terminal, `\b(main|international|domestic|inter-island|regional|national|old|new|` + compass + `)[- ]terminal\b()`, "", false},
	{Terminal, `第 ?([0-9一二三四五]) ?(?:旅客)?(?:ターミナル|航站楼|航站樓|航廈|航站)`, "", false},
	{Terminal, `제 ?([0-9]) ?(?:여객)? ?터미널`, "", false},
	{Terminal, `([0-9]) ?(?:号|號)?(?:旅客)?(?:航站楼|航站樓|航廈|ターミナル|여객터미널|터미널)`, "", false},
	{Terminal, `(?:ターミナル|航站楼|航站樓|航廈|터미널) ?([0-9a-z])`, "", false},

	{Concourse, `\b(?:concourses|piers|halls|hallen|satellites|jetées|aérogares|muelles|boarding areas)\b(?: ` + letter + `\b)?`, "", true},
	{Concourse, after(`concourse|pier|boarding area|satellite|satellit|hall|halle|aérogare|aerogare|jetée|muelle|dique|molo|píer|satélite|vertrekhal`, digits+`|`+letter+`|`+compass), "", false},
	{Concourse, after(`flugsteig`, letter), "", false},
	{Concourse, `\b(` + compass + `) (?:concourse|pier|satellite)\b()`, "", false},
	{Concourse, `(?:コンコース|サテライト|指廊|卫星厅|衛星廳|탑승동) ?([0-9a-z])`, "", false},
	{Concourse, `第 ?([0-9]) ?サテライト`, "", false},

	{Gate, `\b(?:gates|flugsteige|portes d'embarquement|puertas de embarque|portões)\b`, "", true},
	{Gate, after(`gate|flugsteig|porte d'embarquement|puerta de embarque|portão(?: de embarque)?|gate d'imbarco|uscita d'imbarco`, code+`|`+digits+`|`+letter), "", false},
	{Gate, after(`portes?|puertas?|uscit[ae]|portas?`, code), "", false}, // without a letter it may be a door
	{Gate, `[a-z]?[0-9]{1,3} ?[番号號번]? ?` + asianAnd + ` ?[a-z]?[0-9]{1,3} ?[番号號번]? ?` + gates, "", true},
	{Gate, gates + ` ?([a-z]?[0-9]{1,3})((?: ?` + asianAnd + ` ?` + gates + `? ?[a-z]?[0-9]{1,3})*)`, "", false},
	{Gate, `([a-z]?[0-9]{1,3}) ?[番号號번]? ?` + gates, "", false},
}

// ordinals are the numbers of levels that are written as words.
var ordinals = numbers(
	`first erste ersten erster erstes premier première primero primer primera primo primeiro primeira eerste 一`,
	`second zweite zweiten zweiter zweites deuxième seconde segundo segunda secondo tweede 二`,
	`third dritte dritten dritter drittes troisième tercero tercer tercera terzo terceiro terceira derde 三`,
	`fourth vierte vierten vierter viertes quatrième cuarto cuarta quarto quarta vierde 四`,
	`fifth fünfte fünften fünfter fünftes cinquième quinto quinta vijfde 五`,
	`sixth sechste sechsten sechster sechstes sixième sexto sexta sesto zesde 六`,
)

// numerals are the numbers of terminals that are written as words. Italian "due" is not among them: a
// terminal may be closed due to works.
var numerals = numbers(
	`one eins uno`,
	`two zwei deux dos dois twee`,
	`three drei trois tres tre três drie`,
	`four vier quatre cuatro quattro quatro`,
	`five fünf cinq cinco cinque vijf`,
	`six sechs seis sei zes`,
)

// numbers maps the words of each line to the number of the line, from 1.
func numbers(lines ...string) map[string]string {
	all := map[string]string{}
	for i, words := range lines {
		for word := range strings.FieldsSeq(words) {
			all[word] = string(rune('1' + i))
		}
	}
	return all
}

// wordsOf is a pattern for the words of numbers, without Chinese characters.
func wordsOf(known map[string]string) string {
	words := slices.DeleteFunc(slices.Sorted(maps.Keys(known)), func(w string) bool { return strings.ContainsFunc(w, isUnspaced) })
	return strings.Join(words, "|")
}
