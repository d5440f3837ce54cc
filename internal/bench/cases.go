package main

import (
	"embed"
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"

	"airport-content/internal/bench/corpus"
)

// The plainest SQL that gives the same page, for pgbench.
//
//go:embed reference/*.sql
var reference embed.FS

const (
	airportItems = 1000
	queryCount   = 500 // different searches of each kind, so many that few answers are kept from an earlier request
	pathCount    = 5000
)

// benchCase is one kind of request, and the SQL it is compared with.
type benchCase struct {
	Name      string
	reference string // file in reference/, without its ending
	path      func(*rand.Rand) string
	grows     bool   // measured at every stage of the growth too
	header    string // one more request header, "Name: value"; of the conditional request, filled in later
}

// query is a search of the benchmark.
type query []string

// queries makes searches of n words that many items hold, but not all.
func queries(c *corpus.Corpus, n int) []query {
	rng := rand.New(rand.NewPCG(uint64(n), 3))
	list := make([]query, queryCount)
	for i := range list {
		for range n {
			list[i] = append(list[i], c.Word(30+rng.IntN(170)))
		}
	}
	return list
}

// cases are the kinds of requests, over airports of 1,000 items and a big one.
func cases(airports, bigItems int, two, ten []query, common string) []benchCase {
	content := func(airport, query string) string { return "/api/v1/partner/" + airport + "/content" + query }
	anyAirport := func(r *rand.Rand) string { return airportCode(r.IntN(airports)) }
	search := func(list []query) func(*rand.Rand) string {
		return func(r *rand.Rand) string {
			q := url.QueryEscape(strings.Join(list[r.IntN(len(list))], " "))
			return content(anyAirport(r), "?size=20&includeBody=false&q="+q)
		}
	}
	// Pages of 20 items on average, so many different ones that few are kept from an earlier request.
	pages := func(airport string, from int, r *rand.Rand) string {
		return content(airport, fmt.Sprintf("?includeBody=false&size=%d&from=%d", 10+r.IntN(21), from+r.IntN(200)))
	}
	fixed := func(path string) func(*rand.Rand) string { return func(*rand.Rand) string { return path } }
	return []benchCase{
		{Name: "list of 20, no bodies", reference: "list20", path: func(r *rand.Rand) string {
			return content(anyAirport(r), "?size=20&includeBody=false")
		}},
		{Name: "list of about 20, not kept", reference: "list20", grows: true, path: func(r *rand.Rand) string {
			return pages(anyAirport(r), 0, r)
		}},
		{Name: "list of 100, with bodies", reference: "list100", grows: true, path: func(r *rand.Rand) string {
			return content(anyAirport(r), "?size=100")
		}},
		{Name: "contentType and modifiedSince", reference: "filtered", grows: true, path: func(r *rand.Rand) string {
			return content(anyAirport(r), "?size=20&includeBody=false&contentType=dining&modifiedSince=2025-01-01")
		}},
		{Name: "search of two words", reference: "search2", grows: true, path: search(two)},
		{Name: "search of ten words, any", reference: "search10", grows: true, path: search(ten)},
		{Name: fmt.Sprintf("one word in %d items", bigItems), reference: "common",
			path: func(r *rand.Rand) string { return pages("BIG", 0, r) + "&q=" + common }},
		{Name: "from about 100 of the big airport", reference: "first", path: func(r *rand.Rand) string { return pages("BIG", 0, r) }},
		{Name: fmt.Sprintf("from about %d of it", bigItems-200), reference: "deep",
			path: func(r *rand.Rand) string { return pages("BIG", bigItems-300, r) }},
		{Name: "single item", reference: "item", grows: true, path: func(r *rand.Rand) string {
			return content(anyAirport(r), fmt.Sprintf("/item-%06d", r.IntN(airportItems)))
		}},
		{Name: "304 of one list of 100", reference: "list100", path: fixed(conditionalPath), header: "If-None-Match"},
		{Name: "200 of the same list", reference: "list100", path: fixed(conditionalPath)},
		{Name: "health", reference: "ping", path: fixed("/api/v1/partner/health")},
	}
}

const conditionalPath = "/api/v1/partner/A000/content?size=100"

func airportCode(n int) string { return fmt.Sprintf("A%03d", n) }
