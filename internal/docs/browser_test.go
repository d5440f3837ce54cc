//go:build browser

package docs_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"airport-content/internal/testenv"
)

// These tests drive a real Chromium, which must be installed: they fail without it. `make test-browser` runs them. With
// DOCS_SCREENSHOTS they leave pictures in that directory.

// tab is a page in a browser of its own.
type tab struct {
	t   *testing.T
	ctx context.Context

	mu      sync.Mutex
	console []string // what a page should not write there
}

func newTab(t *testing.T, width int64, scheme string) *tab {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(chromium(t)), chromedp.UserDataDir(t.TempDir()),
		chromedp.DisableGPU, chromedp.Flag("disable-component-update", true))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox) // which cannot run as root
	}
	ctx, free := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, _ = chromedp.NewContext(ctx)
	b := &tab{t: t, ctx: ctx}
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("start Chromium: %v", err)
	}
	var listening sync.WaitGroup
	messages := chromedp.Console(ctx)
	listening.Go(func() {
		for m, err := range messages {
			if err != nil {
				return
			}
			b.hear(m)
		}
	})
	t.Cleanup(func() {
		if err := chromedp.Cancel(ctx); err != nil {
			t.Errorf("close Chromium: %v", err)
		}
		free()
		listening.Wait()
	})
	_, err := chromedp.Call(ctx, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: width, Height: 900, DeviceScaleFactor: 1, Mobile: width < 600})
	b.must(err)
	_, err = chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme},
			{Name: "prefers-reduced-motion", Value: "reduce"}}}) // no click misses what still scrolls
	b.must(err)
	return b
}

// chromium finds the browser; Debian calls it chromium, others google-chrome.
func chromium(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "headless-shell"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Fatal("no Chromium on this machine: apt-get install chromium")
	return ""
}

// hear keeps warnings and errors, such as violations of the policy, but for answers that are errors of the API.
func (b *tab) hear(m chromedp.ConsoleMessage) {
	if m.Type == "debug" || m.Type == "info" || m.Source == "network" {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.console = append(b.console, m.String())
}

func (b *tab) must(err error) {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
}

// do gives each of the actions half a minute.
func (b *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	for i, action := range actions {
		ctx, cancel := context.WithTimeout(b.ctx, 30*time.Second)
		err := chromedp.Do(ctx, action)
		cancel()
		if err != nil {
			b.t.Fatalf("action %d of %d: %v", i+1, len(actions), err)
		}
	}
}

func evaluate[T any](b *tab, script string) T {
	b.t.Helper()
	value, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](script))
	b.must(err)
	return value
}

// await waits until a script says true.
func (b *tab) await(script string) {
	b.t.Helper()
	b.do(func(ctx context.Context, target *chromedp.Target) (chromedp.Void, error) {
		_, err := chromedp.Poll[bool](script)(ctx, target)
		return chromedp.Void{}, err
	})
}

// click waits until the element has come to rest, and clicks on it as a mouse does.
func (b *tab) click(selector string) {
	b.t.Helper()
	const atRest = `new Promise(done => {
		let last;
		const look = () => {
			const now = JSON.stringify(document.querySelector(%q)?.getBoundingClientRect());
			if (now && now === last) return done(true);
			last = now;
			setTimeout(look, 100);
		};
		look();
	})`
	b.do(chromedp.WaitVisible(chromedp.CSS(selector)), chromedp.ScrollIntoView(chromedp.CSS(selector)),
		chromedp.Evaluate[chromedp.Void](fmt.Sprintf(atRest, selector), chromedp.EvalAwaitPromise),
		chromedp.Click(chromedp.CSS(selector)))
}

func (b *tab) open(url string) {
	b.t.Helper()
	b.do(chromedp.Navigate(url), chromedp.WaitVisible(chromedp.CSS(".opblock")))
}

// quiet checks that the page had nothing to complain of.
func (b *tab) quiet() {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, message := range b.console {
		b.t.Errorf("console: %s", message)
	}
}

