package markup_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"airport-content/internal/check"
	"airport-content/internal/markup"
)

func TestFromHTML(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ in, want string }{
		{"", ""},
		{" plain text ", "plain text"},
		{"foo<b>bar</b>", "foobar"},
		{"<SPAN class=x>ter</SPAN><Span>minal</Span>", "terminal"},
		{"see <a href='/x'>the map</a>.", "see the map."},
		{"<a>Home</a><a>Parking</a>", "Home Parking"},
		{"<p>one</p><p>two</p>", "one two"},
		{"<h1>Title</h1>text<br>more<br/>lines<hr>end", "Title text more lines end"},
		{"<ul><li>a<li>b</ul>", "a b"},
		{"<table><tr><td>a</td><td>b</td></tr><tr><th>c</th></tr></table>", "a b c"},
		{"<div>a</div>b<custom-tag>c</custom-tag>", "a b c"},
		{"caf&eacute; &lt;b&gt; &amp; &#8217; &#x41;", "café <b> & ’ A"},
		{"super<wbr>market e<!-- -->nd", "supermarket end"},
		{"a<script>var x = '<p>no</p>';</script>b", "a b"},
		{"a<SCRIPT>no</SCRIPT>b", "a b"},
		{"a<style>.no{}</style>b<noscript><p>no</p></noscript>c", "a b c"},
		{"a<template>no<p>no</p><template>no</template>no</template>b", "a b"},
		{"a<iframe src=x>no</iframe>b<iframe src=x />c", "a b c"},
		{"a<script src=x />b", "a b"},
		{"a<script>no", "a"},
		{"a<!-- no --><![CDATA[no]]><!DOCTYPE no><?php no ?>b", "ab"},
		{`a<img src=x alt="a &amp; b">c<img>`, "a a & b c"},
		{`<IMG ALT='big'>`, "big"},
		{`<template><img alt=no></template>x`, "x"},
		{"<title>T &amp; U</title>x", "T & U x"},
		{"word<sup>1</sup> 1<sup>st</sup> H<sub>2</sub>O", "word 1 1st H2O"},
		{"1 < 2 and <3 and a<", "1 < 2 and <3 and a<"},
		{"text <unclosed", "text"},
		{"</p></template></script>x", "x"},
	} {
		check.Same(t, tc.want, markup.FromHTML(tc.in), tc.in)
	}
}

func FuzzFromHTML(f *testing.F) {
	for _, s := range []string{
		"<p>foo<b>bar</b>", "<script>x</script>", "<template><template></template>", "<img alt='&amp;'>", "&eacute;&#0;&#xD800;",
		"<a b='", "<!-- --", "<a/><a>", "<sup>1</sup>", "\xff<\x00b>", "<title>x</ti", "<plaintext>a<b>",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		text := markup.FromHTML(s)
		if strings.TrimSpace(text) != text {
			t.Errorf("FromHTML(%q) = %q: spaces around it", s, text)
		}
		after := strings.Fields(markup.FromHTML("<p>Gate</p>" + s))
		if diff := cmp.Diff(append([]string{"Gate"}, strings.Fields(text)...), after); diff != "" {
			t.Errorf("FromHTML(%q) depends on what comes before:\n%s", s, diff)
		}
	})
}
