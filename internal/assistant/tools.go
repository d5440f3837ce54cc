package assistant

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"airport-content/internal/place"
)

const (
	defaultResults = 5
	maxResults     = 10
	maxAirports    = 100 // listed in one answer
)

// tools answer the calls of one caller.
type tools struct{ api API }

func addTools(server *mcp.Server, api API) {
	t := tools{api}
	reads := func(title string) *mcp.ToolAnnotations {
		return &mcp.ToolAnnotations{Title: title, ReadOnlyHint: true, IdempotentHint: true, DestructiveHint: new(false), OpenWorldHint: new(false)}
	}
	mcp.AddTool(server, &mcp.Tool{Name: "list_airports", Annotations: reads("List airports"),
		Description: "Lists the airports whose content can be read: code, name, languages, number of items, time zone, website. " +
			"Use it to find the code of an airport, or when a code is refused."}, t.listAirports)
	mcp.AddTool(server, &mcp.Tool{Name: "search_content", Annotations: reads("Search the content of airports"),
		Description: "Searches the websites of airports for a place, a service, a rule or news, by what travellers say in any language " +
			"(\"vegan food\", \"where can I charge my phone\", \"Apotheke\"). Returns the best items: title, type, place, opening hours, link, " +
			"and 300 characters around the words. Misspelled words are corrected. Use few words. terminal and security leave out items whose " +
			"place is not known: search without them too before you say that there is nothing. " +
			"get_content has the whole text of an item."}, t.searchContent)
	mcp.AddTool(server, &mcp.Tool{Name: "get_content", Annotations: reads("Read an item"),
		Description: "Returns one item as a whole, in Markdown, by its airport and the id that search_content or whats_open showed."}, t.getContent)
	mcp.AddTool(server, &mcp.Tool{Name: "whats_open", Annotations: reads("What is open"),
		Description: "Lists what is open at an airport, now or at a time, with the local time at which each place closes. " +
			"Places are left out if the service does not know their hours; the answer counts them, and search_content without open_at finds them."}, t.whatsOpen)
}

type listAirportsArgs struct {
	Name string `json:"name,omitempty" jsonschema:"part of a code or a name, such as Frankfurt; leave it out for all airports"`
}

func (t tools) listAirports(ctx context.Context, _ *mcp.CallToolRequest, args listAirportsArgs) (*mcp.CallToolResult, any, error) {
	var found []airport
	total, from := 1, 0
	for from < total {
		var page struct {
			Pagination struct{ Total int }
			Results    []airport
		}
		if err := t.get(ctx, "/airports", url.Values{"size": {"100"}, "from": {strconv.Itoa(from)}}, &page); err != nil {
			return nil, nil, err
		}
		for _, a := range page.Results {
			if a.matches(args.Name) {
				found = append(found, a)
			}
		}
		total, from = page.Pagination.Total, from+100
	}
	return answered(renderAirports(found, args.Name)), nil, nil
}

// filters narrow a search to a part of the airport, a kind of content and a language.
type filters struct {
	Terminal string   `json:"terminal,omitempty" jsonschema:"only what is in this terminal or concourse, such as 2, Main or Hall A; leave it out if the traveller did not name one"`
	Security string   `json:"security,omitempty" jsonschema:"only what is before (public area) or after (airside) the security check: before or after"`
	Types    []string `json:"content_types,omitempty" jsonschema:"only these types: page, news, faq, shopping, dining, amenity, parking-transportation, event, general"`
	Language string   `json:"language,omitempty" jsonschema:"the traveller's language as a tag such as de or pt-BR: what the website has in several languages comes in this one; other items come in their own"`
	Limit    int      `json:"limit,omitempty" jsonschema:"how many items, 1 to 10; 5 if it is left out"`
}

// query has the filters as parameters.
func (f filters) query() (url.Values, error) {
	if f.Security != "" && !strings.EqualFold(f.Security, place.Before) && !strings.EqualFold(f.Security, place.After) {
		return nil, fmt.Errorf("security must be %s (public area) or %s (airside), not %q", place.Before, place.After, f.Security)
	}
	q := url.Values{"includeBody": {"false"}, "size": {strconv.Itoa(f.limit())}}
	part, named := f.place()
	for name, value := range map[string]string{metadata(part): named, metadata(place.Security): f.Security,
		"contentType": strings.Join(f.Types, ","), "preferLanguage": f.Language} {
		if value != "" {
			q.Set(name, value)
		}
	}
	return q, nil
}

