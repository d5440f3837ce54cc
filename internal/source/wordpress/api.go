package wordpress

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"airport-content/internal/markup"
	"airport-content/internal/source/lenient"
	"airport-content/internal/source/web"
)

// errNoAPI is the error of an address that is no REST API of WordPress.
type errNoAPI struct{ error }

// find finds the REST API, and returns the post types that the API shows. Most websites have the
// API at /wp-json/. Else the front page names the address, or the API is where WordPress has it
// without permalinks.
func (w *reader) find(ctx context.Context) (types map[string]json.RawMessage, err error) {
	site := w.site()
	types, err = w.typesOf(ctx, site.JoinPath("wp-json/"))
	if _, elsewhere := errors.AsType[errNoAPI](err); !elsewhere {
		return types, err
	}
	plain := site.JoinPath("/")
	plain.RawQuery = "rest_route=/"
	for _, api := range []*url.URL{w.named(ctx), site.JoinPath("index.php/wp-json/"), plain} {
		if api == nil {
			continue
		}
		if types, missing := w.typesOf(ctx, api); missing == nil {
			return types, nil
		}
	}
	return nil, err
}

// site is the address of the website, also if the source's URL is of the API.
func (w *reader) site() *url.URL {
	site := *w.Client.Origin
	site.Path, _, _ = strings.Cut(site.Path, "/wp-json")
	site.RawPath, site.RawQuery = "", ""
	return &site
}

// typesOf takes an address for that of the REST API, and returns the post types that are there.
func (w *reader) typesOf(ctx context.Context, api *url.URL) (map[string]json.RawMessage, error) {
	w.api = api
	text, _, err := w.get(ctx, "wp/v2/types", nil)
	return lenient.Decode[map[string]json.RawMessage](text), err
}

var apiLink = regexp.MustCompile(`<([^<>]*)>\s*;\s*rel="?https://api\.w\.org/"?`)

// named is the address of the REST API that the front page names, in the header Link or in the
// HTML; nil if the page names none.
func (w *reader) named(ctx context.Context) *url.URL {
	front, err := w.Client.Fetch(ctx, web.Request{URL: w.Source.URL, Accept: web.PageAccept})
	if err != nil {
		return nil
	}
	address := ""
	for _, link := range front.Header.Values("Link") {
		if found := apiLink.FindStringSubmatch(link); found != nil {
			address = found[1]
		}
	}
	if doc, err := markup.Parse(string(front.Body)); err == nil && address == "" {
		address = doc.Find(`link[rel="https://api.w.org/"]`).AttrOr("href", "")
	}
	named, err := markup.ParseReference(front.URL, address)
	if err != nil || address == "" {
		return nil
	}
	return named
}

// get asks the REST API for JSON, with the parameters of the source's URL, such as lang=de. For any
// other answer, the error says what to do.
func (w *reader) get(ctx context.Context, route string, query url.Values) (json.RawMessage, http.Header, error) {
	address := *w.api
	all := address.Query()
	for _, more := range []url.Values{w.Client.Origin.Query(), query} {
		for name, values := range more {
			all[name] = values
		}
	}
	if root := all.Get("rest_route"); root != "" {
		all.Set("rest_route", "/"+route)
	} else {
		address = *address.JoinPath(route)
	}
	address.RawQuery = all.Encode()
	answer, err := w.Client.Get(ctx, web.Request{URL: address.String(), Accept: "application/json", Limit: maxPosts})
	if err != nil {
		return nil, nil, err
	}
	text := jsonIn(answer.Body)
	switch {
	case answer.Status != http.StatusOK || text == nil:
		return nil, nil, w.explain(answer, text)
	case manyValues(text):
		return nil, nil, fmt.Errorf("%s sends JSON of more than %d values", answer.URL.Redacted(), maxValues)
	case !json.Valid(text):
		return nil, nil, fmt.Errorf("%s sends JSON that cannot be read", answer.URL.Redacted())
	}
	return text, answer.Header, nil
}

// getList gets a list of entries. An entry of another shape is zero.
func getList[T any](ctx context.Context, w *reader, route string, query url.Values) ([]T, http.Header, error) {
	text, header, err := w.get(ctx, route, query)
	if err != nil {
		return nil, nil, err
	}
	if text[0] == '{' {
		text = listIn(text)
	}
	if text == nil {
		return nil, nil, fmt.Errorf("%s/%s sends a JSON object where a list should be, so it is not WordPress's REST API", w.api.Redacted(), route)
	}
	var list []T
	for _, one := range lenient.Decode[[]json.RawMessage](text) {
		list = append(list, lenient.Decode[T](one))
	}
	return list, header, nil
}

