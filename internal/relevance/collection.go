package relevance

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
)

// longestQuery is the API's limit of the characters of a query.
const longestQuery = 512

// ReadCollection reads a collection of judged queries in a common form of public collections:
//
//	docs.ndjson  {"id": …, "title": …, "body": …}, or with a "language" of its own
//	language     the language of all others, such as zh-CN; without the file, English
//	queries.tsv  query id, tab, query
//	qrels.tsv    query id, tab, document id, tab, grade; 0 is not relevant
//
// It returns the documents as an import file, and the queries with relevant documents. A query
// longer than longestQuery is cut after a whole word.
func ReadCollection(fsys fs.FS, airport string) (items string, judged []Judgement, err error) {
	language := "en"
	if text, err := fs.ReadFile(fsys, "language"); err == nil {
		language = strings.TrimSpace(string(text))
	} else if !errors.Is(err, fs.ErrNotExist) {
		return "", nil, err
	}
	var b strings.Builder
	err = lines(fsys, "docs.ndjson", func(_, line string) error {
		var doc struct{ ID, Title, Body, Language string }
		if err := json.Unmarshal([]byte(line), &doc); err != nil {
			return err
		}
		return json.NewEncoder(&b).Encode(map[string]string{"id": doc.ID, "contentType": "page", "title": doc.Title, "content": doc.Body,
			"language": cmp.Or(doc.Language, language), "lastModified": "2026-01-01"})
	})
	if err != nil {
		return "", nil, err
	}
	grades := map[string]map[string]int{}
	err = lines(fsys, "qrels.tsv", func(_, line string) error {
		fields := strings.Split(line, "\t")
		if len(fields) != 3 {
			return fmt.Errorf("want three fields, got %q", line)
		}
		grade, err := strconv.Atoi(fields[2])
		if err == nil && grade > 0 {
			if grades[fields[0]] == nil {
				grades[fields[0]] = map[string]int{}
			}
			grades[fields[0]][fields[1]] = grade
		}
		return err
	})
	if err != nil {
		return "", nil, err
	}
	err = lines(fsys, "queries.tsv", func(_, line string) error {
		id, query, _ := strings.Cut(line, "\t")
		if grades[id] != nil {
			judged = append(judged, Judgement{Where: id, Airport: airport, Query: cut(query), Grades: grades[id]})
		}
		return nil
	})
	return b.String(), judged, err
}

func cut(query string) string {
	letters := []rune(query)
	if len(letters) <= longestQuery {
		return query
	}
	whole := string(letters[:longestQuery])
	return whole[:max(strings.LastIndexByte(whole, ' '), 1)]
}
