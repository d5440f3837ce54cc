//go:build rules

package crawl_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/source"
	"airport-content/internal/source/crawl"
	"airport-content/internal/source/crawltest"
	"airport-content/internal/source/rule"
)

// Each rule is switched off in turn, and each judge tells what it loses: each directory of
// SOURCE_SITES by the mean F1 of its pages, the plain websites of this package by how many hold, their
// ten runs by the items that are dated anew for nothing, and the directory SOURCE_CASES by how many of its wishes hold. SOURCE_RULE chooses rules by parts of
// their names.
func TestRules(t *testing.T) {
	list := []judge{{"plain", plainHold}, {"dates", datesStay}}
	for _, dir := range strings.Fields(os.Getenv("SOURCE_SITES")) {
		var sites []site
		for _, name := range check.Must(filepath.Glob(filepath.Join(dir, "*.json")))(t) {
			var s site
			check.NoError(t, json.Unmarshal(check.Must(os.ReadFile(name))(t), &s))
			sites = append(sites, s)
		}
		list = append(list, judge{filepath.Base(dir), func(t *testing.T, off rule.Off) float64 {
			sum, pages := 0.0, 0
			for n := range sites {
				one := sites[n].scores(t, off)
				sum, pages = sum+one, pages+len(sites[n].Truth)
			}
			return sum / float64(pages)
		}})
	}
	if dir := os.Getenv("SOURCE_CASES"); dir != "" {
		list = append(list, judge{"cases", func(t *testing.T, off rule.Off) float64 { return wishesHold(t, dir, off) }})
	}
	table := tabwriter.NewWriter(t.Output(), 0, 0, 2, ' ', 0)
	defer table.Flush()
	fmt.Fprint(table, "rule off")
	for _, j := range list {
		fmt.Fprintf(table, "\t%s", j.name)
	}
	fmt.Fprint(table, "\nnone")
	whole := map[string]float64{}
	for _, j := range list {
		whole[j.name] = j.score(t, nil)
		fmt.Fprintf(table, "\t%.4f", whole[j.name])
	}
	table.Flush()
	for _, r := range rule.All {
		if chosen := strings.Fields(os.Getenv("SOURCE_RULE")); len(chosen) > 0 && !slices.ContainsFunc(chosen, func(part string) bool { return strings.Contains(string(r), part) }) {
			continue
		}
		fmt.Fprintf(table, "\n%s", r)
		for _, j := range list {
			if change := j.score(t, rule.Off{r: true}) - whole[j.name]; change < -0.00005 || change > 0.00005 {
				fmt.Fprintf(table, "\t%+.4f", change)
			} else {
				fmt.Fprint(table, "\t.")
			}
		}
		table.Flush()
	}
	fmt.Fprintln(table)
}

// judge is a set of websites with a score.
type judge struct {
	name  string
	score func(*testing.T, rule.Off) float64
}

// plainHold is how many of the plain websites lose their frame and nothing else.
func plainHold(t *testing.T, off rule.Off) (hold float64) {
	for seed := range uint64(plainWebsites) {
		if framed, lost, _ := newPlain(seed).pull(t, off); framed == 0 && lost == 0 {
			hold++
		}
	}
	return hold
}

// datesStay is how many items of the ten runs of four websites are dated anew for nothing, or lose
// something, as a negative number.
func datesStay(t *testing.T, off rule.Off) (faults float64) {
	for _, named := range []bool{true, false} {
		for _, cached := range []bool{true, false} {
			anew, lost, _ := newLab(named, cached).pulls(t, slices.Collect(maps.Keys(off))...)
			faults -= float64(anew + lost)
		}
	}
	return faults
}

// site is a website with judged pages, as a JSON file: pages is the HTML by path, truth the words of
// the content and those that do not count, doubles the pages of the same truth. With latin1, each
// letter of the HTML is a byte.
type site struct {
	Pages   map[string]string
	Truth   map[string][2]string
	Doubles map[string][]string
	Latin1  bool
}

// scores is the sum of the F1 of the judged pages.
func (s *site) scores(t *testing.T, off rule.Off) (sum float64) {
	var base string
	base = crawltest.Serve(t, func(out http.ResponseWriter, r *http.Request) {
		path := r.URL.EscapedPath()
		text, is := s.Pages[path]
		switch {
		case path == "/sitemap.xml":
			for address := range s.Pages {
				fmt.Fprintln(out, base+address)
			}
		case !is:
			http.NotFound(out, r)
		case s.Latin1:
			out.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = out.Write(check.Must(charmap.ISO8859_1.NewEncoder().Bytes([]byte(text)))(t))
		default:
			out.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = out.Write([]byte(text))
		}
	})
	items, err := pulled(t, base, off, crawl.Options{Force: true}, map[string]crawl.Item{})
	check.NoError(t, err)
	came := map[string]string{}
	for _, item := range items {
		came[strings.TrimPrefix(item.URL, base)] = item.Content
	}
	for path, truth := range s.Truth {
		text := came[path]
		for _, double := range s.Doubles[path] {
			if text == "" {
				text = came[double]
			}
		}
		sum += f1(text, truth)
	}
	return sum
}

