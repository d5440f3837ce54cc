// Package bodyformat turns the HTML of items into Markdown and plain text, for programs that show
// or read text. Both are as safe as HTML that markup.Clean has made: no raw HTML, no scripts, only
// links that a browser may follow.
package bodyformat

import (
	"html"
	"slices"
	"strings"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/marker"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/strikethrough"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/table"

	"airport-content/internal/markup"
)

// Format is the form of a body.
type Format int

const (
	HTML Format = iota // as stored
	Markdown
	Text
)

var names = []string{"html", "markdown", "text"}

// Parse finds the format that requests spell name.
func Parse(name string) (Format, bool) {
	i := slices.Index(names, name)
	return Format(max(i, 0)), i >= 0
}

// Convert puts the HTML of a body into a format. Relative links begin at address; where address is
// empty or relative, they stay relative.
func Convert(body string, format Format, address string) string {
	if format == HTML {
		return body
	}
	clean, err := markup.Clean(body, address)
	if err != nil { // too many elements for a tree: the text alone
		clean = ""
	}
	switch {
	case format == Text && err == nil:
		return textOf(clean)
	case format == Text:
		return textOf(body)
	case err == nil:
		if text, err := markdown.ConvertString(unmarked.Replace(clean)); err == nil {
			return text
		}
	}
	return escaped.Replace(html.EscapeString(textOf(body)))
}

// markdown converts to CommonMark with the tables of GitHub. A converter may be used by several
// goroutines.
var markdown = newConverter()

func newConverter() *converter.Converter {
	c := converter.NewConverter(converter.WithPlugins(
		base.NewBasePlugin(),
		commonmark.NewCommonmarkPlugin(),
		strikethrough.NewStrikethroughPlugin(),
		table.NewTablePlugin(table.WithNewlineBehavior(table.NewlineBehaviorPreserve), table.WithSpanCellBehavior(table.SpanBehaviorMirror),
			table.WithCellPaddingBehavior(table.CellPaddingBehaviorMinimal), table.WithHeaderPromotion(true)),
	))
	for _, name := range []string{"summary", "figcaption", "dt", "dd", "caption", "tr", "td", "th"} {
		c.Register.TagType(name, converter.TagTypeBlock, converter.PriorityStandard)
	}
	// commonmark keeps a backslash of an alt text or a title, which then undoes the escape behind it.
	c.Register.RendererFor("img", converter.TagTypeInline, renderImage, converter.PriorityEarly)
	c.Register.PreRenderer(removeTitles, converter.PriorityEarly)
	for _, name := range []string{"video", "audio", "source"} {
		c.Register.RendererFor(name, converter.TagTypeInline, renderMedia, converter.PriorityEarly)
	}
	return c
}

// unmarked drops the characters by which the converter marks escapes and line ends of code.
var unmarked = strings.NewReplacer(string(marker.MarkerEscaping), "", string(marker.MarkerCodeBlockNewline), "")

// escaped keeps plain text from being read as Markdown.
var escaped = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "#", `\#`, "|", `\|`)
