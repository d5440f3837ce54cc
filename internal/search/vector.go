package search

import (
	"strings"
	"unicode"

	"github.com/jackc/pgx/v5/pgtype"

	"airport-content/internal/content"
)

// Version is the version of the analysis. Raise Version with a change of the vector of any text:
// the program then asks operators to reindex.
const Version = 3

// Token is a normalised word of a text in a search language.
type Token struct{ Language, Word string }

// Stem is what PostgreSQL makes of a token.
type Stem struct {
	Lexeme     string // the word without its endings and accents; empty for a stop word
	Accented   string // the lexeme with its accents; empty for a word without accents, unless the word is Vietnamese
	Unaccented string // the whole word without accents
}

// NeedsDictionary reports whether only PostgreSQL knows the stem of the token. Words with digits,
// pieces of unspaced scripts, and ASCII words of languages without a dictionary are their own
// stems.
func (t Token) NeedsDictionary() bool {
	if isASCII(t.Word) {
		return Dictionary(t.Language) != Simple && !strings.ContainsAny(t.Word, "0123456789")
	}
	return !strings.ContainsFunc(t.Word, func(r rune) bool { return unicode.IsDigit(r) || scriptOf(r) != spaced })
}

// Text is a field of an item, as Document makes it.
type Text struct {
	Words  string // normalised, with hyphens within words
	Weight pgtype.TSVectorWeight
}

// AddTokens adds the words of a normalised text that need a dictionary.
func AddTokens(tokens map[Token]Stem, language, text string) {
	for w := range EachWord(text) {
		if t := (Token{language, w.Word}); t.NeedsDictionary() {
			tokens[t] = Stem{}
		}
	}
}

// StemOf finds the stem of a token. A token that needs no dictionary is not in stems: its base is
// its stem.
func StemOf(t Token, stems map[Token]Stem) Stem {
	stem, ok := stems[t]
	if !ok {
		stem = Stem{Lexeme: t.Base(), Unaccented: t.Base()}
	}
	if t.Language == vietnamese && stem.Accented == "" {
		stem.Accented = t.Word + asWritten
	}
	return stem
}

// asWritten marks the lexeme of one exact word: a Vietnamese word without accents, or a particle.
// Without the mark, a Vietnamese lexeme would also be the lexeme of words with other accents. Most
// of these have other meanings. And a particle would share the lexeme of other words (up, ups).
const asWritten = "="

// Limits of PostgreSQL's tsvector.
const (
	maxVector    = 1<<20 - 1 // bytes of lexemes and positions
	maxPosition  = 1<<14 - 1 // later words share this position
	maxPositions = 255       // of one lexeme
	// fieldGap is the gap between the positions of two fields. No phrase can match across the gap.
	fieldGap = 3
)

// averageWord is about how many bytes a word of a text takes, with its space.
const averageWord = 8

// Vector is the search data of an item.
type Vector struct {
	Lexemes             pgtype.TSVector
	TitleLength, Length int // words of the title, and of the whole item, without stop words
}

// NewVector makes the vector of an item: its tags, which have no positions, and the lexemes of its
// texts. A lexeme with accents has the position of the lexeme without accents, a joined form that
// of its last part. Words beyond the limits of a tsvector are left out.
func NewVector(language string, tags []string, texts []Text, stems map[Token]Stem) Vector {
	var of Vector
	size := 0
	for _, text := range texts {
		size += len(text.Words)
	}
	words := size / averageWord
	v := vector{make([]pgtype.TSVectorLexeme, 0, words), make(map[string]int, words), maxVector}
	for _, tag := range tags {
		v.add(tag, 0, 0)
	}
	position := 0
	for _, text := range texts {
		for w := range EachWord(text.Words) {
			stem := StemOf(Token{language, w.Word}, stems)
			if !w.Joined() {
				position++
			}
			switch {
			case stem.Lexeme != "":
				v.add(stem.Lexeme, position, text.Weight)
			case isParticle(w.Word):
				v.add(w.Word+asWritten, position, text.Weight)
			}
			if stem.Lexeme == "" || w.Joined() {
				continue
			}
			of.Length++
			if text.Weight == pgtype.TSVectorWeightA {
				of.TitleLength++
			}
			if stem.Accented != "" {
				v.add(stem.Accented, position, text.Weight)
			}
		}
		position += fieldGap
	}
	of.Lexemes = pgtype.TSVector{Lexemes: v.lexemes, Valid: true} // PostgreSQL sorts the lexemes
	return of
}

type vector struct {
	lexemes []pgtype.TSVectorLexeme
	index   map[string]int // of a word in lexemes
	room    int            // bytes
}

func (v *vector) add(lexeme string, position int, weight pgtype.TSVectorWeight) {
	i, ok := v.index[lexeme]
	if !ok {
		size := len(lexeme) + len(lexeme)%2 + 2
		if size+2 > v.room {
			return
		}
		v.room -= size
		i = len(v.lexemes)
		v.index[lexeme] = i
		v.lexemes = append(v.lexemes, pgtype.TSVectorLexeme{Word: lexeme})
	}
	positions := &v.lexemes[i].Positions
	at := uint16(min(position, maxPosition))
	if n := len(*positions); at == 0 || n == maxPositions || n > 0 && (*positions)[n-1].Position == at || v.room < 2 {
		return
	}
	v.room -= 2
	*positions = append(*positions, pgtype.TSVectorPosition{Position: at, Weight: weight})
}

// ItemTags are lexemes for the airport, type and language of an item. Each tag has a space. No
// lexeme of a text has a space, so no text can forge a tag.
func ItemTags(airport, contentType, language string) []string {
	return []string{"airport " + airport, "type " + contentType, "language " + language}
}

// Tags is a tsquery for the items of an airport, of the types that a key may read.
func Tags(airport string, allowed content.Scope) string {
	tag := quote("airport " + airport)
	if allowed.Equal(content.EveryType()) {
		return tag
	}
	readable := []string{quote("no type")} // no item has this tag
	for _, t := range allowed.Names() {
		readable = append(readable, quote("type "+t))
	}
	return tag + " & (" + strings.Join(readable, " | ") + ")"
}
