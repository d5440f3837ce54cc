//go:build browser

package e2e_test

import (
	"context"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// These tests drive a real Chromium, which must be installed: they fail without it. `make test-browser` runs them.

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
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.UserDataDir(t.TempDir()), chromedp.DisableGPU)
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
			// Answers of the API that are errors are what the guide shows; all else, such as a breach of the policy, is a fault.
			if m.Type != "debug" && m.Type != "info" && m.Source != "network" {
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

// await waits until a script says true.
func (b tab) await(script string) {
	b.t.Helper()
	b.do(func(ctx context.Context, target *chromedp.Target) (chromedp.Void, error) {
		_, err := chromedp.Poll[bool](script)(ctx, target)
		return chromedp.Void{}, err
	})
}

func (b tab) open(url, key string) {
	b.t.Helper()
	b.do(chromedp.Navigate(url), chromedp.WaitVisible(chromedp.CSS(".opblock")), chromedp.SendKeys(chromedp.CSS("#key"), key))
}

// serveSample serves the sample airport QLB.
func serveSample(t *testing.T) (s *server, key string) {
	t.Helper()
	i := install(t)
	i.do(t, "airport", "add", "QLB", "Quillan")
	i.do(t, "import", "QLB", "../sample/qlb.ndjson")
	i.do(t, "partner", "add", "Example")
	return i.serve(t), i.key(t, "Example", "--all-airports")
}

// A partner's engineer types the key, and searches in the reference.
func TestBrowserReference(t *testing.T) {
	t.Parallel()
	s, key := serveSample(t)
	b := newTab(t)
	b.open(s.url+"/docs", key)
	b.choose("QLB")
	const list = "#operations-Content-listContent "
	b.do(chromedp.Click(chromedp.CSS(list+".opblock-summary-control")),
		chromedp.SendKeys(chromedp.CSS(list+"tr[data-param-name=q] input"), "cofee\t"),
		chromedp.WaitVisible(chromedp.CSS(list+".execute")))
	// A click by mouse is lost where the page moves the button meanwhile.
	evaluate[chromedp.Void](b, `document.querySelector("`+list+`.execute").click()`)
	b.await(`document.querySelector("` + list + `.live-responses-table .highlight-code")?.textContent.includes("Costa Coffee")`)
}

// Every call of the guide works.
func TestBrowserGuide(t *testing.T) {
	t.Parallel()
	s, key := serveSample(t)
	b := newTab(t)
	b.open(s.url+"/docs?airport=QLB", key)
	b.choose("QLB")
	runs := evaluate[int](b, `document.querySelectorAll(".run").length`)
	if runs < 8 {
		t.Fatalf("only %d calls to run", runs)
	}
	for i := range runs {
		call := `[...document.querySelectorAll(".call")].filter(c => c.querySelector(".run"))[` + strconv.Itoa(i) + `]`
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
}
