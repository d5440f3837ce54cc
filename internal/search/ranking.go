package search

import "airport-content/internal/search/word"

// BM25F is k1 and b of the score in a search language. In languages that are read in pieces, the
// pieces of a common word repeat in every text on a subject, so repeated pieces count less.
// Measured on JaQuAD, and confirmed on JSQuAD, KorQuAD, and XQuAD in Chinese and Thai.
func BM25F(language string) (k1, b float64) {
	if word.IsInPieces(language) {
		return 1.2, 0.6
	}
	return 2.2, 0.5
}
