//go:build browser

package e2e_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/device"

	"airport-content/internal/check"
)

// These tests drive a real Chromium, which must be installed: they fail without it. `make
// test-browser` runs them.

// tab is a page in a browser of its own.
type tab struct {
	t   *testing.T
	ctx context.Context
}

func newTab(t *testing.T) tab {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		path, err = exec.LookPath("google-chrome")
	}
	if err != nil {
		t.Fatal("no Chromium on this machine: apt-get install chromium")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.UserDataDir(t.TempDir()), chromedp.DisableGPU,
		chromedp.WindowSize(1400, 1000))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox) // which cannot run as root
	}
	ctx, free := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, _ = chromedp.NewContext(ctx)
	b := tab{t, ctx}
	messages := chromedp.Console(ctx)
	heard := make(chan struct{})
	go func() {
		defer close(heard)
		for m, err := range messages {
			if err != nil {
				return
			}
			// Errors of the API are what the guide shows, and refused pages what a test looks for. All
			// else, such as a breach of the policy, is a fault.
			if m.Type != "debug" && m.Type != "info" && m.Source != "network" && !strings.Contains(fmt.Sprint(m), "blocked by CORS policy") {
				t.Errorf("console: %s", m)
			}
		}
	}()
	t.Cleanup(func() {
		if err := chromedp.Cancel(ctx); err != nil {
			t.Errorf("close Chromium: %v", err)
		}
		free()
		<-heard
	})
	return b
}

func (b tab) do(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	for i, action := range actions {
		ctx, cancel := context.WithTimeout(b.ctx, 2*time.Minute)
		err := chromedp.Do(ctx, action)
		cancel()
		if err != nil {
			b.t.Fatalf("action %d of %d: %v", i+1, len(actions), err)
		}
	}
}

func evaluate[T any](b tab, script string) T {
	b.t.Helper()
	value, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](script))
	if err != nil {
		b.t.Fatal(err)
	}
	return value
}

// click focuses and presses a button. A click by mouse is lost where the page moves the button
// meanwhile.
func (b tab) click(selector string) {
	b.t.Helper()
	evaluate[chromedp.Void](b, `document.querySelector("`+selector+`").focus(); document.querySelector("`+selector+`").click()`)
}

// await waits until a script says true.
func (b tab) await(script string) {
	b.t.Helper()
	b.do(func(ctx context.Context, target *chromedp.Target) (chromedp.Void, error) {
		_, err := chromedp.Poll[bool](script)(ctx, target)
		return chromedp.Void{}, err
	})
}

// axeCore is the script of axe-core, which npm fetches.
func axeCore(t *testing.T) string {
	t.Helper()
	mustRun(t, "npm", "--version")
	dir := t.TempDir()
	runIn(t, dir, "npm", "install", "--no-audit", "--no-fund", "axe-core@4.14.1")
	script := check.Must(os.ReadFile(filepath.Join(dir, "node_modules/axe-core/axe.min.js")))(t)
	return string(script)
}

// hasNoFindings has axe look at the page, in light and in dark.
func (b tab) hasNoFindings(axe string) {
	b.t.Helper()
	evaluate[bool](b, axe+"; true")
	for _, scheme := range []string{"light", "dark"} {
		b.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
			features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}
			_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features})
			return err
		}))
		evaluate[bool](b, `window.found = undefined; axe.run().then(({ violations }) => {
			window.found = violations.map(({ id, nodes }) => id + ": " + nodes[0].html) }); true`)
		b.await(`window.found !== undefined`)
		if found := evaluate[[]string](b, `window.found`); len(found) > 0 {
			b.t.Errorf("axe finds, in %s, %q", scheme, found)
		}
	}
}

func (b tab) open(url, key string) {
	b.t.Helper()
	b.do(chromedp.Navigate(url), chromedp.WaitVisible(chromedp.CSS(".run")), chromedp.SendKeys(chromedp.CSS("#key"), key))
}