// A partner's engineer opens the page, types the key and an airport, and searches in the reference.
func TestBrowserSearch(t *testing.T) {
	t.Parallel()
	installed := newInstallation(t, testenv.Database(t))
	p := installed.fill(t)
	b := newTab(t, 1280, "light")
	b.open(installed.serve(t) + "/docs")

	const list = "#operations-Content-listContent "
	b.do(chromedp.SendKeys(chromedp.CSS("#key"), p.key),
		chromedp.Clear(chromedp.CSS("#airport")),
		chromedp.SendKeys(chromedp.CSS("#airport"), strings.ToLower(airport)+"\t"))
	b.click(list + ".opblock-summary-control")
	b.do(chromedp.SendKeys(chromedp.CSS(list+"tr[data-param-name=q] input"), "cofee"))
	b.click(list + ".execute")
	const answer = list + ".live-responses-table .response"
	b.await(`document.querySelector("` + answer + ` .response-col_status")?.textContent.includes("200")`)
	b.await(`document.querySelector("` + answer + ` .highlight-code")?.textContent.includes("Costa Coffee")`)
	b.quiet()
}

// Every call of the guide works: in the page, and in a shell.
func TestBrowserGuide(t *testing.T) {
	t.Parallel()
	installed := newInstallation(t, testenv.Database(t))
	p := installed.fill(t)
	b := newTab(t, 1280, "light")
	b.open(installed.serve(t) + "/docs?airport=" + airport)
	b.do(chromedp.SendKeys(chromedp.CSS("#key"), p.key))
	runs := evaluate[int](b, `document.querySelectorAll(".run").length`)
	if runs < 8 {
		t.Fatalf("only %d calls to run", runs)
	}
	for i := range runs {
		call := `[...document.querySelectorAll(".call")].filter(c => c.querySelector(".run"))[` + strconv.Itoa(i) + `]`
		evaluate[chromedp.Void](b, call+`.querySelector(".run").click()`)
		b.await(call + `.querySelector(".status.good, .status.bad") !== null`)
		curl := evaluate[string](b, call+`.querySelector("code").textContent`)
		want := "200"
		if strings.Contains(curl, "size=500") {
			want = "400"
		}
		if got := evaluate[string](b, call+`.querySelector(".status").textContent`); !strings.HasPrefix(got, want) {
			t.Errorf("%s\nthe page says %q, want %s", curl, got, want)
		}
		shell := exec.CommandContext(t.Context(), "sh", "-c", curl+` -w '\n%{http_code}'`)
		shell.Env = append(os.Environ(), "AIRPORT_API_KEY="+p.key)
		out, err := shell.CombinedOutput()
		if err != nil || !strings.HasSuffix(string(out), "\n"+want) {
			t.Errorf("%s\nin a shell: %v, %s", curl, err, out)
		}
	}
	b.quiet()
}

// The page fits narrow and wide screens, and follows the colours that the reader prefers.
func TestBrowserScreens(t *testing.T) {
	t.Parallel()
	installed := newInstallation(t, testenv.Database(t))
	p := installed.fill(t)
	url := installed.serve(t) + "/docs?airport=" + airport
	grounds := map[string]string{}
	for _, screen := range []struct {
		name, scheme string
		width        int64
	}{{"desktop-light", "light", 1280}, {"desktop-dark", "dark", 1280}, {"phone-light", "light", 390}, {"phone-dark", "dark", 390}, {"narrow", "light", 320}} {
		b := newTab(t, screen.width, screen.scheme)
		b.open(url)
		b.do(chromedp.SendKeys(chromedp.CSS("#key"), p.key))
		b.click("#search .run")
		b.do(chromedp.WaitVisible(chromedp.CSS("#search .status.good")))
		b.click("#operations-Content-listContent .opblock-summary-control")
		b.click("#operations-Content-listContent .execute")
		b.do(chromedp.WaitVisible(chromedp.CSS("#operations-Content-listContent .live-responses-table")))
		if wide := evaluate[int64](b, `document.documentElement.scrollWidth`); wide > screen.width {
			t.Errorf("%s: the page is %d pixels wide, and the screen %d", screen.name, wide, screen.width)
		}
		grounds[screen.scheme] = evaluate[string](b, `getComputedStyle(document.body).backgroundColor`)
		b.quiet()
		b.picture(screen.name+"-top", "body")
		b.picture(screen.name+"-guide", "#search")
		b.picture(screen.name+"-reference", ".live-responses-table")
	}
	if grounds["light"] == grounds["dark"] {
		t.Errorf("light and dark look the same: %v", grounds)
	}
}

// picture shows the screen as it is when it begins with an element.
func (b *tab) picture(name, selector string) {
	b.t.Helper()
	dir := os.Getenv("DOCS_SCREENSHOTS")
	if dir == "" {
		return
	}
	evaluate[chromedp.Void](b, fmt.Sprintf(`document.querySelector(%q).scrollIntoView()`, selector))
	png, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	b.must(err)
	b.must(os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644))
}
