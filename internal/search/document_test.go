package search_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgtype"

	"airport-content/internal/search"
)

func TestDocument(t *testing.T) {
	t.Parallel()
	got := search.Document("Food &amp; <i>Drink</i>", "<p>Caf&eacute;</p>", "<p>Wi-Fi</p><p>24/7</p>")
	want := []search.Text{{"food drink", pgtype.TSVectorWeightA}, {"café", pgtype.TSVectorWeightB}, {"wi fi 24 7", pgtype.TSVectorWeightD}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestVector(t *testing.T) {
	t.Parallel()
	stems := map[search.Token]search.Stem{
		{Language: "french", Word: "les"}:      {Unaccented: "les"},
		{Language: "french", Word: "réservés"}: {Lexeme: "reserv", Accented: "réserv", Unaccented: "reserves"},
		{Language: "french", Word: "sièges"}:   {Lexeme: "sieg", Accented: "sièg", Unaccented: "sieges"},
	}
	v := search.NewVector("french", []string{"airport CDG", "type page"}, search.Document("Les sièges réservés", "", "Sièges 24 東京駅"), stems)
	want := "'24':11 'airport CDG' 'reserv':3A 'réserv':3A 'sieg':2A,10 'sièg':2A,10 'type page' '京駅':13 '東京':12"
	if got := v.Lexemes.String(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// PostgreSQL refuses a vector of more than a megabyte, and a lexeme with more than 255 positions.
func TestVectorFits(t *testing.T) {
	t.Parallel()
	var many strings.Builder
	for range 300 {
		many.WriteString("often ")
	}
	for i := range 400_000 {
		many.WriteString(" w")
		for n := i; n > 0; n /= 26 {
			many.WriteByte(byte('a' + n%26))
		}
	}
	v := search.NewVector("chinese", []string{"airport PEK"}, search.Document("", "", many.String()), nil)
	size := 0
	for _, l := range v.Lexemes.Lexemes {
		size += len(l.Word) + len(l.Word)%2 + 2 + 2*len(l.Positions)
		if len(l.Positions) > 255 {
			t.Errorf("%s has %d positions", l.Word, len(l.Positions))
		}
	}
	if size > 1<<20-1 || size < 1<<20-100 {
		t.Errorf("the vector takes %d bytes", size)
	}
}
