package search

import (
	"slices"
	"strings"

	"airport-content/internal/search/word"
)

// Only a dictionary would know the words of a text in an unspaced script. This file guesses the
// words of a query: a run of Katakana, which writes foreign words, and a short text. The pieces of
// a word stand for the word only where an item holds all of them, one after the other.

const (
	// wholePieces is the most pieces of a text that is taken for one word. Words of Katakana may be
	// longer.
	wholePieces = 5
	// keywords is the most words of a Korean query that are taken for words without endings.
	keywords = 2
	// katakanaPart is the number of pieces of a part of a Katakana word. Fewer letters are syllables
	// of any word: the ター of ターミナル and スターバックス.
	katakanaPart = 3
)

// isOneWord reports whether a text in pieces is taken for one word. A longer text is a sentence.
// Hiragana with the long vowel mark is a word of Katakana: こいんろっかー.
func isOneWord(pieces string) bool {
	return strings.Count(pieces, " ") < wholePieces || isAllOf(pieces, word.IsKatakana) || isAllOf(pieces, word.IsHiragana) && strings.Contains(pieces, "ー")
}

// asPhrase is a query of one sentence in pieces as a phrase: an item that holds the sentence whole
// is better than items with its pieces. It is nil for other queries.
func (q Query) asPhrase() Query {
	if len(q) != 1 || len(q[0]) != 1 || q[0][0].Kind != Bare || !word.IsUnspaced(q[0][0].Text) || q.isSingle() {
		return nil
	}
	phrase := q[0][0]
	phrase.Kind = Phrase
	return Query{{phrase}}
}

// follows reports whether a piece follows the piece before in a text: it begins with the last
// letter of that piece.
func follows(before, piece string) bool {
	if !word.IsUnspaced(before) || !word.IsUnspaced(piece) {
		return false
	}
	a, b := word.Letters(before), word.Letters(piece)
	return len(a) > 1 && a[len(a)-1] == b[0]
}

// wordsOf puts together the pieces of each text that is taken for one word. Korean words with
// endings are none.
func wordsOf(pieces []string, endings bool) (words []string) {
	for len(pieces) > 0 {
		size := 1
		for size < len(pieces) && follows(pieces[size-1], pieces[size]) {
			size++
		}
		if whole := strings.Join(pieces[:size], " "); isOneWord(whole) && !(endings && word.ScriptOf(whole) == word.Hangul) {
			words = append(words, whole)
		} else {
			words = append(words, pieces[:size]...)
		}
		pieces = pieces[size:]
	}
	return words
}

// firstWord is the word that the pieces of a sentence begin with: all pieces of a run of Katakana,
// else one piece. It is empty for a piece with one letter of a longer run of Katakana. before is
// the piece in front of the words.
func firstWord(before Word, words []Word) (text string, size int) {
	isForeign := func(w Word) bool { return isAllOf(w.Text, word.IsKatakana) }
	for size < len(words) && isForeign(words[size]) && (size == 0 || words[size].piece) {
		size++
	}
	switch {
	case size > 0:
		return strings.Join(texts(words[:size]), " "), size
	case words[0].piece && isForeign(before), len(words) > 1 && words[1].piece && isForeign(words[1]):
		return "", 1
	}
	return words[0].Text, 1
}

// otherPieces lists other spellings of a word in pieces: in the other kana, with a space in it, and
// with other okurigana.
func (c Corpus) otherPieces(pieces string) (texts []string) {
	switch {
	case isAllOf(pieces, word.IsKatakana):
		texts = append(texts, word.Hiragana(pieces))
	case isAllOf(pieces, word.IsHiragana):
		texts = append(texts, word.Katakana(pieces))
	}
	texts = append(texts, withSpace(pieces)...)
	if c.Language == "japanese" {
		texts = append(texts, c.withOkurigana(pieces)...)
	}
	return texts
}

// withSpace lists the pieces of a Korean word with a space in it: some writers put a space between
// the parts of a compound, and then no piece stands for the letters around the space.
func withSpace(pieces string) (texts []string) {
	if list := strings.Fields(pieces); word.ScriptOf(pieces) == word.Hangul {
		for i := 1; i < len(list)-1; i++ {
			texts = append(texts, strings.Join(slices.Concat(list[:i], list[i+1:]), " "))
		}
	}
	return texts
}

const (
	// okurigana are the endings of verbs within nouns. Writers leave them out: 売り場, 売場.
	okurigana = "いきぎしじちびみりえけげせてねべめれ"
	// mostOkurigana is the most letters of a noun whose other spellings are looked for.
	mostOkurigana = 6
)

// withOkurigana lists the spellings of a Japanese noun with other okurigana, as pieces, if items
// hold all pieces of the spelling.
func (c Corpus) withOkurigana(pieces string) (texts []string) {
	var letters, bare []rune
	for piece := range strings.FieldsSeq(pieces) {
		letters = append(letters, []rune(piece)[min(len(letters), 1):]...)
	}
	for i, r := range letters {
		if i == 0 || !strings.ContainsRune(okurigana, r) || word.IsHiragana(letters[i-1]) || i+1 < len(letters) && word.IsHiragana(letters[i+1]) {
			bare = append(bare, r)
		}
	}
	isKana := func(r rune) bool { return word.IsHiragana(r) || word.IsKatakana(r) }
	if len(bare) < 2 || len(letters) > mostOkurigana || slices.ContainsFunc(bare, isKana) {
		return nil
	}
	held := func(a, b rune) bool { return c.frequency(string([]rune{a, b})) > 0 }
	var spell func(spelled, rest []rune)
	spell = func(spelled, rest []rune) {
		last := spelled[len(spelled)-1]
		for _, ending := range append([]rune(okurigana), 0) {
			next, end := slices.Clone(spelled), last
			if ending != 0 {
				next, end = append(next, ending), ending
			}
			switch {
			case ending != 0 && !held(last, ending):
			case len(rest) > 0 && held(end, rest[0]):
				spell(append(next, rest[0]), rest[1:])
			case len(rest) == 0:
				if text := word.Key(string(next)); text != pieces {
					texts = append(texts, text)
				}
			}
		}
	}
	spell(bare[:1], bare[1:])
	return texts
}

// partsOf lists the parts of a word, each as pieces.
func partsOf(pieces []string) (parts []string) {
	if isAllOf(strings.Join(pieces, ""), word.IsKatakana) {
		for i := range len(pieces) - katakanaPart + 1 {
			parts = append(parts, strings.Join(pieces[i:i+katakanaPart], " "))
		}
		return parts
	}
	words, before := asWords(pieces, Bare), Word{}
	for len(words) > 0 {
		part, size := firstWord(before, words)
		if part != "" {
			parts = append(parts, part)
		}
		before, words = words[size-1], words[size:]
	}
	return parts
}

// asWords makes words of the parts of a word.
func asWords(texts []string, kind Kind) []Word {
	list := make([]Word, len(texts))
	for i, text := range texts {
		list[i] = Word{Typed: text, Text: text, Kind: kind, piece: i > 0 && follows(texts[i-1], text)}
	}
	return list
}

// isAllOf reports whether a run of pieces has only letters of one kind and the long vowel mark.
func isAllOf(pieces string, is func(rune) bool) bool {
	return !strings.ContainsFunc(pieces, func(r rune) bool { return !is(r) && r != 'ー' && r != ' ' })
}
