package search

import (
	"slices"
	"strings"

	"airport-content/internal/search/word"
)

// Only a dictionary would know the words of a text in a script without spaces. This file guesses
// the words of a query: a run of Katakana, which writes foreign words, and a short text. The pieces
// of a word stand for the word only where an item holds all of them, one after the other.
//
// 駅のコインロッカー has the pieces 駅の, のコ, コイ, イン, ンロ, ロッ, ッカ, カー. It is too long for one word:
//
//	split      makes a word of each piece
//	firstWord  puts コイ to カー together, which are the word コインロッカー, and leaves out のコ, which has a
//	           letter of that word

const (
	// wholePieces is the most pieces of a text that is taken for one word. Words of Katakana may be
	// longer.
	wholePieces = 5
	// keywords is the most words of a Korean query that are taken for words without endings.
	keywords = 2
)

// isAllOf reports whether pieces have only letters of one kind and the long vowel mark.
func isAllOf(pieces []string, is func(rune) bool) bool {
	return !slices.ContainsFunc(pieces, func(piece string) bool {
		return strings.ContainsFunc(piece, func(r rune) bool { return !is(r) && r != 'ー' })
	})
}

// isOneWord reports whether a text in pieces is taken for one word. A longer text is a sentence.
// Hiragana with the long vowel mark is a word of Katakana: こいんろっかー.
func isOneWord(pieces []string) bool {
	foreign := func(piece string) bool { return strings.Contains(piece, "ー") }
	return len(pieces) <= wholePieces || isAllOf(pieces, word.IsKatakana) || isAllOf(pieces, word.IsHiragana) && slices.ContainsFunc(pieces, foreign)
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

// split parts a word into words: at its hyphens, or a text in pieces into its words. It does not
// split a number (24/7), nor a word in pieces that is the whole query; then it is nil.
func (p *planner) split(w Word) []Word {
	var list [][]string
	switch unspaced := w.isUnspaced(); {
	case len(w.Parts) < 2, unspaced && p.single, !unspaced && slices.ContainsFunc(w.Parts, word.HasDigit):
		return nil
	case unspaced && !p.sentence:
		list = wordsIn(w.Parts, p.endings)
	default:
		list = each(w.Parts)
	}
	if len(list) == 1 {
		return nil
	}
	return asWords(list, w.Kind)
}

// each makes a list of each part.
func each(parts []string) (lists [][]string) {
	for _, part := range parts {
		lists = append(lists, []string{part})
	}
	return lists
}

// asWords makes words of parts of a word.
func asWords(lists [][]string, kind Kind) []Word {
	words := make([]Word, len(lists))
	for i, parts := range lists {
		words[i] = Word{Typed: strings.Join(parts, " "), Parts: parts, Kind: kind, piece: i > 0 && follows(lists[i-1][len(lists[i-1])-1], parts[0])}
	}
	return words
}

// wordsIn puts together the pieces of each text that is taken for one word. Korean words with
// endings are none.
func wordsIn(pieces []string, endings bool) (words [][]string) {
	for len(pieces) > 0 {
		size := 1
		for size < len(pieces) && follows(pieces[size-1], pieces[size]) {
			size++
		}
		if whole := pieces[:size]; isOneWord(whole) && !(endings && word.ScriptOf(whole[0]) == word.Hangul) {
			words = append(words, whole)
		} else {
			words = append(words, each(whole)...)
		}
		pieces = pieces[size:]
	}
	return words
}

// firstWord is the word that the pieces of a text begin with, and its number of pieces: all pieces
// of a run of Katakana, else one piece. It has no parts for a piece with one letter of a longer run
// of Katakana. before is the piece in front of the words.
func firstWord(before Word, words []Word) (first Word, size int) {
	isForeign := func(w Word) bool { return isAllOf(w.Parts, word.IsKatakana) }
	first = words[0]
	for size = 1; size < len(words) && isForeign(first) && isForeign(words[size]) && words[size].piece; size++ {
		first.Typed += " " + words[size].Typed
		first.Parts = slices.Concat(first.Parts, words[size].Parts)
	}
	if !isForeign(first) && (first.piece && isForeign(before) || len(words) > 1 && words[1].piece && isForeign(words[1])) {
		return Word{}, 1
	}
	return first, size
}

// partsIn lists the parts of a word in pieces. A run of Katakana is its own part, and so gains weight:
// a borrowed word tells more about a question than its other words. Without it, JSQuAD and JaQuAD score less.
func partsIn(pieces []string) (lists [][]string) {
	words, before := asWords(each(pieces), Bare), Word{}
	for len(words) > 0 {
		first, size := firstWord(before, words)
		if first.Parts != nil {
			lists = append(lists, first.Parts)
		}
		before, words = words[size-1], words[size:]
	}
	return lists
}

// readOtherKana writes a word in the other kana.
func readOtherKana(p *planner, r run) []Analysis {
	shift := word.Hiragana
	switch pieces := r.parts(); {
	case !r.isUnspaced():
		return nil
	case isAllOf(pieces, word.IsKatakana):
	case isAllOf(pieces, word.IsHiragana):
		shift = word.Katakana
	default:
		return nil
	}
	var other []string
	for _, piece := range r.parts() {
		other = append(other, shift(piece))
	}
	return []Analysis{p.analysis(other...)}
}

// readParts are the parts of several words that are one thing, and the words in a word in pieces. A
// word in pieces with synonyms is certainly a word, and has no such parts; nor has a code.
func readParts(p *planner, r run) (list []Analysis) {
	switch {
	case len(concat(r.texts).lexemes()) < 2, r.isPhrase() && slices.ContainsFunc(r.parts(), word.HasDigit), r.isUnspaced() && r.is(asSynonym):
		return nil
	case r.isUnspaced():
		for _, pieces := range partsIn(r.parts()) {
			list = append(list, p.analysis(pieces...))
		}
		return list
	}
	for _, text := range r.parts() {
		list = append(list, p.analysis(text))
	}
	return list
}
