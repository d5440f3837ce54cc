package lenient

import (
	"bufio"
	"bytes"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
)

// xmlHead is how many bytes of a file show its charset and hold its XML declaration.
const xmlHead = 256 << 10

// XML makes XML or a JSON feed fit for a strict parser: UTF-8 without the characters that XML
// forbids. A byte that is no UTF-8 is read as Windows-1252, so it costs one character and not the
// file. XML drops the XML declaration, whose charset and version no longer count, and the text
// before the declaration, such as a PHP notice. contentType is the header of the answer.
func XML(file io.Reader, contentType string) io.Reader {
	raw := bufio.NewReaderSize(file, xmlHead)
	head, _ := raw.Peek(xmlHead)
	text := bufio.NewReaderSize(Charset(head, contentType).NewDecoder().Reader(raw), xmlHead)
	head, _ = text.Peek(xmlHead)
	if at := xmlDeclaration.FindIndex(head); at != nil && !xmlRoot.Match(head[:at[0]]) {
		_, _ = text.Discard(at[1])
	}
	return &xmlReader{text}
}

var (
	xmlDeclaration = regexp.MustCompile(`<\?xml\s[^>]*>`)
	xmlCharset     = regexp.MustCompile(`^\s*<\?xml\s[^>]*encoding\s*=\s*["']([^"']+)`)
	htmlCharset    = regexp.MustCompile(`(?i)<meta\s[^>]*charset\s*=\s*["']?([\w:.-]+)`)
	noMeta         = regexp.MustCompile(`(?is)<!--.*?(-->|$)|<(script|style)\b.*?(</(script|style)|$)`) // what may only look like a meta element
	charsetName    = regexp.MustCompile(`(?i)charset\s*=\s*["']?([\w:.-]+)`)
	xmlRoot        = regexp.MustCompile(`(?i)<(\w+:)?(rss|feed|rdf|urlset|sitemapindex)[\s>]`)
)

// wide are the charsets that a file's first bytes tell, with a byte order mark or without one.
var wide = []struct {
	mark, bare string
	charset    encoding.Encoding
}{
	{"\xff\xfe\x00\x00", "<\x00\x00\x00", utf32.UTF32(utf32.LittleEndian, utf32.UseBOM)},
	{"\x00\x00\xfe\xff", "\x00\x00\x00<", utf32.UTF32(utf32.BigEndian, utf32.UseBOM)},
	{"\xff\xfe", "<\x00", unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)},
	{"\xfe\xff", "\x00<", unicode.UTF16(unicode.BigEndian, unicode.UseBOM)},
}

// Charset is the charset of a file. The bytes decide before the header, and the header before the
// declaration in the file: servers name charsets that the file does not have.
func Charset(head []byte, contentType string) encoding.Encoding {
	for _, w := range wide {
		if bytes.HasPrefix(head, []byte(w.mark)) || bytes.HasPrefix(head, []byte(w.bare)) {
			return w.charset
		}
	}
	if looksUTF8(head) {
		return encoding.Nop
	}
	for _, at := range []struct {
		declaration *regexp.Regexp
		text        []byte
	}{{charsetName, []byte(contentType)}, {xmlCharset, head}, {htmlCharset, noMeta.ReplaceAll(head, nil)}} {
		if found := at.declaration.FindSubmatch(at.text); found != nil {
			switch charset, name := charset.Lookup(string(found[1])); name {
			case "", "utf-8", "utf-16le", "utf-16be", "replacement": // the bytes rule these out
			default:
				return charset
			}
		}
	}
	return encoding.Nop
}

// looksUTF8 reports whether a text has more characters of several bytes than bytes that are no
// UTF-8.
func looksUTF8(text []byte) bool {
	good, bad := 0, 0
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		switch text = text[size:]; {
		case size > 1:
			good++
		case r == utf8.RuneError:
			bad++
		}
	}
	return good > bad
}

// xmlReader reads the text that XML makes.
type xmlReader struct{ in *bufio.Reader }

func (x *xmlReader) Read(out []byte) (n int, err error) {
	for n+utf8.UTFMax <= len(out) {
		r, size, err := x.in.ReadRune()
		switch {
		case err != nil && n > 0:
			return n, nil // the next call returns the error
		case err != nil:
			return 0, err
		case r == utf8.RuneError && size == 1:
			_ = x.in.UnreadRune()
			single, _ := x.in.ReadByte()
			r = charmap.Windows1252.DecodeByte(single)
		}
		if r = mended(r); r >= 0 {
			n += utf8.EncodeRune(out[n:], r)
		}
	}
	return n, nil
}

// mended is a character as XML may have it; -1 for none.
func mended(r rune) rune {
	if 0x80 <= r && r <= 0x9f { // Windows-1252 that was read as Latin-1
		if r = charmap.Windows1252.DecodeByte(byte(r)); r == utf8.RuneError {
			return -1
		}
	}
	if r == '\ufeff' || !inXML(r) { // the byte order mark
		return -1
	}
	return r
}

// forbidden are references to characters that XML forbids, such as &#31;.
var forbidden = regexp.MustCompile(`&#(0*([0-8]|1[1-24-9]|2[0-9]|3[01]|6553[45])|[xX]0*([0-8bcefBCEF]|1[0-9a-fA-F]|[fF]{3}[eEfF]));`)

// inXML reports whether XML 1.0 allows a character (section 2.2).
func inXML(r rune) bool {
	return r == '\t' || r == '\n' || r == '\r' || ' ' <= r && r <= 0xd7ff || 0xe000 <= r && r <= 0xfffd || 0x10000 <= r && r <= utf8.MaxRune
}

// UTF8 decodes a page to UTF-8. In a page of UTF-8, a wrong byte is read as Windows-1252.
func UTF8(body []byte, contentType string) (string, error) {
	from := Charset(body, contentType)
	if from == encoding.Nop && utf8.Valid(body) {
		return strings.Map(mended, string(body)), nil
	}
	text, err := io.ReadAll(&xmlReader{bufio.NewReader(from.NewDecoder().Reader(bytes.NewReader(body)))})
	return string(text), err
}

// DropForbidden removes references to characters that XML forbids.
func DropForbidden(text []byte) []byte { return forbidden.ReplaceAll(text, nil) }

// Root is the start of a feed's or a sitemap's root element in a text; "" if there is none.
func Root(text []byte) string { return string(xmlRoot.Find(text)) }
