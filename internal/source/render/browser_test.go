//go:build browser

package render

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/source/web"
)

// website counts what is asked for.
type website struct {
	*httptest.Server
	mu    sync.Mutex
	asked []string
}

func serve(t *testing.T, pages map[string]string) *website {
	w := &website{}
	w.Server = httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		w.mu.Lock()
		w.asked = append(w.asked, r.Method+" "+r.URL.Path)
		w.mu.Unlock()
		text, is := pages[r.URL.Path]
		if strings.HasPrefix(r.URL.Path, "/open") {
			out.Header().Set("Access-Control-Allow-Origin", "*")
		}
		if r.Method == http.MethodPost {
			posted, _ := io.ReadAll(r.Body)
			text += string(posted)
		}
		switch {
		case !is:
			http.NotFound(out, r)
			return
		case strings.HasSuffix(r.URL.Path, ".js"):
			out.Header().Set("Content-Type", "text/javascript")
		case strings.HasSuffix(r.URL.Path, ".json"):
			out.Header().Set("Content-Type", "application/json")
		case strings.HasSuffix(r.URL.Path, ".txt"):
			out.Header().Set("Content-Type", "text/plain")
		default:
			out.Header().Set("Content-Type", "text/html; charset=utf-8")
		}
		fmt.Fprint(out, text)
	}))
	t.Cleanup(w.Close)
	return w
}

// open opens a browser for a website.
func open(t *testing.T, w *website) (*Browser, *web.Client) {
	t.Helper()
	client := check.Must(web.New(content.Source{URL: w.URL, Settings: content.SourceSettings{AllowPrivate: true, Rate: 1000}}, ""))(t)
	t.Cleanup(client.Close)
	client.Tries = 1
	check.NoError(t, client.ReadRobots(t.Context()))
	b := check.Must(Open(t.Context(), client, ""))(t)
	t.Cleanup(b.Close)
	return b, client
}

func draw(t *testing.T, b *Browser, client *web.Client, path string) (string, error) {
	t.Helper()
	page := check.Must(client.Fetch(t.Context(), web.Request{URL: client.At(path)}))(t)
	answer, err := b.Read(t.Context(), page)
	if err != nil {
		return "", err
	}
	return string(answer.Body), nil
}

