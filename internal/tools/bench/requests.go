package main

import (
	"math/rand/v2"
	"strings"
)

const (
	firstAirport = 1000 // airports are called by numbers: 1000, 1001, …
	airportItems = 1000
	bigAirport   = 2803 // has as many items
	twoLanguages = 2804 // has as many as bigAirport: each thing in English and in German
	searches     = 2000 // different ones of each kind
	gates        = 80
)

// request is one kind of request, and the plain SQL for the same page. Names such as :airport stand
// for random numbers in both, see variables. In the path :two, :ten and :beginning stand for
// searches, and :cursor for the end of the changes; in the SQL :query stands for the number of one.
type request struct {
	name  string
	path  string
	sql   string
	light bool // a list without bodies: the memory of serve is read after these
	etag  bool // sent with the ETag of the answer
}

// variables are random numbers, from and to, for pgbench and wrk alike.
func variables(airports int) map[string][2]int {
	return map[string][2]int{
		"airport": {firstAirport, firstAirport + airports - 1},
		"size":    {10, 30},
		"from":    {0, 199},
		"item":    {0, airportItems - 1},
		"gate":    {0, gates - 1},
		"big":     {0, bigAirport - 1},
		"query":   {1, searches},
	}
}

func requests() []request {
	const fields = "id, content_type, title, url, excerpt, thumbnail, language, last_modified, metadata"
	const columns = "SELECT " + fields
	const item = columns + ", content FROM content_item WHERE airport = :airport AND id = 'item-' || :item"
	const newest = " FROM content_item WHERE airport = :airport ORDER BY last_modified DESC, id LIMIT "
	// Each vector has a tag with its airport, so the GIN index alone finds the words within an
	// airport.
	const found = columns + `, count(*) OVER () FROM content_item,
		websearch_to_tsquery('english', (SELECT :words FROM bench_query WHERE n = :query)) AS q
		WHERE search @@ (quote_literal('airport ' || :airport)::tsquery && q)
		ORDER BY ts_rank(search, q) DESC, last_modified DESC, id LIMIT :size`
	two := strings.Replace(found, ":words", "two", 1)
	const facets = `, (SELECT jsonb_agg(f) FROM (SELECT content_type, count(*) FROM content_item
			WHERE search @@ (quote_literal('airport ' || :airport)::tsquery && q) GROUP BY content_type) AS f)`
	const suggestions = `SELECT id, title, content_type FROM content_item
		WHERE airport = :airport AND title ~* ('\m' || (SELECT beginning FROM bench_query WHERE n = :query)) ORDER BY title LIMIT 10`
	open := columns + ", count(*) OVER () FROM content_item WHERE airport = :airport AND open_times = ANY ('" + openAt(20) +
		"') AND :where ORDER BY last_modified DESC, id LIMIT :size"
	const things = "SELECT *, count(*) OVER () FROM (SELECT DISTINCT ON (coalesce(translation, id)) " + fields +
		" FROM content_item WHERE airport = '2804' ORDER BY coalesce(translation, id), language) AS thing ORDER BY last_modified DESC, id LIMIT :size OFFSET :from"
	return []request{
		{name: "list of 20, cached, one airport of 2,803", light: true, path: "/2803/content?size=20&includeBody=false",
			sql: strings.Replace(columns+newest+"20", ":airport", "'2803'", 1)},
		{name: "list of 20, cached, all airports", light: true,
			path: "/:airport/content?size=20&includeBody=false", sql: columns + newest + "20"},
		// The SQL reads the first page only: with OFFSET it would take four times as long.
		{name: "list of 10 to 30, not cached", light: true,
			path: "/:airport/content?size=:size&from=:from&includeBody=false", sql: columns + newest + ":size"},
		// A gate of one item in eighty.
		{name: "list of a value of the metadata", light: true, path: "/:airport/content?size=20&includeBody=false&metadata.gate=:gate",
			sql: columns + ", count(*) OVER () FROM content_item WHERE airport = :airport AND metadata @> jsonb_build_object('gate', :gate::integer) ORDER BY last_modified DESC, id LIMIT 20"},
		{name: "what is open, not cached", light: true, path: "/:airport/content?size=:size&from=:from&includeBody=false&openAt=20260310T2000Z",
			sql: strings.Replace(open, ":where", "true", 1)},
		{name: "what is open in a terminal, not cached", light: true,
			path: "/:airport/content?size=:size&from=:from&includeBody=false&openAt=20260310T2000Z&metadata.terminal=b",
			sql:  strings.Replace(open, ":where", `metadata @> '{"terminal": "B"}'`, 1)},
		{name: "each thing once, in German, not cached", light: true,
			path: "/2804/content?size=:size&from=:from&includeBody=false&preferLanguage=de", sql: things},
		{name: "single item, one airport of 2,803", path: "/2803/content/item-:big",
			sql: strings.NewReplacer(":airport", "'2803'", ":item", ":big").Replace(item)},
		{name: "single item, all airports", path: "/:airport/content/item-:item", sql: item},
		{name: "search of two words, not cached",
			path: "/:airport/content?size=:size&includeBody=false&q=:two", sql: two},
		{name: "search with a letter too many", path: "/:airport/content?size=:size&includeBody=false&q=:twox", sql: two},
		{name: "search with facets", path: "/:airport/content?size=:size&includeBody=false&q=:two&facets=contentType",
			sql: strings.Replace(two, ", count(*) OVER ()", ", count(*) OVER ()"+facets, 1)},
		{name: "search with marks", path: "/:airport/content?size=:size&includeBody=false&q=:two&highlight=true",
			sql: strings.Replace(two, ", count(*) OVER ()", ", count(*) OVER (), ts_headline('english', content, q)", 1)},
		{name: "suggestions", path: "/:airport/suggest?q=:beginning", sql: suggestions},
		{name: "search of ten words, any",
			path: "/:airport/content?size=:size&includeBody=false&q=:ten", sql: strings.Replace(found, ":words", "ten", 1)},
		{name: "list of 100 with bodies",
			path: "/:airport/content?size=100", sql: columns + ", content" + newest + "100"},
		{name: "changes of all airports, the first 100", path: "/changes?size=100",
			sql: strings.Replace(columns+", content FROM content_item WHERE airport = :airport ORDER BY revision, id LIMIT 99", ":airport", "'1000'", 1)},
		{name: "changes of all airports, none", path: "/changes?size=100&cursor=:cursor", sql: "SELECT airport, epoch, revision, purged_revision FROM airport_state"},
		{name: "304 of a list of 100", etag: true, path: "/1000/content?size=100",
			sql: strings.Replace(columns+", content"+newest+"100", ":airport", "'1000'", 1)},
	}
}

type search struct{ two, ten, beginning string }

// makeSearches makes searches for two words of one topic, for ten frequent words, and for the
// beginning of a word.
func makeSearches() []search {
	c, rng := newCorpus(0), rand.New(rand.NewPCG(2, 10))
	list := make([]search, searches)
	for i := range list {
		topic, words := rng.IntN(topics), rng.Perm(wordsOfTopic)
		list[i].two = c.topicWord(topic, words[0]) + " " + c.topicWord(topic, words[1])
		list[i].beginning = list[i].two[:1+rng.IntN(4)]
		for range 10 {
			list[i].ten += " " + c.words[30+rng.IntN(170)]
		}
		list[i].ten = list[i].ten[1:]
	}
	return list
}
