package search

import "airport-content/internal/search/word"

// spelledAs is a word as the items spell it. The other spelling is taken if no item holds the word,
// and items or synonyms have the other spelling.
func (p *planner) spelledAs(text string) string {
	other := word.Respelled(text, p.corpus.Language)
	if other == "" || p.analysis(text).frequency() > 0 {
		return text
	}
	if analysis := p.analysis(other); analysis.frequency() > 0 || p.corpus.Synonyms.of(analysis.key()) != nil {
		return other
	}
	return text
}

// respell spells the bare words of a query as items do.
func (p *planner) respell(q Query) Query {
	spelled := q.clone()
	for w := range spelled.bareWords() {
		w.Text = p.spelledAs(w.Text)
	}
	return spelled
}
