package sitemap

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"

	nethtml "golang.org/x/net/html"

	"airport-content/internal/source/crawl"
	"airport-content/internal/source/lenient"
)

const (
	maxUnpacked   = 50 << 20 // bytes of a file, as the sitemap protocol says
	maxEntries    = 50_000   // of a file, as the protocol says too
	maxToken      = 1 << 20  // bytes of a tag, a comment or a text
	maxAlternates = 200      // of an entry
	mostLinks     = 500_000  // alternates of a file, which has no room for more with whole addresses
	sniffed       = 1 << 10  // bytes of a file that tell what it is
)

// errNoSitemap is the error of another kind of file, such as the website's home page.
var errNoSitemap = errors.New("no sitemap: it has neither urlset nor sitemapindex")

// errBroken is the error of a file that ends before its root element does.
var errBroken = errors.New("it breaks off before its end")

// sitemapEntry is an entry of a sitemap file: a page, or in an index a part, which is another file.
type sitemapEntry struct {
	loc        string // trimmed and not empty; it may be cut off after maxKey bytes
	part       bool
	alternates []alternate // of the page in languages, itself among them
}

// alternate is a page in a language, as hreflang tells it.
type alternate struct{ language, address string }

// sitemapFile gathers the entries of a file.
type sitemapFile struct{ entries []sitemapEntry }

// parseSitemap reads a sitemap file or an index, plain or in gzip: XML, or text with an address on
// each line. It is as lenient as browsers are with HTML: a bad byte or a control character costs
// one character. contentType is the header of the answer. With an error, it returns the entries
// before the fault.
func parseSitemap(file []byte, contentType string) ([]sitemapEntry, error) {
	var unpacked io.Reader = bytes.NewReader(file)
	if bytes.HasPrefix(file, []byte{0x1f, 0x8b}) {
		packed, err := gzip.NewReader(unpacked)
		if err != nil {
			return nil, err
		}
		unpacked = io.LimitReader(packed, maxUnpacked) // a file that is cut off here has no end
	}
	text := bufio.NewReader(lenient.XML(unpacked, contentType))
	head, _ := text.Peek(sniffed)
	var f sitemapFile
	read := f.readXML
	if strings.HasPrefix(strings.ToLower(lenient.Clean(string(head))), "http") {
		read = f.readLines
	}
	err := read(text)
	return f.entries, err
}

// add adds an entry that has an address. It returns an error if the file has too many.
func (f *sitemapFile) add(e sitemapEntry) error {
	if e.loc = lenient.Clean(e.loc); e.loc == "" {
		return nil
	}
	if len(f.entries) == maxEntries {
		return fmt.Errorf("it lists more than %d addresses", maxEntries)
	}
	f.entries = append(f.entries, e)
	return nil
}

// readLines reads the addresses of a text file.
func (f *sitemapFile) readLines(in io.Reader) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxToken)
	for lines.Scan() {
		address, _, _ := strings.Cut(lines.Text(), "\t") // other columns are not ours
		if err := f.add(sitemapEntry{loc: address}); err != nil {
			return err
		}
	}
	return lines.Err()
}

// readXML reads the elements url and sitemap. It skips what stands before the root, such as a PHP
// warning. It uses a parser of HTML, which accepts any version of XML, and XML that is not
// well-formed.
func (f *sitemapFile) readXML(in io.Reader) error {
	z := nethtml.NewTokenizer(in)
	z.SetMaxBuf(maxToken)
	z.AllowCDATA(true)
	x := sitemapXML{sitemapFile: f, languages: map[string]string{}}
	for {
		kind := z.Next()
		tag, _ := z.TagName()
		at := bytes.LastIndexByte(tag, ':') + 1
		prefix, name := string(tag[:at]), string(tag[at:])
		isRoot := name == "urlset" || name == "sitemapindex"
		isTag := kind == nethtml.StartTagToken || kind == nethtml.EndTagToken || kind == nethtml.SelfClosingTagToken
		x.inLoc = x.inLoc && !isTag // also one that is not closed
		var err error
		switch {
		case kind == nethtml.ErrorToken:
			return x.fault(z.Err())
		case kind == nethtml.TextToken:
			x.text(z)
		case !x.begun && isRoot && kind == nethtml.StartTagToken:
			x.begun, x.prefix = true, prefix
		case isRoot && (x.begun && kind == nethtml.EndTagToken || kind == nethtml.SelfClosingTagToken):
			return x.addEntry("") // the one before was not closed
		case !x.begun:
		case name == "link" && kind != nethtml.EndTagToken:
			x.link(z)
		case prefix != x.prefix || kind == nethtml.SelfClosingTagToken: // such as a picture's address
		case name == "loc":
			x.inLoc = kind == nethtml.StartTagToken
		case name == "url", name == "sitemap":
			if kind == nethtml.EndTagToken {
				name = ""
			}
			err = x.addEntry(name)
		}
		if err != nil {
			return err
		}
	}
}

// sitemapXML is the state of readXML.
type sitemapXML struct {
	*sitemapFile
	begun  bool   // the root element has
	prefix string // of the root element, and of its entries
	entry  string // the open element: url or sitemap; "" between entries
	inLoc  bool   // an element loc is open
	loc    string // of the entry

	alternates []alternate       // of the entry
	languages  map[string]string // by hreflang: most files have few, many times
	links      int               // alternates of all entries
}

// addEntry adds the open entry. next is the element that opens, or "".
func (x *sitemapXML) addEntry(next string) error {
	e := sitemapEntry{loc: x.loc, part: x.entry == "sitemap", alternates: x.alternates}
	x.entry, x.inLoc, x.loc, x.alternates = next, false, "", nil
	return x.add(e)
}

// link adds an alternate of the page of the entry. x-default is no language.
func (x *sitemapXML) link(z *nethtml.Tokenizer) {
	if x.entry == "" || len(x.alternates) == maxAlternates || x.links == mostLinks {
		return
	}
	attributes := map[string]string{}
	for more := true; more; {
		var key, value []byte
		key, value, more = z.TagAttr()
		attributes[string(key)] = lenient.Clean(string(value))
	}
	tag := attributes["hreflang"]
	language, known := x.languages[tag]
	if !known && len(x.languages) < maxAlternates {
		language = lenient.Language(tag)
		x.languages[tag] = language
	}
	a := alternate{language, attributes["href"]}
	if strings.EqualFold(attributes["rel"], "alternate") && a.language != "" && a.address != "" {
		x.alternates = append(x.alternates, a)
		x.links++
	}
}

// text adds to the address, which may come in pieces. CDATA may hold references, too: they mean
// nothing in an address.
func (x *sitemapXML) text(z *nethtml.Tokenizer) {
	if x.entry == "" || !x.inLoc || len(x.loc) > crawl.MaxKey {
		return
	}
	raw := string(z.Raw())
	if strings.HasPrefix(raw, "<![CDATA[") {
		raw = string(z.Text())
	}
	x.loc += lenient.UnescapeXML(raw)
}

// fault is the error of a file that ends before its root does.
func (x *sitemapXML) fault(err error) error {
	switch {
	case !errors.Is(err, io.EOF):
		return err
	case !x.begun:
		return errNoSitemap
	}
	return errBroken
}
