package concept

import (
	"cmp"
	"hash/maphash"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"airport-content/internal/search/word"
)

// Words have endings: "toalecie" is a form of "toaleta". A file lists the endings of its language,
// and what stands for them in the stem (cie=t). Two words that share a stem are forms of one word.

// ending is what stands for an ending in the stems of some languages.
type ending struct {
	instead string
	in      Languages
}

const (
	leastStem   = 3  // letters
	leastWord   = 4  // letters of a word that stands alone
	mostStemmed = 4  // words of a phrase
	mostStems   = 24 // of a phrase
)

// addEndings adds endings as files have them: "ami", "cie=t".
func (t *Thesaurus) addEndings(list []string, language int) {
	t.inflected |= 1 << language
	for _, text := range list {
		text, instead, _ := strings.Cut(text, "=")
		text, instead = fold(text), fold(instead)
		same := func(e ending) bool { return e.instead == instead }
		if i := slices.IndexFunc(t.endings[text], same); i >= 0 {
			t.endings[text][i].in |= 1 << language
		} else {
			t.endings[text] = append(t.endings[text], ending{instead, 1 << language})
		}
	}
}

// stem is the hash of the stems of one word or several, in some languages.
type stem struct {
	hash uint64
	in   Languages
}

var seed = maphash.MakeSeed()

// then is the stem with that of a further word.
func (s stem) then(word string, in Languages) stem {
	return stem{s.hash*31 + maphash.String(seed, word), s.in & in}
}

// extend adds the stems of a word: the word itself, and the word without each of its endings. Where
// the word is little, it does not count.
func (t *Thesaurus) extend(stems []stem, next token) (longer []stem) {
	little := t.little[next.key]
	for _, s := range stems {
		if s.in&little != 0 {
			longer = append(longer, stem{s.hash, s.in & little})
		}
		if s.in &^= little; s.in == 0 {
			continue
		}
		longer = append(longer, s.then(next.key, s.in))
		letters := utf8.RuneCountInString(next.key)
		for cut, left := len(next.key), letters; left > leastStem && 2*(left-1) > letters; left-- {
			_, size := utf8.DecodeLastRuneInString(next.key[:cut])
			cut -= size
			for _, e := range t.endings[next.key[cut:]] {
				if e.in&s.in != 0 {
					longer = append(longer, s.then(next.key[:cut]+e.instead, e.in))
				}
			}
		}
	}
	return longer
}

// addStems notes the stems of a phrase of a language.
func (t *Thesaurus) addStems(phrase []token, m meaning) {
	stems := []stem{{in: t.inflected & (1 << m.language)}}
	if stems[0].in == 0 || len(phrase) > mostStemmed || word.IsUnspaced(phrase[0].key) {
		return
	}
	words := 0 // that count
	for _, w := range phrase {
		if t.little[w.key]&(1<<m.language) == 0 {
			words++
		}
	}
	if words == 0 || words == 1 && len(phrase) > 1 {
		return // "o letišti" is no "letiště"
	}
	for i, w := range phrase {
		stems = t.extend(stems, w)
		if len(stems) > mostStems {
			return
		}
		if i+1 < len(phrase) {
			for _, s := range stems {
				t.begun = append(t.begun, s.hash)
			}
		}
	}
	for _, s := range stems {
		t.stemmed = append(t.stemmed, stemmed{s.hash, m})
	}
}

// stemmed is a meaning of stems.
type stemmed struct {
	hash uint64
	meaning
}

// sortStems sorts the stems when all are noted.
func (t *Thesaurus) sortStems() {
	slices.SortFunc(t.stemmed, func(a, b stemmed) int { return cmp.Compare(a.hash, b.hash) })
	t.stemmed = slices.Clip(slices.Compact(t.stemmed))
	slices.Sort(t.begun)
	t.begun = slices.Clip(slices.Compact(t.begun))
}

// inflectedRun finds the longest phrase that the tokens begin with. Words and phrase are compared by
// their stems in one language.
func (t *Thesaurus) inflectedRun(all []token) (meanings []Meaning, size int) {
	if word.IsUnspaced(all[0].key) {
		return nil, 0
	}
	var longest []meaning
	stems := []stem{{in: t.inflected &^ t.little[all[0].key]}}
	for i, w := range all {
		stems = t.extend(stems, w)
		var found []meaning
		next := stems[:0]
		for _, s := range stems {
			if s.in&t.little[w.key] == 0 {
				found = append(found, t.stemsAt(s)...)
			}
			if _, ok := slices.BinarySearch(t.begun, s.hash); ok {
				next = append(next, s)
			}
		}
		if len(found) > 0 && (i > 0 || utf8.RuneCountInString(w.key) >= leastWord) {
			longest, size = found, i+1
		}
		if stems = next; len(stems) == 0 {
			break
		}
	}
	slices.SortStableFunc(longest, func(a, b meaning) int { return cmp.Compare(a.concept, b.concept) })
	return gather(longest, AllLanguages, false), size
}

// stemsAt lists the meanings of stems.
func (t *Thesaurus) stemsAt(s stem) (found []meaning) {
	i := sort.Search(len(t.stemmed), func(i int) bool { return t.stemmed[i].hash >= s.hash })
	for ; i < len(t.stemmed) && t.stemmed[i].hash == s.hash; i++ {
		if s.in&(1<<t.stemmed[i].language) != 0 {
			found = append(found, t.stemmed[i].meaning)
		}
	}
	return found
}