// place is the terminal or concourse that an assistant means. It writes "Terminal 2" as often as "2".
func (f filters) place() (part place.Part, name string) {
	read := place.Read(f.Terminal)
	for _, part := range []place.Part{place.Terminal, place.Concourse} {
		if name, ok := read[part]; ok {
			return part, name
		}
	}
	return place.Terminal, f.Terminal
}

// metadata is the parameter that filters by a part of the place.
func metadata(part place.Part) string { return "metadata." + string(part) }

// narrowed reports whether the filters leave out items whose place is not known.
func (f filters) narrowed() bool { return f.Terminal != "" || f.Security != "" }

func (f filters) limit() int {
	if f.Limit == 0 {
		return defaultResults
	}
	return max(1, min(f.Limit, maxResults))
}

type searchArgs struct {
	Query    string   `json:"query" jsonschema:"what is looked for, in the traveller's words and language"`
	Airports []string `json:"airports,omitempty" jsonschema:"codes of airports, such as SFO; leave it out to search all airports of the key, if these are at most 50"`
	OpenAt   string   `json:"open_at,omitempty" jsonschema:"only what is open then: now, or a date and time with the offset of its time zone, such as 2026-03-01T23:00-08:00"`
	filters
}

func (t tools) searchContent(ctx context.Context, _ *mcp.CallToolRequest, args searchArgs) (*mcp.CallToolResult, any, error) {
	if strings.TrimSpace(args.Query) == "" {
		return nil, nil, fmt.Errorf("query is empty. Say what is looked for, or call whats_open for all that is open")
	}
	q, err := args.query()
	if err != nil {
		return nil, nil, err
	}
	if args.OpenAt != "" {
		if err := setOpenAt(q, "open_at", args.OpenAt); err != nil {
			return nil, nil, err
		}
	}
	q.Set("q", args.Query)
	q.Set("highlight", "true")
	if len(args.Airports) == 1 {
		found, err := t.search(ctx, args.Airports[0], args.filters, q)
		if err != nil {
			return nil, nil, err
		}
		return answered(renderFound([]finding{found}, args.Query, found.HoursUnknown) + found.Places), nil, nil
	}
	if len(args.Airports) > 0 {
		q.Set("airport", strings.Join(args.Airports, ","))
	}
	var all struct {
		Meta    struct{ HoursUnknown int }
		Results []finding
	}
	if err := t.get(ctx, "/content", q, &all); err != nil {
		return nil, nil, err
	}
	for i := range all.Results {
		all.Results[i].Website = t.api.Website(ctx, all.Results[i].Airport)
	}
	return answered(renderFound(all.Results, args.Query, all.Meta.HoursUnknown)), nil, nil
}

type openArgs struct {
	Airport string `json:"airport" jsonschema:"the code of the airport, such as SFO"`
	At      string `json:"at,omitempty" jsonschema:"a date and time with the offset of its time zone, such as 2026-03-01T23:00-08:00; now if it is left out"`
	Query   string `json:"query,omitempty" jsonschema:"what is looked for, such as coffee; leave it out for everything"`
	filters
}

func (t tools) whatsOpen(ctx context.Context, _ *mcp.CallToolRequest, args openArgs) (*mcp.CallToolResult, any, error) {
	q, err := args.query()
	if err != nil {
		return nil, nil, err
	}
	at := cmp.Or(args.At, openNow)
	if err := setOpenAt(q, "at", at); err != nil {
		return nil, nil, err
	}
	if strings.TrimSpace(args.Query) != "" {
		q.Set("q", args.Query)
		q.Set("highlight", "true")
	}
	found, err := t.search(ctx, args.Airport, args.filters, q)
	if err != nil {
		return nil, nil, err
	}
	return answered(renderOpen(&found, at) + found.Places), nil, nil
}

// openNow is the time of the request.
const openNow = "now"

var (
	timeOfDay = regexp.MustCompile(`[Tt ]\d`)
	// offset ends a time that names its time zone.
	offset = regexp.MustCompile(`([Zz]|[+-]\d\d(:?\d\d)?)$`)
)

