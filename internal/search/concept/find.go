package concept

import (
	"slices"
	"strings"
	"unicode/utf8"

	"airport-content/internal/search/word"
)

// mostTokens bounds the words of a query that are looked up.
const mostTokens = 64

// Meaning is a concept that a word has, with the languages of the word.
type Meaning struct {
	Concept   ID
	Languages Languages // whose files have the word
	Names     Languages // in which airports write the word
}

func (m *Meaning) add(one meaning) {
	m.Languages |= 1 << one.language
	if one.name {
		m.Names |= 1 << one.language
	}
}

// Found is a run of words of a text that has a meaning. Several concepts: the run has several
// meanings.
type Found struct {
	Begin, End int // bytes of the text
	Meanings   []Meaning
	Compound   bool // the run is a compound, and this is a part of it
	Inflected  bool // the words have other endings than in the files
}

// Find looks up the words of a text, from left to right, the longest run first. A word that is a
// little word of any language is no name beside others: "or" is gold in French.
func (t *Thesaurus) Find(text string) (found []Found) {
	all := tokens(text)
	if len(all) > mostTokens {
		all = all[:mostTokens]
	}
	single, accented, vietnamese := len(all) == 1, word.Unaccented(text) != text, isVietnamese(text)
	for len(all) > 0 {
		tonal := vietnamese && t.isTonal(all[0])
		meanings, size := t.longestRun(text, all, accented)
		if tonal {
			meanings = only(meanings, t.tonal)
		}
		inflected := false
		if others, longer := t.inflectedRun(all); longer > size && !tonal {
			meanings, size, inflected = others, longer, true
		}
		if len(meanings) > 0 && (size > 1 || single || t.little[all[0].key] == 0) {
			found = append(found, Found{Begin: all[0].begin, End: all[size-1].end, Meanings: meanings, Inflected: inflected})
			all = all[size:]
			continue
		}
		if !tonal {
			found = append(found, t.parts(all[0])...)
		}
		all = all[1:]
	}
	return t.join(text, found)
}

// longestRun finds the longest run at the beginning of tokens that is a key, with and without the
// little words in it. accented: the text was typed with accents.
func (t *Thesaurus) longestRun(text string, all []token, accented bool) (meanings []Meaning, size int) {
	var key, content strings.Builder
	little := AllLanguages // the languages in which all dropped words are little
	var named []token      // without the little words
	spaced := false
	for i, w := range all {
		key.WriteString(w.key)
		spaced = spaced || i > 0 && between(text, all[i-1], w) != "-" && !mayPart(all[i-1], w)
		if in := t.little[w.key]; in != 0 && i > 0 {
			little &= in
		} else {
			content.WriteString(w.key)
			named = append(named, w)
		}
		known := t.written.lookUp(key.String())
		if i == 0 && word.IsNumber(w.key) { // 247 is not 24/7
			known = slices.DeleteFunc(slices.Clone(known), func(m meaning) bool { return m.parted })
		}
		if found := t.withoutSyllables(gather(known, t.mayMean(all[:i+1], accented), spaced), all[:i+1]); len(found) > 0 {
			meanings, size = found, i+1
		} else if len(named) <= i && t.little[w.key] == 0 {
			if found := t.withoutSyllables(gather(t.written.lookUp(content.String()), little&t.mayMean(named, accented), true), named); len(found) > 0 {
				meanings, size = found, i+1
			}
		}
		if !t.written.begins(key.String()) && !t.written.begins(content.String()) {
			break
		}
	}
	return meanings, size
}

// mayPart reports whether a word that is written as one may be typed as these two. In scripts without
// spaces, and in Korean, people put a space where they like; others do so within compounds of longer
// words.
func mayPart(a, b token) bool {
	return word.IsUnspaced(b.key) || min(utf8.RuneCountInString(a.key), utf8.RuneCountInString(b.key)) >= leastWord
}

// gather joins the meanings of one concept in several languages. Short words with spaces between them
// are no word that is always written as one: "in der" is not "Inder".
func gather(all []meaning, within Languages, spaced bool) (meanings []Meaning) {
	for _, m := range all {
		if Languages(1)<<m.language&within == 0 || spaced && !m.parted {
			continue
		}
		if last := len(meanings) - 1; last < 0 || meanings[last].Concept != m.concept {
			meanings = append(meanings, Meaning{Concept: m.concept})
		}
		meanings[len(meanings)-1].add(m)
	}
	return meanings
}

