package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"airport-content/internal/content"
)

// Item n is about topic n % topics. It holds every word of that topic and none of another, so a
// search for words of one topic finds one item in topics.
const (
	topics       = 20
	wordsOfTopic = 12
	vocabulary   = 30_000 // words
	zipfExponent = 1.1
	zipfOffset   = 4
)

// corpus makes content like that of an airport's website: words as frequent as in real texts
// (Zipf's law), in HTML bodies of about 2 KB.
type corpus struct {
	words, topicWords []string
	rng               *rand.Rand
	zipf              *rand.Zipf
}

// newCorpus starts a corpus. The seed chooses its items; the words are always the same.
func newCorpus(seed uint64) *corpus {
	rng := rand.New(rand.NewPCG(seed, 1))
	return &corpus{
		words:      makeWords(vocabulary, "n", "r", "l", "t", "s", "m", "k", "nd", "st", "rt", "x", "p"),
		topicWords: makeWords(topics*wordsOfTopic, "mp"),
		rng:        rng,
		zipf:       rand.NewZipf(rng, zipfExponent, zipfOffset, vocabulary-1),
	}
}

func (c *corpus) topicWord(topic, n int) string { return c.topicWords[topic*wordsOfTopic+n] }

// makeWords makes different pronounceable words, the first ones short.
func makeWords(count int, endings ...string) []string {
	rng := rand.New(rand.NewPCG(7, 7))
	onsets := strings.Fields("b br c cl d dr f fl g gl h j k l m n p pl pr qu r s sh sl st t tr v w z")
	nuclei := strings.Fields("a e i o u ai ea ou oo")
	seen := make(map[string]bool)
	var words []string
	for len(words) < count {
		var word string
		for range 1 + min(len(words)/200, 1) + rng.IntN(2) {
			word += onsets[rng.IntN(len(onsets))] + nuclei[rng.IntN(len(nuclei))]
		}
		word += endings[rng.IntN(len(endings))]
		if !seen[word] {
			seen[word] = true
			words = append(words, word)
		}
	}
	return words
}

// items makes n items as NDJSON, as `airport-content import` reads it. Of a thing in several
// languages, one item comes after the other.
func (c *corpus) items(n int, languages ...string) string {
	types := content.TypeNames()
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	for i := range n {
		item := map[string]any{
			"id":           fmt.Sprintf("item-%d", i),
			"contentType":  types[c.rng.IntN(len(types))],
			"title":        sentence(append(c.draw(3+c.rng.IntN(5)), c.topicWord(i%topics, c.rng.IntN(wordsOfTopic)))),
			"url":          fmt.Sprintf("/item-%d", i),
			"excerpt":      sentence(c.draw(15 + c.rng.IntN(15))),
			"content":      c.body(i % topics),
			"lastModified": time.Date(2024, 1, 1, 0, 0, c.rng.IntN(700*24*3600), 0, time.UTC),
			"metadata":     map[string]any{"hours_of_operation": schedule(i % schedules), "location_detail": sentence(c.draw(4)), "gate": i % gates, "terminal": terminals[i%len(terminals)]},
		}
		if len(languages) > 0 {
			item["language"], item["translationKey"] = languages[i%len(languages)], fmt.Sprint(i/len(languages))
		}
		_ = encoder.Encode(item) // a Builder takes everything
	}
	return text.String()
}

const schedules = 60

var terminals = []string{"A", "B", "C", "D"}

// schedule is one of the opening hours, and closes from 14 to 23 o'clock.
func schedule(n int) string { return fmt.Sprintf("%02d:%02d-%02d:00", 5+n%4, 20*(n%3), 14+n%10) }

// openAt lists the schedules that are open at an hour from 14 to 23.
func openAt(hour int) string {
	var open []string
	for n := range schedules {
		if 14+n%10 > hour {
			open = append(open, schedule(n))
		}
	}
	return "{" + strings.Join(open, ",") + "}"
}

// body holds each word of the topic one to three times.
func (c *corpus) body(topic int) string {
	words := c.draw(125 + c.rng.IntN(250))
	for n := range wordsOfTopic {
		for range 1 + c.rng.IntN(3) {
			words = append(words, c.topicWord(topic, n))
		}
	}
	c.rng.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
	var b strings.Builder
	fmt.Fprintf(&b, "<article><h2>%s</h2>", sentence(c.draw(4)))
	for len(words) > 0 {
		length := min(len(words), 20+c.rng.IntN(40))
		fmt.Fprintf(&b, "<p>%s.</p>", sentence(words[:length]))
		words = words[length:]
	}
	return b.String() + "</article>"
}

func (c *corpus) draw(count int) []string {
	words := make([]string, count)
	for i := range words {
		words[i] = c.words[c.zipf.Uint64()]
	}
	return words
}

func sentence(words []string) string {
	text := strings.Join(words, " ")
	return strings.ToUpper(text[:1]) + text[1:]
}
