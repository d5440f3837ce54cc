package postgres

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"airport-content/internal/searchtext"
)

// maxWords bounds the work of a search, in words and phrases of every kind; what is beyond is left out. search_plan() goes
// on to leave out what is wanted beyond the first 12 that the airport may hold.
const maxWords = 128

// What a word of a query is to search_plan().
const (
	bareWord    = "word"   // may be corrected and have synonyms
	frameWord   = "frame"  // only frames a question: counts where nothing else is asked
	exactPhrase = "phrase" // in quotation marks
	absent      = "not"    // after a minus sign
)

// isFrame knows words that people put around what they look for, and that are no stop words of English to Postgres.
func isFrame(word string) bool {
	switch word {
	case "find", "get", "go", "need", "want", "like", "look", "looking", "please", "near", "nearest", "closest",
		"anywhere", "somewhere":
		return true
	}
	return false
}

// searchQuery is a query in web-search syntax, taken apart: words, "a phrase", or, -word, -"a phrase".
type searchQuery struct {
	words []searchWord
}

type searchWord struct {
	typed  string // as the user wrote it
	text   string // normalised: one word, or several that must follow each other (24/7)
	kind   string
	branch int32 // which of the alternatives between "or" it belongs to
}

// parseSearch never fails: what is no word is left out.
func parseSearch(q string) searchQuery {
	var query searchQuery
	var branch int32
	branchEmpty := true
	for _, token := range joinInitials(tokens(q)) {
		if token.kind == bareWord && strings.EqualFold(token.typed, "or") {
			if !branchEmpty {
				branch++
				branchEmpty = true
			}
			continue
		}
		token.text = searchtext.Normalise(token.typed)
		if token.text == "" {
			continue
		}
		if len(query.words) == maxWords {
			break
		}
		if token.kind == bareWord && isFrame(token.text) {
			token.kind = frameWord
		}
		token.branch = branch
		branchEmpty = false
		query.words = append(query.words, token)
	}
	return query
}

// tokens splits q at white space outside quotation marks; a mark that is never closed reaches to the end.
func tokens(q string) []searchWord {
	var list []searchWord
	for q = strings.TrimSpace(q); q != ""; q = strings.TrimSpace(q) {
		kind := bareWord
		if rest := strings.TrimLeft(q, "-"); rest != q {
			if r, _ := utf8.DecodeRuneInString(rest); rest == "" || unicode.IsSpace(r) {
				q = rest // a dash by itself
				continue
			}
			kind, q = absent, rest
		}
		var typed string
		if inner, quoted := strings.CutPrefix(q, `"`); quoted {
			typed, q, _ = strings.Cut(inner, `"`)
			if kind == bareWord {
				kind = exactPhrase
			}
		} else if end := strings.IndexFunc(q, func(r rune) bool { return r == '"' || unicode.IsSpace(r) }); end < 0 {
			typed, q = q, ""
		} else {
			typed, q = q[:end], q[end:]
		}
		list = append(list, searchWord{typed: typed, kind: kind})
	}
	return list
}

// joinInitials makes one word of "H & M", as searchtext does in texts.
func joinInitials(list []searchWord) []searchWord {
	out := list[:0]
	for i := 0; i < len(list); i++ {
		word := list[i]
		if n := len(out); word.typed == "&" && n > 0 && i+1 < len(list) && isInitials(out[n-1]) && isInitials(list[i+1]) {
			out[n-1].typed += "&" + list[i+1].typed
			i++
			continue
		}
		out = append(out, word)
	}
	return out
}

func isInitials(w searchWord) bool { return w.kind == bareWord && utf8.RuneCountInString(w.typed) <= 2 }

// arguments are the words in the form of search_plan().
func (q searchQuery) arguments() (texts, kinds []string, branches []int32) {
	texts, kinds, branches = []string{}, []string{}, []int32{}
	for _, w := range q.words {
		texts = append(texts, w.text)
		kinds = append(kinds, w.kind)
		branches = append(branches, w.branch)
	}
	return texts, kinds, branches
}

// corrections maps each corrected word to what replaced it; nil when none was. replaced holds, for each word of the query,
// its replacement or nothing.
func (q searchQuery) corrections(replaced []string) map[string]string {
	var m map[string]string
	for i, to := range replaced {
		if to != "" && i < len(q.words) {
			if m == nil {
				m = make(map[string]string)
			}
			m[q.words[i].text] = to
		}
	}
	return m
}

// run writes the query as it was run, corrected words in the place of the typed ones.
func (q searchQuery) run(replaced []string) string {
	var b strings.Builder
	for i, w := range q.words {
		if i > 0 {
			b.WriteByte(' ')
			if w.branch != q.words[i-1].branch {
				b.WriteString("or ")
			}
		}
		switch {
		case i < len(replaced) && replaced[i] != "":
			b.WriteString(replaced[i])
		case w.kind == exactPhrase:
			b.WriteString(`"` + w.typed + `"`)
		case w.kind == absent && strings.ContainsFunc(w.typed, unicode.IsSpace):
			b.WriteString(`-"` + w.typed + `"`)
		case w.kind == absent:
			b.WriteString("-" + w.typed)
		default:
			b.WriteString(w.typed)
		}
	}
	return b.String()
}