// A page is what its scripts draw, and each of its requests is one that the website may get.
func TestBrowserDraws(t *testing.T) {
	elsewhere := serve(t, map[string]string{"/robots.txt": "User-agent: *\nDisallow: /kept\n", "/lib.js": "window.lib = 'of the library'", "/open.json": `"that anybody may read"`,
		"/closed.json": `"that only its website may read"`, "/kept.js": "document.body.append('what robots.txt keeps')", "/posted.json": "x"})
	host := check.Must(url.Parse(elsewhere.URL))(t).Host
	w := serve(t, map[string]string{
		"/robots.txt":   "User-agent: *\nDisallow: /secret\n",
		"/":             "<html lang=de><title>Shell</title><div id=root>Please wait</div><script src=/app.js></script>",
		"/data.json":    `{"title": "Lounge", "text": "It is upstairs."}`,
		"/secret.json":  `{}`,
		"/worker.js":    `fetch("/by-worker")`,
		"/p.png":        "x",
		"/frame":        "x",
		"/style.css":    "x",
		"/by-worker":    "x",
		"/other":        "Another page",
		"/by-post.json": "{}",
		"/posted.json":  "Asked for ",
		"/app.js": `
			document.title = "Drawn"
			const quietly = (f) => { try { const p = f(); p && p.catch && p.catch(() => {}) } catch {} }
			for (const a of ["/p.png", "//` + host + `/p.png"]) { const i = new Image(); i.src = a; document.body.append(i) }
			const frame = document.createElement("iframe"); frame.src = "/frame"; document.body.append(frame)
			const far = document.createElement("iframe"); far.src = "//` + host + `/frame"; document.body.append(far)
			const show = (f) => quietly(() => f().then((r) => r.text()).then((text) => document.body.append(text)))
			for (const src of ["/lib.js", "/kept.js"]) { const s = document.createElement("script"); s.src = "//` + host + `" + src; s.onload = () => document.body.append(window.lib); document.head.append(s) }
			for (const a of ["/open.json", "/closed.json"]) show(() => fetch("//` + host + `" + a))
			for (const a of ["/posted.json", "//` + host + `/posted.json"]) show(() => fetch(a, {method: "POST", headers: {"Content-Type": "application/json"}, body: '{"query": "lounges"}'}))
			quietly(() => fetch("/secret.json"))
			quietly(() => fetch("/by-post.json", {method: "POST", body: "x"}))
			quietly(() => navigator.sendBeacon("/by-post.json", "x"))
			quietly(() => { new WebSocket("ws://` + host + `/socket") })
			quietly(() => { new WebSocket("ws://" + location.host + "/socket") })
			quietly(() => { new EventSource("/events") })
			quietly(() => { new Worker("/worker.js") })
			quietly(() => navigator.serviceWorker.register("/worker.js"))
			quietly(() => { const c = new RTCPeerConnection({iceServers: [{urls: "stun:` + host + `"}]}); c.createDataChannel("x"); return c.createOffer().then((o) => c.setLocalDescription(o)) })
			for (const rel of ["prefetch", "preconnect", "dns-prefetch", "prerender"]) { const l = document.createElement("link"); l.rel = rel; l.href = "//` + host + `/linked"; document.head.append(l) }
			quietly(() => { open("//` + host + `/window") })
			alert("Hello")
			fetch("/data.json").then((r) => r.json()).then((d) => {
				document.getElementById("root").innerHTML = "<h1>" + d.title + "</h1><p>" + d.text + "</p>"
				const part = document.createElement("my-part"); part.attachShadow({mode: "open"}).innerHTML = "<p>In the shade</p>"; document.body.append(part)
				setTimeout(() => { location.href = "/other" }, 100)
			})`,
	})
	b, client := open(t, w)
	html, err := draw(t, b, client, "/")
	check.NoError(t, err)
	for _, want := range []string{`<html lang="de">`, "<title>Drawn</title>", "<h1>Lounge</h1><p>It is upstairs.</p>", "In the shade", "of the library", "that anybody may read", `Asked for {"query": "lounges"}`} {
		if !strings.Contains(html, want) {
			t.Errorf("no %q in %s", want, html)
		}
	}
	for _, not := range []string{"Another page", "Please wait", "only its website", "robots.txt keeps"} {
		check.Same(t, false, strings.Contains(html, not), not, " in ", html)
	}
	slices.Sort(elsewhere.asked)
	check.Same(t, "GET /closed.json GET /lib.js GET /open.json GET /robots.txt", strings.Join(elsewhere.asked, " "))
	slices.Sort(w.asked)
	check.Same(t, "GET / GET /app.js GET /data.json GET /robots.txt POST /posted.json", strings.Join(w.asked, " "))
	_, err = draw(t, b, client, "/")
	check.NoError(t, err)
	w.mu.Lock()
	defer w.mu.Unlock()
	check.Same(t, 1, strings.Count(strings.Join(w.asked, " "), "/app.js"), "scripts that are asked for once")
}

// A page that does not end, or asks without end, is read as it is then, or is an error, and hinders
// no other page.
func TestBrowserIsBounded(t *testing.T) {
	w := serve(t, map[string]string{
		"/":        "<p>Good</p><script>document.body.append(1 + 1)</script>",
		"/asks":    "<p>Asks</p><script>setInterval(() => fetch('/x' + Math.random()).catch(() => {}), 1)</script>",
		"/loop":    "<p>Loops</p><script>for (;;) {}</script>",
		"/large":   "<p>Large</p><script>document.body.append('x'.repeat(9e6))</script>",
		"/reload":  "<p>Reloads</p><script>location.reload()</script>",
		"/tampers": "<p>Tampers</p><script>Element.prototype.getHTML = () => { throw 1 }</script>",
		"/crashes": "<p>Crashes</p><script>const all = []; for (;;) all.push(new Array(1e6).fill(all.length))</script>",
	})
	b, client := open(t, w)
	var all sync.WaitGroup
	for path, fails := range map[string]bool{"/asks": false, "/loop": true, "/large": true, "/reload": false, "/tampers": true, "/crashes": true, "/": false} {
		all.Go(func() {
			html, err := draw(t, b, client, path)
			if (err != nil) != fails || err == nil && !strings.Contains(html, "<p>") {
				t.Errorf("%s: %v, %.200s", path, err, html)
			}
		})
	}
	all.Wait()
	if n := len(w.asked); n > maxRequests+20 {
		t.Errorf("%d requests", n)
	}
	html, err := draw(t, b, client, "/")
	check.NoError(t, err)
	check.Same(t, true, strings.Contains(html, "<p>Good</p>"), html)
}

