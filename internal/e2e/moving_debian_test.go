//go:build debian

package e2e_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"airport-content/internal/check"
)

// export is what elasticdump writes, and after it an answer of the scroll API.
const export = `{"_index":"content","_id":"d-1","_score":1,"_source":{"airport":"SFO","contentType":"dining","title":"Harbor Noodles","content":"<p>Noodle soup.</p>","lastModified":1772357400007,"metadata":{"map_poi_id":41}}}
{"_index":"content","_id":"x","_score":1,"_source":{"airport":"JFK","contentType":"page","title":"Elsewhere","content":"","lastModified":"2026-03-01T09:30:00Z"}}
{"_scroll_id":"c2Nyb2xs","hits":{"total":{"value":2},"hits":[
  {"_id":"2","_source":{"id":2,"contentType":"faq","title":"Where is coffee?","excerpt":null,"content":"<p>Gate 7.</p>","lastModified":"2026-02-01T00:00:00.000Z"}},
  {"_id":"p-3","_source":{"contentType":"page","title":"Parking rates","url":"/parking","language":"de","lastModified":"2026-02-01T00:00:00.5Z"}}]}}
`

// A service moves in as docs/moving.md says. An installation of ours stands for the old
// service.
func TestMoving(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	check.NoError(t, os.WriteFile(filepath.Join(dir, "export.ndjson"), []byte(export), 0o600))
	check.NoError(t, os.Mkdir(filepath.Join(dir, "keys"), 0o700))
	check.NoError(t, os.WriteFile(filepath.Join(dir, "partners.tsv"), []byte("7\tOld Friends\t1000\n"), 0o600))
	const key, other = "a-key-of-the-old-service", "another-key-of-the-old-one"
	check.NoError(t, os.WriteFile(filepath.Join(dir, "keys", "7"), []byte(key+"\n"+other+"\n"), 0o600))
	var servers [2]*server
	var installations [2]installation
	for n := range servers {
		i := install(t)
		i.do(t, "airport", "add", "SFO", "San Francisco International Airport")
		follow(t, dir, i, "../moving.md", "Content")
		follow(t, dir, i, "../moving.md", "Partners and keys")
		installations[n], servers[n] = i, i.serve(t)
	}
	before, after := servers[0], servers[1]
	got := parsed[page](t, after.get(t, key, "SFO/content"))
	if got.Meta.PartnerID != "7" || got.Pagination.Total != 3 || got.Results[0].ID != "d-1" || got.Results[0].LastModified != "2026-03-01T09:30:00.007Z" {
		t.Errorf("%+v", got)
	}
	comparison := func() (string, error) {
		cmd := exec.CommandContext(t.Context(), "docs/deploy/moving/compare", before.url, after.url, "SFO", "queries")
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "PARTNER_API_KEY="+key)
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	follow(t, dir, installation{"PARTNER_API_KEY=" + key, "OLD=" + before.url, "NEW=" + after.url}, "../moving.md", "Compare")
	installations[1].load(t, "SFO", []item{newItem("p-3"), newItem("p-4"), newItem("p-6")})
	installations[1].do(t, "airport", "rename", "SFO", "Another Name")
	installations[0].load(t, "SFO", []item{newItem("p-5")})
	out, err := comparison()
	for _, says := range []string{"missing: p-5", "only in the new service: p-4", "p-3: title differs", "contentType=page: total 2, now 3", "coffee: total 1, now 1; 1 of the first ten are the same"} {
		if err == nil || !strings.Contains(out, says) {
			t.Errorf("the comparison lacks %q: %v\n%s", says, err, out)
		}
	}

	moved := write(t, directory(t), "moved-keys", `"`+key+`" new;`+"\n")
	front := &server{client: from("127.0.0.1"), url: startNginxWith(t, "moving.conf", "127.0.0.1:9080;", strings.TrimPrefix(before.url, "http://")+";",
		"127.0.0.1:8080;", strings.TrimPrefix(after.url, "http://")+";", "/etc/nginx/moved-keys", moved)}
	for key, airport := range map[string]string{key: "Another Name", other: "San Francisco International Airport"} {
		got := parsed[page](t, front.get(t, key, "SFO/content"))
		check.Same(t, airport, got.Meta.AirportName, key)
	}
}
