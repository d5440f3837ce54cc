package api

import (
	"maps"
	"slices"
	"strconv"
	"time"

	"airport-content/internal/content"
	"airport-content/internal/timestamp"
)

// appendMeta appends the beginning of every envelope, up to and with meta.
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
	b = strconv.AppendInt(b, time.Since(exchangeOf(c.r.Context()).start).Milliseconds(), 10)
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

// appendPagination appends the pagination of a list and opens its results. That there are more follows from the total: a
// page is short only where the results end.
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
