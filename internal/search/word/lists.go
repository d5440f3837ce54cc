package word

import (
	"embed"
	"io/fs"
	"iter"
	"path"
	"strings"
)

// Lines yields the lines of the lists that match a pattern, each with the name of its list. Lists
// are words of languages, as texts that need no Go to be corrected. They are part of the program,
// so reading does not fail.
func Lines(lists embed.FS, pattern string) iter.Seq2[string, string] {
	return func(yield func(list, line string) bool) {
		files, _ := fs.Glob(lists, pattern)
		for _, file := range files {
			text, _ := lists.ReadFile(file)
			for line := range strings.Lines(string(text)) {
				if !yield(strings.TrimSuffix(path.Base(file), ".txt"), strings.TrimSpace(line)) {
					return
				}
			}
		}
	}
}
