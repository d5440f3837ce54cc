package api

import (
	"net/url"

	"airport-content/internal/bodyformat"
	"airport-content/internal/content"
)

// format puts the bodies of items into the format that the request asks for. It stops when the
// request's time is over.
func (c *call) format(st *content.State, p *params, items []*content.Item) error {
	if p.bodyFormat == bodyformat.HTML {
		return nil
	}
	for _, item := range items {
		if err := c.r.Context().Err(); err != nil {
			return err
		}
		if item.Body != nil {
			item.Body = new(bodyformat.Convert(*item.Body, p.bodyFormat, pageOf(st, item)))
		}
	}
	return nil
}

// pageOf is the address of an item's page, which its links begin at. It is relative where neither
// the item nor the airport tells the website.
func pageOf(st *content.State, item *content.Item) string {
	address, err := url.Parse(value(item.URL))
	if err != nil {
		return value(st.Website)
	}
	if website, err := url.Parse(value(st.Website)); err == nil {
		address = website.ResolveReference(address)
	}
	return address.String()
}

// value is the text behind a pointer, or an empty text.
func value(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