// The crawls of a process share one Chromium, without their cookies, and draw two pages at a time. The
// last one ends the Chromium. If the Chromium ends by itself, the next crawl starts another one.
func TestBrowserIsShared(t *testing.T) {
	w := serve(t, map[string]string{"/": "<p>Good</p><script>document.body.append('cookies: ' + document.cookie); document.cookie = 'a=b'</script>"})
	first, client := open(t, w)
	second, _ := open(t, w)
	check.Same(t, true, first.conn == second.conn, "one Chromium")
	for _, b := range []*Browser{first, second} {
		html, err := draw(t, b, client, "/")
		check.NoError(t, err)
		check.Same(t, true, strings.Contains(html, "cookies: <"), html)
	}
	for range pagesAtOnce {
		drawing <- struct{}{}
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := second.Read(over, &web.Answer{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a page beyond the ones that are drawn: %v", err)
	}
	for range pagesAtOnce {
		<-drawing
	}
	check.NoError(t, syscall.Kill(-second.conn.transport.(*process).cmd.Process.Pid, syscall.SIGKILL))
	<-second.conn.ended
	third, _ := open(t, w)
	check.Same(t, false, third.conn == second.conn, "another Chromium")
	_, err := draw(t, third, client, "/")
	check.NoError(t, err)
}

// A Chromium that somebody else has started draws too, and stays.
func TestBrowserElsewhere(t *testing.T) {
	w := serve(t, map[string]string{"/": "<p>Good</p><script>document.body.append(1 + 1)</script>"})
	profile := t.TempDir()
	check.NoError(t, os.Chmod(profile, 0o777))
	options := append(slices.Clone(flags), "--remote-debugging-port=0", "--user-data-dir="+profile+"/p")
	options = slices.DeleteFunc(options, func(flag string) bool { return flag == "--remote-debugging-pipe" })
	cmd := exec.Command(check.Must(exec.LookPath(programs[0]))(t), options...)
	cmd.Env, cmd.SysProcAttr = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + profile}, &syscall.SysProcAttr{Setpgid: true}
	if os.Geteuid() == 0 {
		cmd.SysProcAttr.Credential = check.Must(nobody())(t)
	}
	check.NoError(t, os.Chmod(filepath.Dir(profile), 0o755))
	said := check.Must(cmd.StderrPipe())(t)
	check.NoError(t, cmd.Start())
	t.Cleanup(func() {
		check.NoError(t, syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL))
		_ = cmd.Wait()
	})
	socket := ""
	for lines := bufio.NewScanner(said); socket == "" && lines.Scan(); {
		_, socket, _ = strings.Cut(lines.Text(), "DevTools listening on ")
	}
	at := check.Must(url.Parse(socket))(t)
	client := check.Must(web.New(content.Source{URL: w.URL, Settings: content.SourceSettings{AllowPrivate: true, Rate: 1000}}, ""))(t)
	t.Cleanup(client.Close)
	for _, address := range []string{socket, "http://" + at.Host, "http://localhost:" + at.Port() + "/"} {
		b := check.Must(Open(t.Context(), client, address))(t)
		html, err := draw(t, b, client, "/")
		b.Close()
		check.NoError(t, err)
		check.Same(t, true, strings.Contains(html, "<p>Good</p>"), address, html)
	}
	_, err := Open(t.Context(), client, w.URL)
	if err == nil || !strings.Contains(err.Error(), "CHROME_URL leads to no Chromium: it answers 404") {
		t.Error(err)
	}
}