// listIn is the list that an object stands for: PHP writes a list with gaps as an object with
// numbers as keys. It is nil for any other object.
func listIn(object json.RawMessage) json.RawMessage {
	values := lenient.Decode[map[string]json.RawMessage](object)
	byNumber := map[int]json.RawMessage{}
	for key, value := range values {
		n, err := strconv.Atoi(key)
		if err != nil {
			return nil
		}
		byNumber[n] = value
	}
	var list []json.RawMessage
	for _, n := range slices.Sorted(maps.Keys(byNumber)) {
		list = append(list, byNumber[n])
	}
	text, err := json.Marshal(list)
	if err != nil || len(list) == 0 {
		return nil
	}
	return text
}

var (
	jsonStart = regexp.MustCompile(`(?m)^\s*[\[{]|>\s*[\[{]`)
	wholePage = regexp.MustCompile(`(?i)<html|<!doctype`)
)

// noticeSize is how many bytes of PHP notices may stand before the JSON.
const noticeSize = 64 << 10

// jsonIn is the JSON object or array of an answer, which may be cut off. The text that broken
// themes, PHP notices and caches write around the JSON is dropped. jsonIn is nil if there is no
// JSON, or if the answer is a web page.
func jsonIn(body []byte) json.RawMessage {
	body = bytes.TrimSpace(bytes.TrimPrefix(bytes.TrimSpace(body), []byte("\ufeff")))
	if len(body) > 0 && (body[0] == '{' || body[0] == '[') {
		d := jsontext.NewDecoder(bytes.NewReader(body), lenient.Options)
		if err := d.SkipValue(); err == nil && bytes.HasPrefix(bytes.TrimSpace(body[d.InputOffset():]), []byte("<")) {
			body = body[:d.InputOffset()]
		}
		return body
	}
	head := body[:min(len(body), noticeSize)]
	if wholePage.Match(head) {
		return nil
	}
	for _, at := range jsonStart.FindAllIndex(head, -1) {
		if text := body[at[1]-1:]; json.Valid(text) {
			return text
		}
	}
	return nil
}

// manyValues reports whether JSON has more values than may be decoded. The limit saves memory: a
// value of three bytes takes a hundred.
func manyValues(body []byte) bool {
	d := jsontext.NewDecoder(bytes.NewReader(body), lenient.Options)
	for range maxValues {
		if _, err := d.ReadToken(); err != nil {
			return false
		}
	}
	return true
}

// explain says why an answer is not what was asked for. text is the JSON in the answer.
func (w *reader) explain(answer *web.Answer, text json.RawMessage) error {
	said := lenient.Decode[struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	}](text)
	what := fmt.Sprintf("%d %s", answer.Status, http.StatusText(answer.Status))
	if said.Code != "" {
		what = fmt.Sprintf("%d %s: %s", answer.Status, said.Code, markup.Plain(said.Message))
	}
	where := answer.URL.Redacted()
	switch {
	case said.Code == "rest_post_invalid_page_number":
		return errNoPage
	case answer.Status == http.StatusOK:
		return errNoAPI{fmt.Errorf("%s is a web page where WordPress's REST API should be: open it in a browser. A login or a check for "+
			"robots must leave /wp-json/wp/v2 open", where)}
	case (answer.Status == http.StatusUnauthorized || answer.Status == http.StatusForbidden) && w.Source.Settings.User != "":
		return fmt.Errorf("%s refuses user %q (%s): make an application password (Users, Profile in WordPress) and let the web server pass "+
			"the header Authorization on", where, w.Source.Settings.User, what)
	case answer.Status == http.StatusUnauthorized || answer.Status == http.StatusForbidden:
		return fmt.Errorf("%s refuses visitors (%s): let the website's security plugin or firewall leave /wp-json/wp/v2 open, or log in with "+
			"--user and an application password", where, what)
	case answer.Status == http.StatusNotFound, said.Code == "rest_disabled":
		err := fmt.Errorf("%s is no REST API of WordPress (%s): check the URL, and that no plugin switches the REST API off", where, what)
		if said.Code == "" {
			return errNoAPI{err}
		}
		return err
	}
	return fmt.Errorf("%s answers %s", where, what)
}
