package concept

import (
	"fmt"
	"regexp"
	"strings"
)

// readWords reads the file of a language. Each line has a concept and its words:
//
//	# a comment
//	# twice WORD: why the word stands in two concepts
//	@little: words that do not count within a phrase
//	@endings: endings of nouns, verbs and adjectives, cie=t
//	taxi: taxi, taxi rank | words that are understood, but that airports do not write
//	tram: -
//	phone-dead: [phone battery] [dead empty], which stands for "phone dead", "phone empty" and so on
func (t *Thesaurus) readWords(text string, language int) (entries []entry, err error) {
	lines, patterns := make([]string, len(t.Concepts)), make([]string, len(t.Concepts))
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		name, words, ok := strings.Cut(line, ":")
		switch {
		case line == "" || line[0] == '#':
		case !ok:
			return nil, fmt.Errorf("a line has no colon: %q", line)
		case name == "@little":
			for _, word := range split(words) {
				for _, w := range tokens(word) {
					t.little[w.key] |= 1 << language
				}
			}
		case name == "@endings":
			t.addEndings(split(words), language)
		default:
			concept, ok := t.ids[name]
			if !ok {
				return nil, fmt.Errorf("there is no concept %q", name)
			}
			if lines[concept]+patterns[concept] != "" {
				return nil, fmt.Errorf("concept %s stands twice", name)
			}
			lines[concept], patterns[concept] = cutPatterns(words)
			if strings.ContainsAny(lines[concept]+patterns[concept], "[]") {
				return nil, fmt.Errorf("concept %s has a bracket without another", name)
			}
		}
	}
	t.lines = append(t.lines, lines)
	for i, line := range lines {
		entries = append(entries, t.entriesOf(line, ID(i), language, nil)...)
	}
	written := make(map[string]bool, len(entries))
	for _, e := range entries {
		written[e.key] = true
	}
	for i, line := range patterns {
		entries = append(entries, t.entriesOf(line, ID(i), language, written)...)
	}
	return entries, nil
}

// entriesOf lists the keys of the phrases of a line. Known keys are left out, and phrases with a known key.
func (t *Thesaurus) entriesOf(line string, concept ID, language int, known map[string]bool) (entries []entry) {
	all := tokens(line)
	names := strings.IndexByte(line+"|", '|') // the end of what airports write
	for _, w := range all {
		t.known = append(t.known, hash(w.key))
	}
	for len(all) > 0 {
		size := 1 // words of a phrase
		for size < len(all) && !strings.ContainsAny(line[all[size-1].end:all[size].begin], ",|") {
			size++
		}
		t.addTones(all[:size], language)
		means := meaning{concept, uint8(language), size > 1, known == nil && all[0].begin < names}
		if keys := t.keysOf(line, all[:size], language); !known[keys[0]] {
			for _, key := range keys {
				if !known[key] {
					entries = append(entries, entry{key, means})
				}
			}
			if known == nil {
				t.addStems(all[:size], means)
			}
		}
		all = all[size:]
	}
	return entries
}

// pattern is a phrase with words in brackets.
var pattern = regexp.MustCompile(`[^,|]*\[[^,|]*`)

// cutPatterns parts the words of a line into those without brackets, and what the others stand for. The
// latter are only understood, with no other endings, and give way to words that another line has.
func cutPatterns(words string) (plain, patterns string) {
	if !strings.Contains(words, "[") { // most lines
		return strings.TrimSpace(words), ""
	}
	var all []string
	for _, phrase := range pattern.FindAllString(words, -1) {
		all = append(all, expand(phrase))
	}
	return strings.TrimSpace(pattern.ReplaceAllString(words, "")), strings.Join(all, ",")
}

// expand writes out a phrase with words in brackets: one phrase for each of the words.
func expand(phrase string) string {
	before, rest, _ := strings.Cut(phrase, "[")
	choice, after, closed := strings.Cut(rest, "]")
	if !closed {
		return phrase
	}
	var all []string
	for end := range strings.SplitSeq(expand(after), ",") {
		for word := range strings.FieldsSeq(choice) {
			all = append(all, before+word+end)
		}
	}
	return strings.Join(all, ",")
}

// keysOf lists the key of a phrase, and that without little words where two words or more remain.
// What stands around an apostrophe is one word: "what's on" is no "what's".
func (t *Thesaurus) keysOf(line string, phrase []token, language int) (keys []string) {
	var all, content []string
	words, end := 0, -1 // of the content
	for _, w := range phrase {
		all = append(all, w.key)
		if t.little[w.key]&(1<<language) != 0 {
			continue
		}
		if content = append(content, w.key); end < 0 || strings.ContainsAny(line[end:w.begin], " -") {
			words++
		}
		end = w.end
	}
	keys = append(keys, strings.Join(all, ""))
	if words > 1 && len(content) < len(all) {
		keys = append(keys, strings.Join(content, ""))
	}
	return keys
}

// split parts the words of a line. "-" stands for no word.
func split(words string) (all []string) {
	for word := range strings.SplitSeq(words, ",") {
		if word = strings.TrimSpace(word); word != "" && word != "-" {
			all = append(all, word)
		}
	}
	return all
}
