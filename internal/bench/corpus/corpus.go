// Package corpus makes content that behaves like an airport website's: words as often as in real texts (Zipf's law),
// bodies of about 2 KB of HTML. The same seed makes the same content.
package corpus

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"time"
)

const (
	vocabularySize = 30_000
	bodyWords      = 250 // about 2 KB of HTML
	zipfExponent   = 1.1
	zipfOffset     = 4
)

var types = []string{"page", "news", "faq", "shopping", "dining", "amenity", "parking-transportation", "event", "general"}

// Corpus makes items.
type Corpus struct {
	words []string
	rng   *rand.Rand
	zipf  *rand.Zipf
}

// New starts a corpus; seed chooses what it holds. Every corpus has the same words.
func New(seed uint64) *Corpus {
	rng := rand.New(rand.NewPCG(seed, 1))
	return &Corpus{words: vocabulary(), rng: rng, zipf: rand.NewZipf(rng, zipfExponent, zipfOffset, vocabularySize-1)}
}

// Word is the word of the given rank, 0 the most frequent.
func (c *Corpus) Word(rank int) string { return c.words[rank] }

// vocabulary makes different pronounceable words, the frequent ones short.
func vocabulary() []string {
	rng := rand.New(rand.NewPCG(7, 7))
	onsets := strings.Fields("b br c cl d dr f fl g gl h j k l m n p pl pr qu r s sh sl st t tr v w z")
	nuclei := strings.Fields("a e i o u ai ea ou oo")
	codas := strings.Fields("n r l t s m k nd st rt x p")
	seen := make(map[string]bool)
	var words []string
	for len(words) < vocabularySize {
		var b strings.Builder
		for range 1 + min(len(words)/200, 1) + rng.IntN(2) {
			b.WriteString(onsets[rng.IntN(len(onsets))])
			b.WriteString(nuclei[rng.IntN(len(nuclei))])
		}
		b.WriteString(codas[rng.IntN(len(codas))])
		if word := b.String(); !seen[word] {
			seen[word] = true
			words = append(words, word)
		}
	}
	return words
}

type item struct {
	ID           string         `json:"id"`
	ContentType  string         `json:"contentType"`
	Title        string         `json:"title"`
	URL          string         `json:"url"`
	Excerpt      string         `json:"excerpt"`
	Content      string         `json:"content"`
	Thumbnail    *string        `json:"thumbnail"`
	Language     string         `json:"language"`
	LastModified string         `json:"lastModified"`
	Metadata     map[string]any `json:"metadata"`
}

// Write writes n items as NDJSON, in the form that `airport-content import` reads.
func (c *Corpus) Write(w io.Writer, n int) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	start := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := range n {
		id := fmt.Sprintf("item-%06d", i)
		if err := encoder.Encode(item{
			ID: id, ContentType: types[c.rng.IntN(len(types))], Title: c.text(3 + c.rng.IntN(5)), URL: "/" + id,
			Excerpt: c.text(15 + c.rng.IntN(15)), Content: c.body(), Language: "en",
			LastModified: start.Add(time.Duration(c.rng.IntN(700*24*3600)) * time.Second).Format(time.RFC3339),
			Metadata: map[string]any{"terminal": c.rng.IntN(5), "phone_number": fmt.Sprintf("+1 555 %04d", c.rng.IntN(10000)),
				"hours_of_operation": "06:00-22:00", "location_detail": c.text(4)},
		}); err != nil {
			return fmt.Errorf("write item %s: %w", id, err)
		}
	}
	return nil
}

func (c *Corpus) text(words int) string {
	list := make([]string, words)
	for i := range list {
		list[i] = c.words[c.zipf.Uint64()]
	}
	return strings.ToUpper(list[0][:1]) + list[0][1:] + " " + strings.Join(list[1:], " ")
}

func (c *Corpus) body() string {
	var b strings.Builder
	fmt.Fprintf(&b, "<article><h2>%s</h2>", c.text(4))
	for left := bodyWords/2 + c.rng.IntN(bodyWords); left > 0; {
		words := min(left, 20+c.rng.IntN(40))
		fmt.Fprintf(&b, "<p>%s.</p>", c.text(max(2, words)))
		left -= words
	}
	fmt.Fprintf(&b, "<ul><li>%s</li><li>%s</li></ul></article>", c.text(5), c.text(6))
	return b.String()
}