// setOpenAt asks for what is open at a time. Without an offset, a time of the airport would pass for
// UTC.
func setOpenAt(q url.Values, name, at string) error {
	if timeOfDay.MatchString(at) && !offset.MatchString(at) {
		return fmt.Errorf("%s is %q, which has no offset. Send the time with the offset of its time zone, such as 2026-03-01T23:00-08:00; "+
			"list_airports has the time zones", name, at)
	}
	q.Set("openAt", at)
	return nil
}

type itemArgs struct {
	Airport string `json:"airport" jsonschema:"the code of the airport, such as SFO"`
	ID      string `json:"id" jsonschema:"the id of the item, as search_content or whats_open showed it"`
}

func (t tools) getContent(ctx context.Context, _ *mcp.CallToolRequest, args itemArgs) (*mcp.CallToolResult, any, error) {
	var one struct {
		Meta   struct{ Airport, AirportName string }
		Result item
	}
	path := "/" + url.PathEscape(args.Airport) + "/content/" + url.PathEscape(args.ID)
	if err := t.get(ctx, path, url.Values{"bodyFormat": {"markdown"}}, &one); err != nil {
		return nil, nil, err
	}
	return answered(renderItem(&one.Result, one.Meta.Airport, one.Meta.AirportName, t.api.Website(ctx, one.Meta.Airport))), nil, nil
}

// search asks for items of one airport.
func (t tools) search(ctx context.Context, code string, f filters, q url.Values) (finding, error) {
	var page struct {
		Meta struct {
			Airport, AirportName string
			HoursUnknown         int
			Search               search
		}
		Pagination struct{ Total int }
		Results    []item
	}
	if err := t.get(ctx, "/"+url.PathEscape(code)+"/content", q, &page); err != nil {
		return finding{}, err
	}
	found := finding{Airport: page.Meta.Airport, AirportName: page.Meta.AirportName, Total: page.Pagination.Total, Results: page.Results,
		Search: page.Meta.Search, HoursUnknown: page.Meta.HoursUnknown, Website: t.api.Website(ctx, page.Meta.Airport)}
	if !f.narrowed() {
		return found, nil
	}
	places, err := t.places(ctx, code)
	found.Places = renderPlaces(places)
	return found, err
}

// places are the terminals and concourses of an airport whose names its items tell.
func (t tools) places(ctx context.Context, code string) (places map[string]map[string]int, err error) {
	var page struct{ Facets map[string]map[string]int }
	facets := metadata(place.Terminal) + "," + metadata(place.Concourse)
	err = t.get(ctx, "/"+url.PathEscape(code)+"/content", url.Values{"size": {"1"}, "includeBody": {"false"}, "facets": {facets}}, &page)
	return page.Facets, err
}

// get asks the interface. A refusal becomes an error that says what to do.
func (t tools) get(ctx context.Context, path string, q url.Values, into any) error {
	status, body := t.api.Get(ctx, path, q)
	if status == http.StatusOK {
		return json.Unmarshal(body, into)
	}
	var refusal struct {
		Error struct{ Code, Message string }
	}
	if err := json.Unmarshal(body, &refusal); err != nil {
		return fmt.Errorf("the service answered with status %d; try again later", status)
	}
	message := argumentNames.Replace(refusal.Error.Message)
	if advice := adviceFor[refusal.Error.Code]; advice != "" {
		message += " " + advice
	}
	return fmt.Errorf("%s", message)
}

// argumentNames are the names that parameters have as arguments of tools.
var argumentNames = strings.NewReplacer(`Parameter "openAt"`, "The time", "Leave openAt out", "Leave the time out",
	`Parameter "contentType"`, "content_types", `Parameter "preferLanguage"`, "language", `Parameter "q"`, "query",
	`in parameter "airport", joined by commas`, "in airports", `Parameter "airport"`, "airports",
	"/api/v1/partner/airports lists", "list_airports lists", "timeZone in /api/v1/partner/airports has", "list_airports has",
	" Check the code in the path.", "", " Check the code in the path, or ask us", " Ask us", " Take ids from the content list and percent-encode them.", "")

// adviceFor says which tool helps after a refusal, by error.code.
var adviceFor = map[string]string{
	"airport_forbidden": "list_airports has the codes that can be read.",
	"airport_not_found": "list_airports has the codes that can be read.",
	"item_not_found":    "search_content shows the ids of items.",
}

func answered(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}
