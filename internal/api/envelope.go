package api

import (
	"maps"
	"slices"
	"strconv"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/timestamp"
)

// appendMeta appends the beginning of every envelope, with meta.
func (c *call) appendMeta(b []byte, st *content.State, search *content.Search) []byte {
	b = append(b, `{"success":true,"meta":{"partner":`...)
	b = appendString(b, c.grant.Partner)
	b = append(b, `,"partnerId":`...)
	b = strconv.AppendInt(b, c.grant.PartnerID, 10)
	b = append(b, `,"airport":`...)
	b = appendString(b, st.Code)
	b = append(b, `,"airportName":`...)
	b = appendString(b, st.Name)
	b = append(b, `,"timestamp":"`...)
	b = timestamp.Append(b, st.Timestamp)
	b = append(b, `","responseTimeMs":`...)
	b = strconv.AppendInt(b, time.Since(c.x.start).Milliseconds(), 10)
	if search != nil {
		b = append(b, `,"search":`...)
		b = appendSearch(b, search)
	}
	return append(b, '}')
}

func appendSearch(b []byte, s *content.Search) []byte {
	b = append(b, `{"match":`...)
	b = appendString(b, s.Match)
	b = append(b, `,"query":`...)
	b = appendString(b, s.Query)
	for i, word := range slices.Sorted(maps.Keys(s.Corrected)) {
		if i == 0 {
			b = append(b, `,"corrected":{`...)
		} else {
			b = append(b, ',')
		}
		b = appendString(b, word)
		b = append(b, ':')
		b = appendString(b, s.Corrected[word])
	}
	if len(s.Corrected) > 0 {
		b = append(b, '}')
	}
	return append(b, '}')
}

// appendPagination appends the pagination of a list, and begins its results.
func appendPagination(b []byte, size, from, total int) []byte {
	b = append(b, `,"pagination":{"size":`...)
	b = strconv.AppendInt(b, int64(size), 10)
	b = append(b, `,"from":`...)
	b = strconv.AppendInt(b, int64(from), 10)
	b = append(b, `,"total":`...)
	b = strconv.AppendInt(b, int64(total), 10)
	b = append(b, `,"pages":`...)
	b = strconv.AppendInt(b, int64((total+size-1)/size), 10)
	b = append(b, `,"hasMore":`...)
	b = strconv.AppendBool(b, from+size < total)
	return append(b, `},"results":[`...)
}

// appendItem appends a content item. An item without a body gets no "content" field.
func appendItem(b []byte, it *content.Item) []byte {
	b = append(b, `{"id":`...)
	b = appendString(b, it.ID)
	b = append(b, `,"contentType":`...)
	b = appendString(b, string(it.Type))
	b = append(b, `,"title":`...)
	b = appendString(b, it.Title)
	b = append(b, `,"url":`...)
	b = appendStringOrNull(b, it.URL)
	b = append(b, `,"excerpt":`...)
	b = appendStringOrNull(b, it.Excerpt)
	if it.Body != nil {
		b = append(b, `,"content":`...)
		b = appendString(b, *it.Body)
	}
	b = append(b, `,"thumbnail":`...)
	b = appendStringOrNull(b, it.Thumbnail)
	b = append(b, `,"language":`...)
	b = appendString(b, it.Language)
	b = append(b, `,"lastModified":"`...)
	b = timestamp.Append(b, it.LastModified)
	b = append(b, `","metadata":`...)
	if it.Metadata == nil {
		b = append(b, "null"...)
	} else {
		b = append(b, it.Metadata...)
	}
	return append(b, '}')
}

func appendChange(b []byte, ch *content.Change) []byte {
	if ch.Item != nil {
		b = append(b, `{"change":"upsert","item":`...)
		b = appendItem(b, ch.Item)
		return append(b, '}')
	}
	b = append(b, `{"change":"delete","id":`...)
	b = appendString(b, ch.ID)
	b = append(b, `,"contentType":`...)
	b = appendString(b, string(ch.Type))
	b = append(b, `,"deletedAt":"`...)
	b = timestamp.Append(b, ch.DeletedAt)
	return append(b, `"}`...)
}
