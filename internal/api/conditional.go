package api

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"airport-content/internal/content"
)

// noSynonyms stands for the revision of the synonyms in the ETag of an answer without a search.
const noSynonyms int64 = 0

// etag is a hash of everything that an answer depends on, except the clock. State.ID, epoch and
// revision stand for the items. request is the canonical form of the request; for /airports,
// request holds the states too. synonyms is the revision of the synonyms, or noSynonyms. The tag is
// weak, because meta.timestamp, responseTimeMs and the compression may differ.
func (c *call) etag(st *content.State, request string, synonyms int64) string {
	b := make([]byte, 0, 512)
	for _, part := range []string{c.Version, st.Code, st.ID, st.Name, value(st.Website), c.grant.Partner, request} {
		b = appendText(b, part)
	}
	b = strconv.AppendInt(b, synonyms, 10)
	b = append(b, c.grant.rights[:]...)
	sum := sha256.Sum256(b)

	tag := append(make([]byte, 0, 32), `W/"`...)
	tag = base64.RawURLEncoding.AppendEncode(tag, sum[:16])
	return string(append(tag, '"'))
}

// tagEnds are the accepted ends of a tag. A proxy that compresses, such as Apache, appends the
// coding to the ETag, and leaves the coding in If-None-Match.
var tagEnds = []string{`"`, `-gzip"`, `;gzip"`, `--gzip"`, `-br"`, `-zstd"`}

// matchesTag reports whether If-None-Match lists tag, compared weakly. The header can be split at
// commas, because our tags have none.
func matchesTag(header []string, tag string) bool {
	begin := strings.TrimSuffix(strings.TrimPrefix(tag, "W/"), `"`)
	for found := range strings.SplitSeq(strings.Join(header, ","), ",") {
		end, ok := strings.CutPrefix(strings.TrimPrefix(strings.TrimSpace(found), "W/"), begin)
		if ok && slices.Contains(tagEnds, end) {
			return true
		}
	}
	return false
}

// anyMatches reports whether If-None-Match is "*", which matches anything that exists.
func (c *call) anyMatches() bool {
	asked := c.r.Header["If-None-Match"]
	return len(asked) == 1 && strings.TrimSpace(asked[0]) == "*"
}

// notModified answers 304 if the caller's copy is current, and reports whether it has answered.
func (c *call) notModified(tag, cacheControl string) bool {
	if !c.anyMatches() && !matchesTag(c.r.Header["If-None-Match"], tag) {
		return false
	}
	h := c.w.Header()
	h["ETag"] = []string{tag}
	h["Cache-Control"] = []string{cacheControl}
	c.w.WriteHeader(http.StatusNotModified)
	return true
}
