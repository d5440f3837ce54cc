package concept

import (
	"fmt"
	"strings"
)

// readWords reads the file of a language. Each line has a concept and its words:
//
//	# a comment
//	# twice WORD: why the word stands in two concepts
//	@little: words that do not count within a phrase
//	taxi: taxi, taxi rank | words that are understood, but that airports do not write
//	tram: -
func (t *Thesaurus) readWords(text string, language int) (entries []entry, err error) {
	lines := make([]string, len(t.Concepts))
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		name, words, ok := strings.Cut(line, ":")
		switch {
		case line == "" || line[0] == '#':
		case !ok:
			return nil, fmt.Errorf("a line has no colon: %q", line)
		case name == "@little":
			for _, word := range split(words) {
				for _, token := range tokens(word) {
					t.little[token.key] |= 1 << language
				}
			}
		default:
			concept, ok := t.ids[name]
			if !ok {
				return nil, fmt.Errorf("there is no concept %q", name)
			}
			if lines[concept] != "" {
				return nil, fmt.Errorf("concept %s stands twice", name)
			}
			lines[concept] = strings.TrimSpace(words)
		}
	}
	t.lines = append(t.lines, lines)
	for i, line := range lines {
		for _, word := range split(strings.ReplaceAll(line, "|", ",")) {
			keys, parted := t.keysOf(word, language)
			for _, key := range keys {
				entries = append(entries, entry{key, meaning{ID(i), uint8(language), parted}})
			}
		}
	}
	return entries, nil
}

// keysOf lists the key of a phrase, and that without little words where two words or more remain.
func (t *Thesaurus) keysOf(phrase string, language int) (keys []string, parted bool) {
	var key, content strings.Builder
	words, dropped := 0, false
	all := tokens(phrase)
	for _, token := range all {
		key.WriteString(token.key)
		if t.little[token.key]&(1<<language) != 0 {
			dropped = true
			continue
		}
		content.WriteString(token.key)
		words++
	}
	if key.Len() == 0 {
		return nil, false
	}
	keys = append(keys, key.String())
	if dropped && words > 1 {
		keys = append(keys, content.String())
	}
	return keys, len(all) > 1
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
