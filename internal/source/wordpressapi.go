package source

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// get asks the REST API and decodes its answer. For any other answer, the error says what to do.
func (w *wordpress) get(ctx context.Context, route string, query url.Values, into any) (http.Header, error) {
	address := strings.TrimRight(w.Source.URL, "/") + "/wp-json/" + route
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	answer, err := w.Client.Get(ctx, Request{URL: address, Accept: "application/json", Limit: postsSize})
	if err != nil {
		return nil, err
	}
	if answer.Status == http.StatusOK && isJSON(answer.Body) {
		if err := json.Unmarshal(answer.Body, into); err != nil {
			return nil, fmt.Errorf("%s sends JSON that cannot be read: %w", answer.URL.Redacted(), err)
		}
		return answer.Header, nil
	}
	return nil, w.explain(answer)
}

func isJSON(body []byte) bool {
	body = bytes.TrimSpace(body)
	return len(body) > 0 && (body[0] == '{' || body[0] == '[')
}

// explain says why an answer is not what was asked for.
func (w *wordpress) explain(answer *Answer) error {
	said, _ := decodeAs[struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	}](answer.Body)
	what := fmt.Sprintf("%d %s", answer.Status, http.StatusText(answer.Status))
	if said.Code != "" {
		what = fmt.Sprintf("%d %s: %s", answer.Status, said.Code, plain(said.Message))
	}
	where := answer.URL.Redacted()
	switch {
	case said.Code == "rest_post_invalid_page_number":
		return errShrank
	case answer.Status == http.StatusOK:
		return fmt.Errorf("%s is a web page where WordPress's REST API should be: open it in a browser. A login or a check for "+
			"robots must leave /wp-json/wp/v2 open; permalinks must be anything but Plain (Settings, Permalinks in WordPress)", where)
	case (answer.Status == http.StatusUnauthorized || answer.Status == http.StatusForbidden) && w.Source.Settings.User != "":
		return fmt.Errorf("%s refuses user %q (%s): make an application password (Users, Profile in WordPress) and let the web server pass "+
			"the header Authorization on", where, w.Source.Settings.User, what)
	case answer.Status == http.StatusUnauthorized || answer.Status == http.StatusForbidden:
		return fmt.Errorf("%s refuses visitors (%s): let the website's security plugin or firewall leave /wp-json/wp/v2 open, or log in with "+
			"--user and an application password", where, what)
	case answer.Status == http.StatusNotFound, said.Code == "rest_disabled":
		return fmt.Errorf("%s is no REST API of WordPress (%s): check the URL, and that no plugin switches the REST API off", where, what)
	}
	return fmt.Errorf("%s answers %s", where, what)
}