// A partner's engineer follows a link to an operation, fills in a parameter and runs the call.
func TestBrowserReference(t *testing.T) {
	t.Parallel()
	s, key := serveSample(t)
	b := newTab(t)
	b.open(s.url+"/docs#listContent", key)
	b.choose("QLB")
	const list = "#listContent "
	b.await(`document.querySelector("#listContent").open`)
	b.do(chromedp.SendKeys(chromedp.CSS(list+"input[data-parameter=q]"), "cofee"), chromedp.SendKeys(chromedp.CSS(list+"input[data-parameter=facets]"), "contentType,language"))
	if got := b.text(list + ".call code"); !strings.Contains(got, "/QLB/content?q=cofee&facets=contentType,language\"") {
		t.Errorf("the command is %s", got)
	}
	b.click(list + ".run")
	b.await(`document.querySelector("` + list + `.answer pre").textContent.includes("Costa Coffee")`)
	// The answer belongs to the command.
	b.do(chromedp.SendKeys(chromedp.CSS(list+"input[data-parameter=size]"), "1"))
	b.await(`document.querySelector("` + list + `.answer").hidden`)
	// Three links away: what an item's metadata can hold.
	for _, link := range []string{list + "a[href='#ContentPage']", "#ContentPage a[href='#ContentItem']", "#ContentItem a[href='#Metadata']"} {
		b.click(link)
	}
	b.await(`document.querySelector("#Metadata").open && document.querySelector("nav [aria-current]").hash === "#reference"`)
	if high := evaluate[int](b, `document.querySelector("#listContent").offsetHeight`); high > 3500 {
		t.Errorf("an open operation is %d pixels high", high)
	}
}

// Every call of the guide and of the reference works, in every language without the key.
func TestBrowserGuide(t *testing.T) {
	t.Parallel()
	s, key := serveSample(t)
	b := newTab(t)
	b.open(s.url+"/docs?airport=QLB", key)
	b.choose("QLB")
	evaluate[chromedp.Void](b, `document.querySelectorAll("details").forEach((details) => { details.open = true })`)
	for _, operation := range []string{"suggestContent", "searchAirports"} { // which need a query
		b.do(chromedp.SendKeys(chromedp.CSS("#"+operation+" input[data-parameter=q]"), "cof"))
	}
	runs := evaluate[int](b, `document.querySelectorAll(".run").length`)
	if runs < 20 {
		t.Fatalf("only %d calls to run", runs)
	}
	for i := range runs {
		call := `document.querySelectorAll(".run")[` + strconv.Itoa(i) + `].closest(".call")`
		evaluate[chromedp.Void](b, call+`.querySelector(".run").click()`)
		b.await(call + `.querySelector(".status.good, .status.bad") !== null`)
		curl, want := evaluate[string](b, call+`.querySelector("code").textContent`), "200"
		if strings.Contains(curl, "size=500") {
			want = "400"
		}
		if got := evaluate[string](b, call+`.querySelector(".status").textContent`); !strings.HasPrefix(got, want) {
			t.Errorf("%s\nthe page says %q, want %s", curl, got, want)
		}
	}
	for i, want := range []string{`-H "x-partner-api-key: $KEY"`, `process.env.KEY`, `os.environ["KEY"]`} {
		evaluate[chromedp.Void](b, `document.querySelectorAll(".languages button")[`+strconv.Itoa(i)+`].click()`)
		if got := evaluate[int](b, `[...document.querySelectorAll(".call code")].filter((code) => code.textContent.includes('`+want+`')).length`); got < runs-2 {
			t.Errorf("%d of %d calls have %s", got, runs, want)
		}
	}
	if strings.Contains(evaluate[string](b, `document.documentElement.outerHTML`), key) {
		t.Error("the page shows the key")
	}
}

// The page for operators is readable for all, on a telephone too.
func TestBrowserOverview(t *testing.T) {
	t.Parallel()
	axe := axeCore(t)
	s, key := serveSample(t)
	b := newTab(t)
	s.ask(t, http.MethodGet, key, base+"QLB/content?size=0")
	i := installation(s.Env)
	i.do(t, "source", "add", "QLB", "www", "feed", "http://127.0.0.1:9/"+strings.Repeat("x", 60), "--type", "news", "--allow-private", "--no-check")
	i.run(t, "", "pull", "QLB") // fails, and the page shows the long address
	b.do(chromedp.Emulate(device.IPhoneSE), chromedp.Navigate(s.ops+"/"))
	if got := b.text("main"); !strings.Contains(got, "healthy") || !strings.Contains(got, "QLB Quillan") || !strings.Contains(got, "invalid_parameter") {
		t.Errorf("the page says %s", got)
	}
	// innerWidth grows with what is too wide.
	if wide := evaluate[int](b, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); wide > 0 {
		t.Errorf("the page is %d pixels too wide", wide)
	}
	b.hasNoFindings(axe)
}
