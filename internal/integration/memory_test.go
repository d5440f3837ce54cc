package integration_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
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
	writeHuge(in, count, size)
	if err := importing.Wait(); err != nil || !strings.HasSuffix(out.String(), "added 100, updated 0, unchanged 0, deleted 0, skipped 0\n") {
		t.Fatalf("import: %v, %s", err, &out)
	}
	if peak := importing.ProcessState.SysUsage().(*syscall.Rusage).Maxrss * 1024; peak > limit {
		t.Errorf("import: %d MB of memory at most, for a file of %d MB", peak>>20, count*size>>20)
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
	t.Logf("import: %d MB at most; serve: %d MB at most", importing.ProcessState.SysUsage().(*syscall.Rusage).Maxrss>>10, peak>>20)
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

// count reads a whole answer, and counts its bytes and its results.
func (s *server) count(t *testing.T, key, path string) (bytes int64, results int, err error) {
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+partnerPath+path, nil)
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
	counted := &countingReader{r: response.Body}
	decoder := json.NewDecoder(counted)
	for depth := 0; ; {
		token, err := decoder.Token()
		if err == io.EOF {
			return counted.n, results, nil
		}
		if err != nil {
			return counted.n, results, err
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			depth++
			if token == json.Delim('{') && depth == 3 {
				results++
			}
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
	}
}

type countingReader struct {
	r io.Reader
	n int64
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}
