package search

import (
	"slices"
	"strings"
	"unicode"

	"github.com/jackc/pgx/v5/pgtype"
)

// Version is the version of the analysis. Raise it when the same text would get another vector:
// operators are then asked to reindex.
const Version = 2

// Token is a normalised word of a text in a search language.
type Token struct{ Language, Word string }

// Stem is what PostgreSQL makes of a token.
type Stem struct {
	Lexeme     string // the word without its endings and accents; empty for a stop word
	Accented   string // the same with its accents; empty where it has none, unless it is Vietnamese
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

// StemOf looks a token up among stems; one that needs no dictionary is not there.
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

// asWritten marks a lexeme that stands for nothing but the word itself: a Vietnamese word that is
// written without accents, and a particle. Without the mark the first would also be the lexeme of
// all words that differ from it by their accents alone, most of which mean something else, and the
// second that of other words (ups).
const asWritten = "="

// Limits of PostgreSQL's tsvector.
const (
	maxVector    = 1<<20 - 1 // bytes of lexemes and positions
	maxPosition  = 1<<14 - 1 // later words share it
	maxPositions = 255       // of one lexeme
	// fieldGap keeps a phrase from reaching over from one field to the next.
	fieldGap = 3
)

// Vector is what the index knows of an item.
type Vector struct {
	Lexemes             pgtype.TSVector
	TitleLength, Length int // words of the title, and of the whole item, without stop words
}

// NewVector makes the vector of an item: its tags, which have no positions, and the lexemes of its
// texts. A lexeme with accents stands beside the same without them, a joined form where its last
// part stands. Words that the tsvector has no room for are left out.
func NewVector(language string, tags []string, texts []Text, stems map[Token]Stem) Vector {
	var of Vector
	v := vector{index: make(map[string]int, 256), room: maxVector}
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
			case stem.Lexeme == "":
				if isParticle(w.Word) {
					v.add(w.Word+asWritten, position, text.Weight)
				}
				continue
			case w.Joined():
				v.add(stem.Lexeme, position, text.Weight)
				continue
			}
			v.add(stem.Lexeme, position, text.Weight)
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
	slices.SortFunc(v.lexemes, func(a, b pgtype.TSVectorLexeme) int { return strings.Compare(a.Word, b.Word) })
	of.Lexemes = pgtype.TSVector{Lexemes: v.lexemes, Valid: true}
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
