package integration_test

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

const megabyte = 1_000_000

// A hundred items of 2 MB, imported and answered by processes that never hold more than a few of them.
func TestHugeItemsAreStreamed(t *testing.T) {
	t.Parallel()
	const (
		count = 100
		size  = 2*megabyte - 100
		limit = 130 << 20 // bytes of memory
	)
	i, key := imported(t)
	importing := i.command(t, "import", "SFO", "-")
	in, err := importing.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	importing.Stdout, importing.Stderr = &out, &out
	if err := importing.Start(); err != nil {
		t.Fatal(err)
	}
	importPeak := make(chan int64, 1)
	go func() { importPeak <- peakMemory(importing.Process.Pid) }()
	writeHuge(in, count, size)
	if err := importing.Wait(); err != nil || !strings.HasSuffix(out.String(), "added 100, updated 0, unchanged 0, deleted 0, skipped 0\n") {
		t.Fatalf("import: %v, %s", err, &out)
	}
	if most := <-importPeak; most > limit {
		t.Errorf("import: %d MB of memory at most, for a file of %d MB", most>>20, count*size>>20)
	}

	p := i.start(t)
	var readers sync.WaitGroup
	var reading atomic.Int64
	for _, path := range []string{"SFO/content?size=100", "SFO/changes?size=100"} {
		reading.Add(1)
		readers.Go(func() {
			defer reading.Add(-1)
			n, items, err := p.count(t, key, path)
			if err != nil || n < count*size || items != count {
				t.Errorf("%s: %d items, %d bytes, error %v", path, items, n, err)
			}
		})
	}
	var peak int64
	for reading.Load() > 0 {
		peak = max(peak, p.memory())
		time.Sleep(10 * time.Millisecond)
	}
	readers.Wait()
	if peak > limit {
		t.Errorf("serve: %d MB of memory at most, for two answers of %d MB", peak>>20, count*size>>20)
	}
	// Partners who ask for much and read nothing keep no other waiting.
	i.must(t, "partner", "add", "Beta")
	other := i.key(t, "Beta", "--airport", "SFO")
	for range 20 {
		fmt.Fprintf(p.dial(t), "GET %sSFO/content?size=100 HTTP/1.1\r\nHost: x\r\nx-partner-api-key: %s\r\n\r\n", partnerPath, key)
	}
	time.Sleep(500 * time.Millisecond)
	for _, path := range []string{"SFO/content?size=1", "SFO/changes?size=1", "SFO/content?includeBody=false", "SFO/content/1"} {
		if a := p.get(t, other, path); a.status != 200 {
			t.Errorf("another partner: %s: %d %s", path, a.status, a.body)
		}
	}
	if r := p.health(t); r.Status != "healthy" {
		t.Errorf("meanwhile: %+v", r)
	}
	t.Logf("serve: %d MB at most", peak>>20)
}

// writeHuge writes items whose content has so many bytes, and closes.
func writeHuge(w io.WriteCloser, count, size int) {
	defer w.Close()
	const sentence = "<p>The lounge opens at five, and closes when the last flight has gone.</p> "
	content := strings.Repeat(sentence, size/len(sentence)+1)[:size]
	buffered := bufio.NewWriterSize(w, 1<<16)
	defer buffered.Flush()
	for n := range count {
		fmt.Fprintf(buffered, `{"id":"%d","contentType":"page","title":"Huge","url":null,"excerpt":null,"thumbnail":null,"metadata":null,"content":"%s"}`+"\n", n, content)
	}
}

// peakMemory is the most resident memory that a process had, when it has ended. Not its rusage: that begins with what the
// process that forked it had.
func peakMemory(pid int) (most int64) {
	for {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
		var pages, resident int64
		if _, scanned := fmt.Sscan(string(text), &pages, &resident); err != nil || scanned != nil || pages == 0 {
			return most
		}
		most = max(most, resident*int64(os.Getpagesize()))
		time.Sleep(10 * time.Millisecond)
	}
}

// count reads a whole answer, and counts its bytes and its results.
func (s *server) count(t *testing.T, key, path string) (bytes int64, results int, err error) {
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+partnerPath+path, nil)
	if err != nil {
		return 0, 0, err
	}
	request.Header.Set("X-Partner-Api-Key", key)
	response, err := s.client.Do(request)
	if err != nil {
		return 0, 0, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return 0, 0, fmt.Errorf("status %s", response.Status)
	}
	// Not decoded: under the race detector that would take minutes.
	body := bufio.NewReaderSize(response.Body, 4<<20)
	for {
		piece, err := body.ReadBytes('}') // the end of each object; none is in a content
		bytes += int64(len(piece))
		results += strings.Count(string(piece[:min(len(piece), 200)]), `"contentType":`)
		if err == io.EOF {
			return bytes, results, nil
		}
		if err != nil {
			return bytes, results, err
		}
	}
}
