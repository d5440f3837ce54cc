//go:build debian

package e2e_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"airport-content/internal/check"
)

// wordpress is a WordPress of the test's own, with a MariaDB, and a proxy before it that counts
// requests.
type wordpress struct {
	site     string // the website's URL
	direct   string // past the proxy
	password string // an application password of user editor
	requests atomic.Int64
}

func startWordPress(t *testing.T) *wordpress {
	t.Helper()
	const installed = "/usr/share/wordpress"
	if _, err := os.Stat(installed); err != nil {
		t.Fatal("apt-get install wordpress php-cli mariadb-server")
	}
	dir, address, database := directory(t), freeAddress(t), freeAddress(t)
	w := &wordpress{direct: "http://" + address}
	w.startProxy(t)
	run := func(program string, args ...string) string {
		cmd := debian(t, t.Context(), dir, program, args...)
		cmd.Env = append(cmd.Env, w.environment(dir, database)...)
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v\n%s", cmd, err, out)
		}
		return string(out)
	}
	run("cp", "--recursive", "--dereference", installed, "site")
	run("mkdir", "--parents", "content/mu-plugins", "content/themes")
	for name, at := range map[string]string{"wp-config.php": "site", "install.php": "site", "router.php": ".", "airport.php": "content/mu-plugins"} {
		write(t, filepath.Join(dir, at), name, string(readFile(t, "testdata/wordpress/"+name)))
	}
	run("mariadb-install-db", "--no-defaults", "--datadir="+dir+"/database", "--skip-test-db", "--auth-root-authentication-method=normal")
	listening(t, debian(t, context.Background(), dir, "mariadbd", "--no-defaults", "--gdb", // lets SIGINT end it
		"--datadir="+dir+"/database", "--socket="+dir+"/socket", "--bind-address=127.0.0.1", "--port="+portOf(t, database),
		"--innodb-flush-log-at-trx-commit=0"), database)
	w.password = run("php", "site/install.php")
	php := debian(t, context.Background(), dir, "php", "-d", "opcache.enable_cli=1", "-S", address, "-t", "site", "router.php")
	php.Env = append(php.Env, w.environment(dir, database)...)
	listening(t, php, address)
	return w
}

func (w *wordpress) environment(dir, database string) []string {
	return []string{"WORDPRESS_URL=" + w.site, "WORDPRESS_DATABASE=" + database, "WORDPRESS_CONTENT=" + dir + "/content"}
}

func (w *wordpress) startProxy(t *testing.T) {
	t.Helper()
	to := check.Must(url.Parse(w.direct))(t)
	pass := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(to); r.Out.Host = r.In.Host }}
	front := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		w.requests.Add(1)
		pass.ServeHTTP(rw, r)
	}))
	t.Cleanup(front.Close)
	w.site = front.URL
}

// call asks the REST API as the editor.
func (w *wordpress) call(t *testing.T, method, route string, body, into any) {
	t.Helper()
	text := check.Must(json.Marshal(body))(t)
	w.send(t, method, route, "application/json", text, into)
}

func (w *wordpress) send(t *testing.T, method, route, contentType string, body []byte, into any) {
	t.Helper()
	request := check.Must(http.NewRequestWithContext(t.Context(), method, w.direct+"/?rest_route=/"+route, bytes.NewReader(body)))(t)
	request.SetBasicAuth("editor", w.password)
	request.Header.Set("Content-Type", contentType)
	if contentType == "image/png" {
		request.Header.Set("Content-Disposition", "attachment; filename=dot.png")
	}
	response := check.Must(http.DefaultClient.Do(request))(t)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode/100 != 2 {
		t.Fatalf("%s %s: %d, %v: %.500s", method, route, response.StatusCode, err, text)
	}
	if into != nil {
		if err := json.Unmarshal(text, into); err != nil {
			t.Fatalf("%s %s: %v: %.500s", method, route, err, text)
		}
	}
}

type fields map[string]any

type created struct {
	ID int `json:"id"`
}

// add publishes an entry.
func (w *wordpress) add(t *testing.T, base string, f fields) (id int) {
	t.Helper()
	f["status"] = "publish"
	return w.create(t, base, f)
}

func (w *wordpress) create(t *testing.T, base string, f fields) (id int) {
	t.Helper()
	var c created
	w.call(t, "POST", "wp/v2/"+base, f, &c)
	return c.ID
}

func (w *wordpress) edit(t *testing.T, base string, id int, f fields) {
	t.Helper()
	w.call(t, "POST", fmt.Sprintf("wp/v2/%s/%d", base, id), f, nil)
}

func (w *wordpress) remove(t *testing.T, base string, id int) {
	t.Helper()
	w.call(t, "DELETE", fmt.Sprintf("wp/v2/%s/%d", base, id), nil, nil)
}

func (w *wordpress) option(t *testing.T, name, value string) {
	t.Helper()
	w.call(t, "POST", "test/v1/option", fields{"name": name, "value": value}, nil)
}

// publish publishes entries, 25 with a request.
func (w *wordpress) publish(t *testing.T, base string, count int, make func(n int) fields) (ids []int) {
	t.Helper()
	type request struct {
		Method string `json:"method"`
		Path   string `json:"path"`
		Body   fields `json:"body"`
	}
	var batch []request
	for n := range count {
		f := make(n)
		f["status"] = "publish"
		batch = append(batch, request{"POST", "/wp/v2/" + base, f})
	}
	for some := range slices.Chunk(batch, 25) {
		var answer struct {
			Responses []struct {
				Status int     `json:"status"`
				Body   created `json:"body"`
			} `json:"responses"`
		}
		w.call(t, "POST", "batch/v1", fields{"requests": some}, &answer)
		for _, r := range answer.Responses {
			if r.Status != http.StatusCreated {
				t.Fatalf("status %d", r.Status)
			}
			ids = append(ids, r.Body.ID)
		}
	}
	return ids
}

// upload adds a picture to the media.
func (w *wordpress) upload(t *testing.T) (id int) {
	t.Helper()
	var dot bytes.Buffer
	check.NoError(t, png.Encode(&dot, image.NewGray(image.Rect(0, 0, 40, 30))))
	var c created
	w.send(t, "POST", "wp/v2/media", "image/png", dot.Bytes(), &c)
	return c.ID
}

// shown is what visitors of the website see.
func (w *wordpress) shown(t *testing.T) map[string]seen {
	t.Helper()
	var list []struct {
		ID int `json:"id"`
		seen
	}
	w.call(t, "POST", "test/v1/shown", nil, &list)
	all := map[string]seen{}
	for _, s := range list {
		s.Type = map[string]string{"post": "news", "page": "page", "restaurant": "dining"}[s.Type]
		s.Excerpt, s.Content = oneLine(s.Excerpt), oneLine(s.Content)
		all[fmt.Sprintf("site:%d", s.ID)] = s.seen
	}
	return all
}

// seen is an entry, as visitors of the website or as partners see it.
type seen struct {
	Type       string   `json:"type"`
	Title      string   `json:"title"`
	URL        string   `json:"url"`
	Excerpt    string   `json:"excerpt"`
	Content    string   `json:"content"` // without markup
	Thumbnail  string   `json:"thumbnail"`
	Categories []string `json:"categories"`
	Tags       []string `json:"tags"`
	Terminal   string   `json:"terminal"`
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
