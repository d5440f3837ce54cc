package document

import (
	"strings"

	"github.com/jackc/pgx/v5/pgtype"

	"airport-content/internal/place"
	"airport-content/internal/search/word"
)

// Version is the version of the search data. Raise Version with a change of the vector of any text:
// the program then asks operators to reindex.
const Version = 6

// Limits of PostgreSQL's tsvector.
const (
	maxVector    = 1<<20 - 1 // bytes of lexemes and positions
	maxPosition  = 1<<14 - 1 // later words share this position
	maxPositions = 255       // of one lexeme
	// fieldGap is the gap between the positions of two fields. No phrase can match across the gap.
	fieldGap = 3
)

// Vector is the search data of an item.
type Vector struct {
	Lexemes             pgtype.TSVector
	TitleLength, Length int // words of the title, and of the whole item, without stop words
}

// NewVector makes the vector of an item: its tags, which have no positions, and the lexemes of its
// texts, the title first. A lexeme with accents has the position of the lexeme without accents, a joined form that
// of its last part. Words beyond the limits of a tsvector are left out.
func NewVector(language string, tags []string, texts []Text, stems word.Stems) Vector {
	var of Vector
	words := 0
	for _, text := range texts {
		words += len(text.Tokens)
	}
	v := vector{make([]pgtype.TSVectorLexeme, 0, words), make(map[string]int, words), maxVector}
	for _, tag := range tags {
		v.add(tag, 0, 0)
	}
	if tag := TitleTag(language, word.Words(texts[0].Tokens), stems); tag != "" {
		v.add(tag, 0, 0)
	}
	position := 0
	for _, text := range texts {
		for _, t := range text.Tokens {
			stem := stems.Of(word.Word{Language: language, Text: t.Text})
			if t.IsWord() {
				position++
			}
			switch {
			case stem.Lexeme != "":
				v.add(stem.Lexeme, position, text.Weight)
			case word.IsParticle(t.Text):
				v.add(t.Text+word.AsWritten, position, text.Weight)
			}
			if stem.Lexeme == "" || !t.IsWord() {
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

// Tags are lexemes for the airport, type, search language, place and opening hours of an item. Each tag has a
// space. No lexeme of a text has a space, so no text can forge a tag.
func Tags(airport, contentType, language string, metadata []byte) []string {
	tags := []string{AirportTag(airport), TypeTag(contentType), LanguageTag(language)}
	keys, _ := decoded(metadata).(map[string]any)
	for _, part := range place.Parts() {
		named := valuesOf(keys[string(part)])
		if len(named) > 0 {
			tags = append(tags, PlaceTag(part, ""))
		}
		for _, value := range named {
			tags = append(tags, PlaceTag(part, value))
		}
	}
	opening, _ := keys["opening_hours"].(string)
	return append(tags, openTags(opening)...)
}

// PlaceTag is the tag of the items in a part of a place, such as terminal 2. Without a value, it is
// the tag of all items whose metadata names such a part.
func PlaceTag(part place.Part, value string) string {
	return strings.TrimSpace("place " + string(part) + " " + strings.ToLower(value))
}

// AirportTag is the tag of an airport's items.
func AirportTag(code string) string { return "airport " + code }

// TypeTag is the tag of the items of a type.
func TypeTag(contentType string) string { return "type " + contentType }

// LanguageTag is the tag of the items in a search language.
func LanguageTag(language string) string { return "language " + language }

const (
	mostTitleWords = 8   // words of a title with a tag
	mostTitleBytes = 120 // of the tag
)

// Stemmer knows the stems of words.
type Stemmer interface{ Of(w word.Word) word.Stem }

// TitleTag is the tag of the items whose title is these words, or other forms of them. Stop words
// do not count, unless there is nothing else: What's On. The tag is empty for a long title.
func TitleTag(language string, words []string, stems Stemmer) string {
	if len(words) > mostTitleWords {
		return ""
	}
	var lexemes []string
	for _, text := range words {
		if lexeme := stems.Of(word.Word{Language: language, Text: text}).Lexeme; lexeme != "" {
			lexemes = append(lexemes, lexeme)
		}
	}
	if lexemes == nil {
		lexemes = words
	}
	tag := "title " + strings.Join(lexemes, " ")
	if len(lexemes) == 0 || len(tag) > mostTitleBytes {
		return ""
	}
	return tag
}
