package source

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"airport-content/internal/content"
)

// suffixKey is the key of the page record that remembers, as its ETag, the suffix of a source's titles.
const suffixKey = "the suffix of the titles"

// fewTitles is how many titles must share a suffix.
const fewTitles = 3

// separator stands before the name of a website in the title of a page.
var separator = regexp.MustCompile(`\s+(\||-|–|—|·|•|»|::)\s+`)

// titles finds the suffix that most titles of a website share, such as " | Muster Airport". In a search, it would make every page
// match the website's name.
type titles struct {
	read     int
	suffixes map[string]int // how many titles end so
}

func (t *titles) add(title string) {
	t.read++
	for _, at := range separator.FindAllStringIndex(title, -1) {
		if at[0] > 0 {
			t.suffixes[title[at[0]:]]++
		}
	}
}

// shared is the longest suffix that most of the titles end with; "" if there is none.
func (t *titles) shared() string {
	longest := ""
	for suffix, n := range t.suffixes {
		if n >= fewTitles && n*2 > t.read && len(suffix) > len(longest) {
			longest = suffix
		}
	}
	return longest
}

// addTitle counts the title of a page that was read.
func (c *Crawl) addTitle(title string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.titles != nil {
		c.titles.add(title)
	}
}

// suffix is what titles lose in this crawl. The one of earlier crawls counts unless every title was read, or there was none and most were.
func (c *Crawl) suffix() string {
	known := c.Known(suffixKey).ETag
	if c.titles.read >= c.result.Good || known == "" && c.titles.read*2 >= c.result.Good {
		return c.titles.shared()
	}
	return known
}

// shortenTitles writes the items that were found to out, without the suffix of their titles. If that is another one than before, the
// next crawl reads every page again.
func (c *Crawl) shortenTitles(out io.Writer) error {
	err := c.out.Flush()
	if err == nil {
		_, err = c.spool.Seek(0, io.SeekStart)
	}
	if err != nil {
		return fmt.Errorf("write the items file: %w", err)
	}
	suffix := c.suffix()
	known := c.known[suffixKey].ETag
	if suffix != known {
		for i := range c.result.Records {
			if p := &c.result.Records[i]; !p.Found && p.ItemID != "" {
				p.ETag, p.Modified, p.Hash = "", "", ""
			}
		}
	}
	if suffix != "" || known != "" {
		c.result.Records = append(c.result.Records, content.PageRecord{Key: suffixKey, ETag: suffix})
	}
	in := bufio.NewReader(c.spool)
	for {
		line, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			line, err = shorten(line, suffix)
		}
		if err == nil {
			_, err = out.Write(line)
		}
		if err != nil {
			return fmt.Errorf("write the items file: %w", err)
		}
	}
}

// shorten takes a suffix from the title of a line of an items file.
func shorten(line []byte, suffix string) ([]byte, error) {
	if suffix == "" {
		return line, nil
	}
	var item struct {
		Title jsontext.Value `json:"title"`
	}
	var title string
	err := json.Unmarshal(line, &item, jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
	if err == nil {
		err = json.Unmarshal(item.Title, &title, jsontext.AllowInvalidUTF8(true))
	}
	short, ends := strings.CutSuffix(title, suffix)
	if err != nil || !ends {
		return line, err
	}
	text, err := json.Marshal(short, jsontext.AllowInvalidUTF8(true))
	return bytes.Replace(line, item.Title, text, 1), err
}
