package search

import "embed"

// wordLists are words of languages, as texts that need no Go to be corrected.
//
//go:embed everyday stopphrases.txt
var wordLists embed.FS