// pulled adds the new and changed items of a website to those by id.
func pulled(t *testing.T, base string, off rule.Off, o crawl.Options, items map[string]crawl.Item) (map[string]crawl.Item, error) {
	t.Helper()
	s := content.Source{Name: "s", Kind: "sitemap", URL: base, Settings: content.SourceSettings{AllowPrivate: true, Rate: 1e6}}
	o.Off = off
	var out bytes.Buffer
	_, err := source.Read(t.Context(), s, &out, o)
	for line := range bytes.Lines(out.Bytes()) {
		var item crawl.Item
		check.NoError(t, json.Unmarshal(line, &item))
		items[item.ID] = item
	}
	return items, err
}

var (
	blocks = regexp.MustCompile(`(?i)<(br|hr|/?(p|li|h\d|div|tr|blockquote|figure|figcaption|td|th|dt|dd|dl|ul|ol|table|caption|pre|section|details|summary))\b[^>]*>`)
	tags   = regexp.MustCompile(`<[^>]+>`)
)

// f1 is the F1 of the words of a content.
func f1(text string, truth [2]string) float64 {
	want, neutral := countWords(truth[0]), countWords(truth[1])
	both, all, extra := 0, 0, 0
	for _, n := range want {
		all += n
	}
	for w, n := range countWords(html.UnescapeString(tags.ReplaceAllString(blocks.ReplaceAllString(text, "\n"), ""))) {
		both += min(n, want[w])
		extra += max(0, n-want[w]-neutral[w])
	}
	if both == 0 {
		return 0
	}
	recall, precision := float64(both)/float64(all), float64(both)/float64(both+extra)
	return 2 * recall * precision / (recall + precision)
}

func countWords(text string) map[string]int {
	count := map[string]int{}
	for run := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsNumber(r) }) {
		for run != "" {
			end := strings.IndexFunc(run, isAlone)
			if end < 0 {
				end = len(run)
			} else if end == 0 {
				_, end = utf8.DecodeRuneInString(run)
			}
			count[run[:end]]++
			run = run[end:]
		}
	}
	return count
}

// isAlone reports whether a letter is a word of its own, as those of Chinese and Japanese.
func isAlone(r rune) bool {
	return r >= 0x3040 && r <= 0x30ff || r >= 0x3400 && r <= 0x9fff || r >= 0xf900 && r <= 0xfaff
}

// wishesHold is how many wishes of the cases of websites with a sitemap hold.
func wishesHold(t *testing.T, dir string, off rule.Off) (hold float64) {
	for _, name := range check.Must(filepath.Glob(filepath.Join(dir, "*.json")))(t) {
		var one struct {
			What, Kind, URL string
			Args            []string
			Files, Then     map[string]any
			Want            map[string][]map[string]string
			Count           *int
		}
		if json.Unmarshal(check.Must(os.ReadFile(name))(t), &one) != nil || one.What != "source" || one.Kind != "sitemap" || len(one.Args) > 0 || one.Then != nil {
			continue
		}
		base := ""
		filled := func(text string) string { return strings.ReplaceAll(text, "{BASE}", base) }
		base = crawltest.Serve(t, func(out http.ResponseWriter, r *http.Request) {
			file, is := one.Files[r.URL.Path]
			if !is {
				http.NotFound(out, r)
				return
			}
			out.Header().Set("Content-Type", "text/html; charset=utf-8")
			text, _ := file.(string)
			if more, is := file.(map[string]any); is {
				text, _ = more["body"].(string)
				if packed, is := more["b64"].(string); is {
					text = string(check.Must(base64.StdEncoding.DecodeString(packed))(t))
				}
				headers, _ := more["headers"].(map[string]any)
				for key, value := range headers {
					out.Header().Set(key, filled(fmt.Sprint(value)))
				}
				if status, is := more["status"].(float64); is {
					out.WriteHeader(int(status))
				}
			}
			_, _ = out.Write([]byte(filled(text)))
		})
		items, _ := pulled(t, base+one.URL, off, crawl.Options{}, map[string]crawl.Item{})
		if one.Count != nil && *one.Count == len(items) {
			hold++
		}
		byURL := map[string]map[string]any{}
		for _, item := range items {
			var fields map[string]any
			check.NoError(t, json.Unmarshal(check.Must(json.Marshal(item))(t), &fields))
			byURL[strings.TrimPrefix(item.URL, base)] = fields
		}
		for path, wishes := range one.Want {
			for _, wish := range wishes {
				var value any = byURL[path]
				for key := range strings.SplitSeq(wish["field"], ".") {
					fields, _ := value.(map[string]any)
					value = fields[key]
				}
				text, _ := value.(string)
				is, hasIs := wish["is"]
				has, hasHas := wish["has"]
				not, hasNot := wish["not"]
				if byURL[path] != nil && (hasIs && text == filled(is) || hasHas && strings.Contains(text, filled(has)) || hasNot && !strings.Contains(text, filled(not))) {
					hold++
				}
			}
		}
	}
	return hold
}