// parts finds the words within a token: those of a script without spaces, or of a compound.
func (t *Thesaurus) parts(whole token) []Found {
	if word.IsUnspaced(whole.key) {
		return t.cut(whole.parts)
	}
	return t.compound(whole)
}

// cut finds the longest words of a run of letters, from left to right. A word of one letter is
// found at the end only, where the head of a name stands: 店 in パン店.
func (t *Thesaurus) cut(letters []part) (found []Found) {
	for len(letters) > 0 {
		var longest Found
		size := 1
		key := ""
		for i, l := range letters {
			key += l.key
			if len(letters) > 1 && i == 0 && utf8.RuneCountInString(key) == 1 {
				continue
			}
			if meanings := gather(t.written.lookUp(key), AllLanguages, false); meanings != nil {
				longest, size = Found{Begin: letters[0].begin, End: l.end, Meanings: meanings}, i+1
			}
			if !t.written.begins(key) {
				break
			}
		}
		if longest.Meanings != nil {
			found = append(found, longest)
		}
		letters = letters[size:]
	}
	return found
}

// links are the letters between the parts of compounds.
var links = []string{"", "s", "n", "en", "es", "er", "e"}

const (
	leastHead = 3  // letters of a part of a compound
	mostWord  = 40 // letters of a compound
)

// compound finds the two words of a compound, the longest first word first.
func (t *Thesaurus) compound(whole token) []Found {
	if len(whole.key) > mostWord {
		return nil
	}
	for end := len(whole.key) - leastHead; end >= leastHead; end-- {
		head := gather(t.written.lookUp(whole.key[:end]), t.compounds, false)
		if head == nil {
			continue
		}
		for _, link := range links {
			rest, ok := strings.CutPrefix(whole.key[end:], link)
			if !ok || len(rest) < leastHead {
				continue
			}
			tail := gather(t.written.lookUp(rest), t.compounds, false)
			if common := languagesOf(head) & languagesOf(tail); common != 0 {
				return []Found{
					{Begin: whole.begin, End: whole.end, Meanings: only(head, common), Compound: true},
					{Begin: whole.begin, End: whole.end, Meanings: only(tail, common), Compound: true},
				}
			}
		}
	}
	return nil
}

func languagesOf(meanings []Meaning) (all Languages) {
	for _, m := range meanings {
		all |= m.Languages
	}
	return all
}

// only leaves these languages.
func only(meanings []Meaning, languages Languages) (kept []Meaning) {
	for _, m := range meanings {
		m.Names &= languages
		if m.Languages &= languages; m.Languages != 0 {
			kept = append(kept, m)
		}
	}
	return kept
}

// join joins a generic word with the thing beside it, in the languages of both: "shop for leather
// goods" is leather goods.
func (t *Thesaurus) join(text string, found []Found) []Found {
	for i := 0; i+1 < len(found); i++ {
		a, b := found[i], found[i+1]
		if a.End < b.Begin && !t.isLittle(text[a.End:b.Begin]) {
			continue
		}
		common := languagesOf(a.Meanings) & languagesOf(b.Meanings)
		first, second := only(a.Meanings, common), only(b.Meanings, common)
		switch {
		case common == 0 || t.areGeneric(first, second) == t.areGeneric(second, first):
			continue
		case t.areGeneric(first, second):
			first = second
		}
		found = slices.Replace(found, i, i+2, Found{min(a.Begin, b.Begin), max(a.End, b.End), first, a.Compound && b.Compound, a.Inflected || b.Inflected})
		i = max(-1, i-2)
	}
	return found
}

// areGeneric reports whether meanings say no more beside the meanings of a thing.
func (t *Thesaurus) areGeneric(meanings, beside []Meaning) bool {
	isAbout := func(types []string) bool {
		return types == nil || slices.ContainsFunc(beside, func(m Meaning) bool { return slices.Contains(types, t.Concepts[m.Concept].Type) })
	}
	return !slices.ContainsFunc(meanings, func(m Meaning) bool {
		types, ok := t.generic[m.Concept]
		return !ok || !isAbout(types)
	})
}

// isLittle reports whether a text has nothing but little words.
func (t *Thesaurus) isLittle(text string) bool {
	for _, w := range tokens(text) {
		if t.little[w.key] == 0 {
			return false
		}
	}
	return true
}
